"""The front matter of a runbook: as the schema of runbooks has it, with what the unit tells."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Any, NamedTuple

from vaulttool.commands._findings import claims_of
from vaulttool.commands._run import Run
from vaulttool.commands._runbook_subject import About, slug
from vaulttool.model.procedure.contents import described
from vaulttool.model.procedure.programs import program_of
from vaulttool.model.schema import mismatches
from vaulttool.model.vault import Note
from vaulttool.parsing.note import parse
from vaulttool.text import yaml_words
from vaulttool.text.literal import Markdown, plain

SCHEMA = "runbook"
REVIEW_DAYS = 30  # until somebody has to have confirmed the page
UNKNOWN = "unknown"


class Asked(NamedTuple):
    """What is asked of a page: its owner, more tags, properties that are set, a template; empty where nothing is. And
    the day that it bears."""

    owner: str
    tags: Sequence[str]
    properties: Mapping[str, str]
    template: str
    today: str


def properties(run: Run, about: About, path: str, asked: Asked) -> dict[str, Any]:
    """The front matter, as the schema of runbooks has it."""
    head = about.family.head
    known = program_of(head)
    where = f" on {about.host}" if about.host else ""
    tags = [slug(one) for one in (SCHEMA, known.key if known else "", head.kind, about.host)]
    tags += asked.tags
    kinds = list(_types(run))
    found: dict[str, Any] = {
        "type": SCHEMA if SCHEMA in kinds or not kinds else kinds[0],
        "title": title(path),
        "description": plain(f"How to start, check and roll back {head.file}, {described(head)}{where}."),
        "answers": plain(f"how {head.stem} is started, checked and rolled back"),
        "tags": list(dict.fromkeys(filter(None, tags))),
        "timestamp": asked.today,
        "owner": asked.owner or _owner(run, path) or UNKNOWN,
        "review": (date.fromisoformat(asked.today) + timedelta(days=REVIEW_DAYS)).isoformat(),
    }
    found |= asked.properties
    word = _status(run, path, found)
    return {**found, run.place.config.status.property: word} if word else found


def _status(run: Run, path: str, front: Mapping[str, Any]) -> str:
    """The word of status that says that something is in use, where the schema asks for one; else nothing."""
    name = run.place.config.status.property
    note = Note(path, parse(f"---\n{yaml(front)}\n---\n"))
    missing = f'the property "{name}" is missing'
    found = [one.message for schema in claims_of(run).schemas(note) for one in mismatches(schema, note.document)]
    return run.place.config.status.words[0] if name not in front and missing in found else ""


def title(path: str) -> str:
    """The name of a page without its folder and ending."""
    return posixpath.basename(path)[: -len(".md")]


def _owner(run: Run, path: str) -> str:
    """Who answers for the other runbooks of the folder; nobody where they differ."""
    beside = [note for note in runbooks(run) if note.path != path and note.folder == posixpath.dirname(path)]
    owners = {one.value for note in beside if (one := note.document.property("owner")) and isinstance(one.value, str)}
    return owners.pop() if len(owners) == 1 else ""


def _types(run: Run) -> dict[str, str]:
    """The types of runbooks, each with its schema: those of the shipped schema, and those called like it."""
    types = run.place.config.schemas.types.items()
    return {one: schema for one, schema in types if SCHEMA in (schema, one.lower()) or schema.startswith(f"{SCHEMA}-")}


def runbooks(run: Run) -> Iterator[Note]:
    """The notes that are held to a schema of runbooks."""
    claims, names = claims_of(run), {SCHEMA, *_types(run).values()}
    if not claims.nothing:
        for note in run.vault.notes.values():
            if note.is_markdown and not note.problem and any(one.name in names for one in claims.schemas(note)):
                yield note


def yaml(front: Mapping[str, Any]) -> Markdown:
    """Properties as the lines of a front matter."""
    return Markdown("\n".join(f"{yaml_words.text(key)}: {_value(value)}" for key, value in front.items()))


def _value(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(_value(one) for one in value) + "]"
    return yaml_words.text(value)
