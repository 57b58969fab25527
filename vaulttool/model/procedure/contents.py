"""What a template of a runbook is given: the unit, its family, the steps, what is not known, the pages around."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from posixpath import basename
from typing import Any, NamedTuple

from vaulttool.model.procedure.checking import checks, from_outside
from vaulttool.model.procedure.facts import Facts
from vaulttool.model.procedure.family import Family, settings_of
from vaulttool.model.procedure.in_the_clear import secrets_in
from vaulttool.model.procedure.needing import needs
from vaulttool.model.procedure.programs import program_of
from vaulttool.model.procedure.starting import start
from vaulttool.model.procedure.step import instance
from vaulttool.model.procedure.undoing import undo, written_to
from vaulttool.model.records import Rollback
from vaulttool.text.literal import Markdown, code, prose

NO_LIST = re.compile(r"[,\s]")  # of a name that no list in a marker can hold


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
    url: str = ""
    served_name: str = ""
    manager: str = ""
    env: Sequence[str] = ()
    rollback: Rollback | None = None
    runs: Sequence[tuple[str, str]] = ()
    pages: Sequence[tuple[Markdown, str]] = ()


def contents(subject: Subject) -> dict[str, Any]:
    """The values of a template, by name."""
    head, family = subject.family.head, subject.family
    return {
        "title": subject.title,
        "today": subject.today,
        "properties": subject.properties,
        "unit": {**_unit(head), "manager": subject.manager, "env": ",".join(subject.env)},
        "host": subject.host,
        "owner_page": subject.owner_page,
        "endpoint": subject.endpoint,
        "era": subject.era,
        "settings": list(_settings(subject)),
        "runs": [{"name": name, "title": title} for name, title in subject.runs],
        "needs": list(needs([head, *_others(family)])),
        "start": list(start(family)),
        "checks": [*checks(family), *from_outside(family, subject.url, subject.served_name)],
        "undo": list(undo(family)),
        "rollback": _rollback(subject.rollback),
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
    }


def _others(family: Family) -> tuple[Facts, ...]:
    """The units of a family that need something on the host themselves."""
    return (*((family.target,) if family.target else ()), *family.members)


def _settings(subject: Subject) -> Iterator[dict[str, Any]]:
    """The tables of settings, one for each unit that declares some: secrets in the clear are left out."""
    shown = [one for one in subject.family.shown if settings_of(one)]
    for one in shown:
        left_out = secrets_in(one.settings)
        names = {each.name for each in one.settings}
        yield {
            "file": one.path,
            "name": one.file,
            "id": one.file if len(shown) > 1 else "",
            "env": ",".join(subject.env) if one is subject.family.head else "",
            "kinds": "flag,environment,key,argument" if any(each.kind == "argument" for each in one.settings) else "",
            "without": ",".join(left_out),
            "left_out": left_out,
            "is_shown": len(left_out) < len(names) and not any(NO_LIST.search(name) for name in left_out),
        }


def _rollback(told: Rollback | None) -> dict[str, Any]:
    """How the data go back to an earlier era; empty where they do not say."""
    return {"to": told.to, "steps": list(told.steps)} if told else {}


def _unknown(subject: Subject) -> Iterator[str]:
    """What neither the unit nor the data tell, and a page of this kind should: what it is about, and the question."""
    head, units = subject.family.head, [subject.family.head, *_others(subject.family)]
    if not subject.host:
        yield "the host"
    if not head.manager:
        yield "whose systemd runs it; the commands need `--user` or `sudo`"
    if head.is_template:
        yield f"`INSTANCE`: what stands behind the `@` of {code(head.service)}"
    yield f"{code(head.file)}: its way to the host"
    kept = list(dict.fromkeys(one for each in units for one in written_to(each)))
    if kept:
        yield f"{', '.join(map(_named, kept))}: backups"
    for one in head.unknown_ports:
        yield f"{code(one)}: which port it is"
    here = {basename(path) for path in subject.family.files}
    files = list(dict.fromkeys(file for each in units for file in each.environment_files if basename(file) not in here))
    if files:
        yield f"{', '.join(map(_named, files))}: the variables"
    for name in subject.family.missing:
        yield f"{_named(name)}: not beside the unit"


def _named(path: str) -> Markdown:
    """A path as code, but for one that could be taken for a path of this repository."""
    return code(path) if "/" not in path or path[0] in "/~%$" else prose(path)


def described(head: Facts) -> str:
    """What the unit is, in a few words: the program, the image, or the kind of unit."""
    known = program_of(head)
    return known.title if known else f"a {head.kind}"
