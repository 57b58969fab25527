"""What a template of a runbook is given: the unit, its family, the steps, what is not known, the pages around."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from vaulttool.model.procedure.checking import checks
from vaulttool.model.procedure.facts import SYSTEM, USER, Facts
from vaulttool.model.procedure.family import Family, settings_of
from vaulttool.model.procedure.needing import needs
from vaulttool.model.procedure.ports import Port
from vaulttool.model.procedure.programs import model, program_of, served_name
from vaulttool.model.procedure.starting import start
from vaulttool.model.procedure.step import instance, listed
from vaulttool.model.procedure.undoing import undo, written_to
from vaulttool.text.literal import Markdown, code

MANAGERS = {USER: "the user's systemd (rootless)", SYSTEM: "the system's systemd"}
CALENDARS = ("OnCalendar", "OnBootSec", "OnStartupSec", "OnActiveSec", "OnUnitActiveSec", "OnUnitInactiveSec")
SOCKETS = ("ListenStream", "ListenDatagram", "ListenSequentialPacket", "ListenFIFO")
PATHS = ("PathExists", "PathExistsGlob", "PathChanged", "PathModified", "DirectoryNotEmpty")


class Subject(NamedTuple):
    """What a page is about, beside the unit. ``host`` and ``owner_page`` are Markdown, empty where nothing is known;
    ``era`` is one that stands in the data after the command. ``runs`` are pairs of a run's name and title. ``pages``
    are links to pages, each with the words for it."""

    family: Family
    title: str
    today: str
    properties: Mapping[str, Any]
    host: Markdown = Markdown()
    endpoint: str = ""
    era: str = ""
    owner_page: Markdown = Markdown()
    env: Sequence[str] = ()
    runs: Sequence[tuple[str, str]] = ()
    pages: Sequence[tuple[Markdown, str]] = ()


def contents(subject: Subject) -> dict[str, Any]:
    """The values of a template, by name."""
    head, family = subject.family.head, subject.family
    return {
        "title": subject.title,
        "today": subject.today,
        "properties": subject.properties,
        "unit": _unit(head),
        "host": subject.host,
        "endpoint": subject.endpoint,
        "era": subject.era,
        "items": list(_items(subject)),
        "settings": list(_settings(subject)),
        "runs": [{"name": name, "title": title} for name, title in subject.runs],
        "needs": list(needs([head, *_others(family)])),
        "start": list(start(family)),
        "checks": list(checks(family)),
        "undo": list(undo(family)),
        "unknown": [Markdown(one) for one in _unknown(subject)],
        "pages": [{"link": link, "text": text} for link, text in subject.pages],
    }


def _unit(head: Facts) -> dict[str, Any]:
    return {
        "path": head.path,
        "file": head.file,
        "kind": head.kind,
        "service": instance(head.service),
        "description": head.description,
        "manager": head.manager,
    }


def _others(family: Family) -> tuple[Facts, ...]:
    """The units of a family that need something on the host themselves."""
    return (*((family.target,) if family.target else ()), *family.members)


def _settings(subject: Subject) -> Iterator[dict[str, Any]]:
    """The tables of settings, one for each unit that declares some."""
    shown = [one for one in subject.family.shown if settings_of(one)]
    for one in shown:
        env = ",".join(subject.env) if one is subject.family.head else ""
        kinds = "flag,environment,key,argument" if any(each.kind == "argument" for each in one.settings) else ""
        id = one.file.replace(",", "-") if len(shown) > 1 else ""
        yield {"file": one.path, "name": one.file, "id": id, "env": env, "kinds": kinds}


def _items(subject: Subject) -> Iterator[dict[str, Any]]:
    """The rows of the table that says what runs, each a name and Markdown."""
    for name, value in _rows(subject):
        if value:
            yield {"name": name, "value": Markdown(value)}


def _rows(subject: Subject) -> Iterator[tuple[str, str]]:
    head, family = subject.family.head, subject.family
    yield "Unit", str(code(head.path))
    if instance(head.service) != head.file:
        yield "Known to systemd as", str(code(instance(head.service)))
    yield "Run by", _manager(family)
    yield "Host", subject.host or "not known"
    yield "Endpoint", subject.owner_page
    yield from _of_image(head)
    if head.name and head.kind in ("container", "pod", "network", "volume"):
        yield head.kind.capitalize(), str(code(head.name))
    yield "Ports", _ports(head)
    yield "Model", _code(model(head))
    yield "Served as", _code(served_name(head))
    yield "Runs", _codes(value for key in CALENDARS for value in _keyed(head, key))
    yield "Listens on", _codes(value for key in SOCKETS for value in head.values(key))
    yield "Watches", _codes(value for key in PATHS for value in _keyed(head, key))
    yield "Starts", _code(instance(family.target.service) if family.target else "")
    yield "Started by", _codes(one.file for one in family.activators)
    yield "Containers", _codes(one.file for one in family.members)
    yield "Pod", _code(head.value("Pod"))
    yield "Needs", _codes(head.dependencies)
    yield "Starts at boot", _boot(head)


def _manager(family: Family) -> str:
    if not family.head.manager:
        return "not known: the user's systemd or the system's"
    return f"{MANAGERS[family.head.manager]}{f', since {family.because}' if family.because else ''}"


def _of_image(head: Facts) -> Iterator[tuple[str, str]]:
    if head.image:
        known = program_of(head)
        yield "Image", f"{code(head.image)}{f', {known.title}' if known else ''}"


def _ports(head: Facts) -> str:
    told = [_port(one) for one in head.ports] + [str(code(one)) for one in head.unknown_ports]
    if head.shares_network_of_host:
        told.append("those of the host: it shares its network")
    return "<br>".join(told)


def _port(one: Port) -> str:
    where = f" on {code(one.address)}" if one.address else ""
    host = one.host or "one that podman chooses"
    inside = f", {one.inside} in the container" if one.inside != one.host else ""
    return f"{host}/{one.protocol}{where}{inside}"


def _boot(head: Facts) -> str:
    if head.kind in ("network", "volume", "image", "build"):
        return "when something needs it" if not head.starts_at_boot else "yes"
    wanted = [word for key in ("WantedBy", "RequiredBy", "UpheldBy") for value in head.values(key, "Install")
              for word in value.split()]  # fmt: skip
    return f"yes, with {_codes(wanted)}" if wanted else "no: it has no `[Install]`"


def _keyed(head: Facts, key: str) -> list[str]:
    return [f"{key}={value}" for value in head.values(key)]


def _code(value: str) -> str:
    return str(code(value)) if value else ""


def _codes(values: Any) -> str:
    return ", ".join(str(code(one)) for one in dict.fromkeys(values))


def _unknown(subject: Subject) -> Iterator[str]:
    """What neither the unit nor the data tell, and a page of this kind should."""
    head, units = subject.family.head, [subject.family.head, *_others(subject.family)]
    if not subject.host:
        yield "The host."
    if not head.manager:
        yield "Whose systemd runs it; the commands need `--user` or `sudo`."
    yield f"How {code(head.file)} comes to the host."
    kept = list(dict.fromkeys(one for each in units for one in written_to(each)))
    if kept:
        yield f"Backups of {listed([code(one) for one in kept])}."
    for one in head.unknown_ports:
        yield f"Which port {code(one)} is."
    for each in units:
        for file in each.values("EnvironmentFile", each.group):
            yield f"What {code(file)} on the host sets; it was not read."
    for name in subject.family.missing:
        yield f"What {code(name)} says: no such file lies beside the unit."


def described(head: Facts) -> str:
    """What the unit is, in a few words: the program, the image, or the kind of unit."""
    known = program_of(head)
    return known.title if known else f"a {head.kind}"
