"""How a unit is seen to work: by systemd, by its own check, by its ports, by what its program is known to answer."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.model.procedure.facts import Facts
from vaulttool.model.procedure.family import Family
from vaulttool.model.procedure.ports import is_port
from vaulttool.model.procedure.programs import key_option, program_checks
from vaulttool.model.procedure.starting import ONCE
from vaulttool.model.procedure.step import Commands, Step, instance, step, word

MADE = {"network": "network inspect", "volume": "volume inspect"}
NO_ERROR = "Expect no error since the last start."


def checks(family: Family) -> Iterator[Step]:
    """The steps that tell whether it works."""
    head = family.head
    for one in (head, *family.activators):
        if one.kind == "timer":
            yield _waits(one)
        elif one.kind in ("socket", "path"):
            yield _is_active(one)
    if head.kind in ONCE:
        yield from _made(head)
    elif head.kind not in ("timer", "socket", "path"):
        yield from _of(head)
        for member in family.members:
            yield from _of_container(member)
    elif family.target is not None:
        yield from _of(family.target)
    if head.kind == "socket":
        yield from _sockets(head)


def from_outside(family: Family, url: str, served_name: str) -> Iterator[Step]:
    """A look at the endpoint by the address in the data, which may lead through other doors than the host's own."""
    base = url.rstrip("/").removesuffix("/v1")
    text = "Another host reaches it by the address in the data."
    if not base.startswith(("http://", "https://")):
        return
    if served_name:
        lines = f"curl -fsS{key_option(family.head)} {word(base + '/v1/models')}"
        yield step(text, lines, f"Expect {served_name} as an id.")
    else:
        lines = f"curl -sS -o /dev/null -w '%{{http_code}}\\n' {word(base + '/')}"
        yield step(text, lines, "Expect three digits, not 000.")


def _of(facts: Facts) -> Iterator[Step]:
    """Those of something that runs, or that runs once and is done."""
    commands = Commands(facts)
    if facts.is_oneshot:
        yield _run_once(commands)
    else:
        yield _is_up(commands)
    if facts.kind == "pod" and facts.name:
        text, lines = "The containers of the pod run.", f"{commands.podman} ps --pod --filter pod={word(facts.name)}"
        yield step(text, lines, "Expect a line for each container, with a status that begins with Up.")
    if facts.makes_container and not facts.is_oneshot:
        yield _container_runs(facts, commands)
        yield from _own_check(facts, commands)
    yield from _listening(facts)
    yield from program_checks(facts, commands)
    yield step("The log has no error.", commands.log(commands.service), NO_ERROR)


def _of_container(member: Facts) -> Iterator[Step]:
    """Those of one container of a pod."""
    commands = Commands(member)
    yield from _own_check(member, commands)
    yield from program_checks(member, commands)
    text = f"The log of {commands.service} has no error."
    yield step(text, commands.log(commands.service), NO_ERROR)


def _is_up(commands: Commands) -> Step:
    name = word(commands.service)
    lines = [f"{commands.systemctl} is-active {name}", f"{commands.systemctl} show -p NRestarts {name}"]
    text = f"{commands.service} is up and was not restarted on the way."
    return step(text, lines, "Expect active and NRestarts=0.")


def _is_active(one: Facts) -> Step:
    commands = Commands(one)
    lines = f"{commands.systemctl} is-active {word(commands.service)}"
    return step(f"{commands.service} waits for its work.", lines, "Expect active.")


def _waits(timer: Facts) -> Step:
    commands = Commands(timer)
    lines = f"{commands.systemctl} list-timers {word(commands.service)}"
    text = f"{commands.service} waits for its next run."
    return step(text, lines, "Expect one line: NEXT is when it runs again, LAST when it ran.")


def _run_once(commands: Commands) -> Step:
    name = word(commands.service)
    lines = [f"{commands.systemctl} start {name}", f"{commands.systemctl} show -p Result,ExecMainStatus {name}"]
    text = f"{commands.service} runs to its end. This is a real run, not a rehearsal."
    return step(text, lines, "Expect Result=success and ExecMainStatus=0.")


def _container_runs(facts: Facts, commands: Commands) -> Step:
    wanted = f"name=^{facts.name}$" if facts.name else f"label=PODMAN_SYSTEMD_UNIT={commands.service}"
    health = " and has (healthy) in it" if _health(facts) else ""
    expected = f"Expect one line, with a status that begins with Up{health}."
    return step("The container runs.", f"{commands.podman} ps --filter {word(wanted)}", expected)


def _own_check(facts: Facts, commands: Commands) -> Iterator[Step]:
    if _health(facts) and facts.name:
        lines = f"{commands.podman} healthcheck run {word(facts.name)}; echo $?"
        yield step(f"{facts.file} passes its own check: {_health(facts)}", lines, "Expect 0.")


def _health(facts: Facts) -> str:
    told = facts.value("HealthCmd") if facts.kind == "container" else facts.flag("--health-cmd")
    if facts.engine == "docker":
        return ""
    return "" if told == "none" else told


def _listening(facts: Facts) -> Iterator[Step]:
    ports = [one for one in facts.ports if one.is_single and one.protocol in ("tcp", "udp")]
    if ports and facts.outer is None:
        seen = "a line" if len(ports) == 1 else "a line each"
        lines = [f"ss -ln{one.protocol[0]} 'sport = :{int(one.host)}'" for one in ports]
        yield step("The host listens on what the unit publishes.", lines, f"Expect {seen} below the heading.")


def _sockets(head: Facts) -> Iterator[Step]:
    ports = [value.rpartition(":")[2] for value in head.values("ListenStream")]
    lines = [f"ss -lnt 'sport = :{port}'" for port in ports if is_port(port)]
    if lines:
        yield step("The host listens for it.", lines, "Expect a line below each heading.")


def _made(head: Facts) -> Iterator[Step]:
    commands = Commands(head)
    lines = f"{commands.systemctl} show -p Result,ActiveState {word(instance(head.service))}"
    yield step("It ran to its end.", lines, "Expect Result=success.")
    if head.kind in MADE and head.name:
        made = f"{commands.podman} {MADE[head.kind]} {word(head.name)}"
        yield step("Podman has what it makes.", made, "Expect its description, not an error.")
    elif head.image:
        yield step("Podman has what it makes.", commands.has_image(head.image), "Expect 0.")
