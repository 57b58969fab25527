"""What must be on the host before a unit is started."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from vaulttool.model.procedure.facts import Facts
from vaulttool.model.procedure.images import image
from vaulttool.model.procedure.managers import USER
from vaulttool.model.procedure.programs import model_on_host
from vaulttool.model.procedure.step import Commands, Step, listed, path, step, word

FIRST_FREE = 1024  # the first port that needs no rights


def needs(units: Sequence[Facts]) -> Iterator[Step]:
    """The preconditions of some units of one manager, each with a command that tells whether it holds."""
    commands = Commands(units[0])
    yield from _secrets(commands, _all(one for each in units for one in each.secrets))
    yield from _paths(commands, _all(one for each in units for one in _host_paths(each)))
    yield from _devices(_all(one for each in units for one in each.values("AddDevice")))
    yield from _users(_all(each.value("User", "Service") for each in units if not each.is_quadlet))
    images = _all(each.image for each in units if each.kind in ("container", "service") and image(each.image))
    yield from _images(commands, images)
    yield from _low_port(units[0])
    if units[0].manager == USER and any(each.starts_at_boot for each in units):
        text = "The user's systemd runs without a login; if not, nothing here starts at boot."
        yield step(text, 'loginctl show-user "$USER" -p Linger', "Expect Linger=yes.")


def _all(found: Iterable[str]) -> list[str]:
    return [one for one in dict.fromkeys(found) if one]


def _host_paths(facts: Facts) -> list[str]:
    return [*facts.host_paths, model_on_host(facts)]


def _secrets(commands: Commands, names: Sequence[str]) -> Iterator[Step]:
    if names:
        noun = "secret" if len(names) == 1 else "secrets"
        lines = [f"{commands.podman} secret exists {word(name)}; echo $?" for name in names]
        yield step(f"Podman has the {noun} {listed(names)}.", lines, _each("0", lines))


def _paths(commands: Commands, paths: Sequence[str]) -> Iterator[Step]:
    if paths:
        lines = f"{commands.before}ls -ld {' '.join(map(path, paths))}"
        yield step(
            "What it reads and mounts from the host is there.", lines, "Expect owners and rights that let it in."
        )


def _devices(devices: Sequence[str]) -> Iterator[Step]:
    """The devices: files of the host, or names that a specification of CDI must know."""
    files = [one.lstrip("-").partition(":")[0] for one in devices if one.lstrip("-").startswith("/dev/")]
    files = [one for one in files if "%" not in one]
    if files:
        yield step("The devices are there.", f"ls -ld {' '.join(map(word, files))}", "Expect no error.")
    for kind in dict.fromkeys(one.partition("=")[0] for one in devices if "=" in one and one[:1] not in "/-"):
        lines = f"grep -l {word(kind)} /etc/cdi/* /run/cdi/*"
        yield step(f"A specification of CDI has the device {kind}.", lines, "Expect the name of a file.")


def _users(users: Sequence[str]) -> Iterator[Step]:
    for user in users:
        if "%" not in user:
            yield step(f"The user {user} exists.", f"id {word(user)}", "Expect numbers, not an error.")


def _images(commands: Commands, images: Sequence[str]) -> Iterator[Step]:
    if images:
        noun = "The image is" if len(images) == 1 else "The images are"
        lines = [commands.has_image(one) for one in images]
        expected = f"{_each('0', lines)} After 1 the first start pulls it, which takes its time."
        yield step(f"{noun} on the host.", lines, expected)


def _low_port(facts: Facts) -> Iterator[Step]:
    low = [int(one.host) for one in facts.ports if one.is_single and int(one.host) < FIRST_FREE]
    if low and facts.manager == USER:
        lines = "sysctl net.ipv4.ip_unprivileged_port_start"
        yield step(f"A user may open port {min(low)}.", lines, f"Expect {min(low)} or less.")


def _each(value: str, lines: Sequence[str]) -> str:
    return f"Expect {value}." if len(lines) == 1 else f"Expect {value} after each."
