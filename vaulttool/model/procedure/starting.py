"""How a unit is put in place and started."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from posixpath import basename, dirname, relpath

from vaulttool.model.procedure.facts import Facts
from vaulttool.model.procedure.family import Family
from vaulttool.model.procedure.step import Commands, Step, folder, step, word

ONCE = ("network", "volume", "image", "build")  # Quadlets that make something and are done


def files(family: Family) -> list[Facts]:
    """The units that go to the host together."""
    return [*family.shown, *(one for one in family.names if one not in family.shown)]


def started(family: Family) -> Sequence[Facts]:
    """The units that one starts by hand: what activates the unit, if something does, else the unit itself."""
    return family.activators or (family.head,)


def start(family: Family) -> Iterator[Step]:
    """The steps from the files in the repository to the unit that runs."""
    head, commands = family.head, Commands(family.head)
    yield _placed(family, commands)
    yield _read(head, commands)
    for one in started(family):
        yield _started(one)


def _placed(family: Family, commands: Commands) -> Step:
    """The files, from a checkout on the host to where they are read."""
    groups: dict[str, list[str]] = {}
    for one in files(family):
        groups.setdefault(_folder(one), []).append(word(one.path))
    for path in family.files:
        below = relpath(dirname(path), dirname(family.head.path))
        if not below.startswith(".."):
            where = _folder(_owner(family, path)) + ("" if below == "." else f"/{word(below)}")
            groups.setdefault(where, []).append(word(path))
    lines = [f"{commands.before}install -D -m 644 -t {where} {' '.join(paths)}" for where, paths in groups.items()]
    noun = "the file" if sum(map(len, groups.values())) == 1 else "the files"
    unknown = [where for where in ("QUADLETS", "UNITS") if where in groups]
    stand = "stands for the folder" if len(unknown) == 1 else "stand for the folders"
    known = f" {' and '.join(unknown)} {stand} in question." if unknown else ""
    return step(f"From a checkout on the host, put {noun} where systemd looks.{known}", lines)


def _folder(one: Facts) -> str:
    return folder(one) or ("QUADLETS" if one.is_quadlet else "UNITS")


def _owner(family: Family, path: str) -> Facts:
    """The unit that a drop-in or another file belongs to."""
    name = basename(dirname(path)).removesuffix(".d")
    return next((one for one in files(family) if one.file == name), family.head)


def _read(head: Facts, commands: Commands) -> Step:
    reload = f"{commands.systemctl} daemon-reload"
    if not head.is_quadlet:
        return step("Have systemd read it.", reload)
    name = word(commands.service)
    why = f"{commands.analyze} --generators=true verify {name}"
    expected = f"Expect a service. If there is none, Quadlet refused the file: {why}"
    return step(f"Have Quadlet make {commands.service} of it.", [reload, f"{commands.systemctl} cat {name}"], expected)


def _started(one: Facts) -> Step:
    commands = Commands(one)
    verb = "enable --now" if one.starts_at_boot and not one.is_quadlet else "start"
    return step(_told(one, commands.service), f"{commands.systemctl} {verb} {word(commands.service)}")


def _told(one: Facts, name: str) -> str:
    """How it is started, now and at boot."""
    if one.is_quadlet and one.kind in ONCE:
        return "Run it once; what names it in its own unit does so, too."
    if one.starts_at_boot:
        return "Start it; its [Install] does so at boot." if one.is_quadlet else f"Start {name}, now and at boot."
    if one.value("Pod"):
        return f"Start it; its pod, {one.value('Pod')}, does so, too."
    return f"Start {name}. It has no [Install], so nothing does so at boot."
