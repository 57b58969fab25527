"""What a unit is, in rows: how systemd knows it, who runs it, its image, ports and model, what it starts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vaulttool.model.enabling import INSTALLED
from vaulttool.model.procedure.facts import Facts
from vaulttool.model.procedure.family import Family
from vaulttool.model.procedure.managers import SYSTEM, USER
from vaulttool.model.procedure.ports import Port
from vaulttool.model.procedure.programs import model, program_of, served_name
from vaulttool.model.procedure.starting import ONCE
from vaulttool.model.procedure.step import instance
from vaulttool.text.literal import code, prose

MANAGERS = {USER: "the user's systemd (rootless)", SYSTEM: "the system's systemd"}
CALENDARS = ("OnCalendar", "OnBootSec", "OnStartupSec", "OnActiveSec", "OnUnitActiveSec", "OnUnitInactiveSec")
SOCKETS = ("ListenStream", "ListenDatagram", "ListenSequentialPacket", "ListenFIFO")
PATHS = ("PathExists", "PathExistsGlob", "PathChanged", "PathModified", "DirectoryNotEmpty")


def overview(family: Family) -> Iterator[tuple[str, str]]:
    """The rows, each a name and Markdown; what a unit does not have is left out."""
    for name, value in (*_of_all(family), *_of_containers(family.head), *_of_others(family)):
        if value:
            yield name, value


def _of_all(family: Family) -> Iterator[tuple[str, str]]:
    head = family.head
    yield "Unit", code(head.path)
    yield "In its own words", prose(head.description)
    yield "Known to systemd as", code(instance(head.service)) if instance(head.service) != head.file else ""
    yield "Run by", _manager(family)


def _of_containers(head: Facts) -> Iterator[tuple[str, str]]:
    known = program_of(head)
    yield "Image", f"{code(head.image)}{f', {known.title}' if known else ''}" if head.image else ""
    yield "Container" if head.makes_container else head.kind.capitalize(), _code(head.name)
    yield "Ports", _ports(head)
    yield "Model", _code(model(head))
    yield "Served as", _code(served_name(head))


def _of_others(family: Family) -> Iterator[tuple[str, str]]:
    head = family.head
    yield "Runs", _codes(value for key in CALENDARS for value in _keyed(head, key))
    yield "Listens on", _codes(value for key in SOCKETS for value in head.values(key))
    yield "Watches", _codes(value for key in PATHS for value in _keyed(head, key))
    yield "Starts", _code(instance(family.target.service) if family.target else "")
    yield "Started by", _codes(one.file for one in family.activators)
    yield "Containers", _codes(one.file for one in family.members)
    yield "Pod", _code(head.value("Pod"))
    yield "Needs", _codes(head.dependencies)
    yield "Starts at boot", _boot(family)


def _manager(family: Family) -> str:
    if not family.head.manager:
        return "not known: the user's systemd or the system's"
    return f"{MANAGERS[family.head.manager]}{f', since {family.because}' if family.because else ''}"


def _ports(head: Facts) -> str:
    told = [*map(_port, head.ports), *map(code, head.unknown_ports)]
    if head.shares_network_of_host:
        told.append("those of the host: it shares its network")
    return "<br>".join(told)


def _port(one: Port) -> str:
    where = f" on {code(one.address)}" if one.address else " on all addresses"
    inside = f", {one.inside} in the container" if one.inside != one.host else ""
    return f"{one.host or 'chosen by the engine'}/{one.protocol}{where}{inside}"


def _boot(family: Family) -> str:
    head = family.head
    wanted = [word for key in INSTALLED for value in head.values(key, "Install") for word in value.split()]
    if wanted:
        return f"yes, with {_codes(wanted)}"
    if family.activators or head.kind in ONCE:
        return f"no: {'what is above starts it' if family.activators else 'what needs it starts it'}"
    return "no: it has no `[Install]`"


def _keyed(head: Facts, key: str) -> list[str]:
    return [f"{key}={value}" for value in head.values(key)]


def _code(value: str) -> str:
    return code(value) if value else ""


def _codes(values: Iterable[str]) -> str:
    return ", ".join(map(code, dict.fromkeys(values)))
