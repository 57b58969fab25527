"""The page of a runbook before its regions are written: where it lies, its properties, its text."""

from __future__ import annotations

import os
import posixpath
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from vaulttool.commands._findings import claims_of
from vaulttool.commands._run import Run
from vaulttool.commands._runbook_subject import About, slug
from vaulttool.errors import ConfigurationError, VaultError
from vaulttool.generators import index
from vaulttool.generators._selection import selected
from vaulttool.model.cannot import CannotGenerate
from vaulttool.model.generator import Request
from vaulttool.model.linking import Linker
from vaulttool.model.procedure.contents import Subject, contents, described
from vaulttool.model.procedure.programs import program_of
from vaulttool.model.procedure.step import script
from vaulttool.model.vault import Note
from vaulttool.parsing.document import Region
from vaulttool.parsing.note import parse
from vaulttool.storage import evidence
from vaulttool.text import yaml_words
from vaulttool.text.file_names import fault
from vaulttool.text.literal import Markdown, code, plain
from vaulttool.text.names import cleaned
from vaulttool.text.table import cell
from vaulttool.text.template import filled

SCHEMA = "runbook"
REVIEW_DAYS = 30  # until somebody has to have confirmed the page
DEFAULT = Path(__file__).parent.parent / "templates" / "runbook.md"
NAME_MARKS = str.maketrans(dict.fromkeys('*"\\/<>:|?#^[]@', "-"))
UNKNOWN = "unknown"


class Asked(NamedTuple):
    """What is asked of a page: its owner, more tags, properties that are set, a template; empty where nothing is. And
    the day that it bears."""

    owner: str
    tags: Sequence[str]
    properties: Mapping[str, str]
    template: str
    today: str


def place(run: Run, about: About, page: str, asked: Asked) -> str:
    """The path of the page from the vault's root: as asked for, else named for the unit in the folder of runbooks."""
    if page:
        name = page if page.lower().endswith(".md") else f"{page}.md"
        path = run.paths.vault_path(Path(os.path.abspath(name)))
        if not path:
            raise VaultError(f'"{page}" lies outside the vault "{run.place.root}"', "name a page in it")
        return _linkable(path)
    paths = [_named(run, about, folder) for folder in _folders(run)]
    return next((path for path in paths if len(paths) > 1 and _is_listed(run, about, path, asked)), paths[0])


def _named(run: Run, about: About, folder: str) -> str:
    """The path of a page in a folder, under a name that no other note has."""
    stem = about.family.head.stem.translate(NAME_MARKS).strip(" -.") or SCHEMA
    for name in (stem, f"{stem} runbook"):
        path = posixpath.join(folder, f"{name}.md")
        if not any(_same_name(path, other) for other in run.vault.files if other != path):
            return _linkable(path)
    raise VaultError(f'other notes are named "{stem}" and "{stem} runbook"', "name the page with --page")


def _is_listed(run: Run, about: About, path: str, asked: Asked) -> bool:
    """Whether an index has a region that lists a page at a path."""
    front = properties(run, about, path, asked)
    then = run.with_new(path, f"---\n{_yaml(front)}\n---\n")
    for note in [*then.vault.notes.values(), *then.vault.extras.values()]:
        for region in note.document.regions if note.path != path else ():
            if region.kind == index.lines.name and path in _selected(then, note, dict(region.arguments)):
                return True
    return False


def _selected(run: Run, note: Note, arguments: Mapping[str, str]) -> list[str]:
    """The notes that a region of kind index lists."""
    try:
        return [one.path for one in selected(Request(note, index.lines.parsed(arguments), "", run.sources))]
    except CannotGenerate:
        return []


def _linkable(path: str) -> str:
    for step in path.split("/"):
        found = fault(step)
        if found is not None:
            raise VaultError(*found)
    return path


def _same_name(path: str, other: str) -> bool:
    one, two = (cleaned(posixpath.basename(each)).lower() for each in (path, other))
    return one == two


def _folders(run: Run) -> list[str]:
    """The folders in which the page may lie: as configured, else those of other runbooks, the one with most first;
    the vault's root where there are none."""
    told = run.place.config.runbook.folder
    if told is not None:
        return [told.strip("/")]
    folders = Counter(note.folder for note in _runbooks(run))
    return sorted(folders, key=lambda folder: (-folders[folder], folder)) or [""]


def _runbooks(run: Run) -> Iterator[Note]:
    """The notes that the schema of runbooks claims."""
    claims = claims_of(run)
    if not claims.nothing:
        for note in run.vault.notes.values():
            if note.is_markdown and not note.problem and any(one.name == SCHEMA for one in claims.schemas(note)):
                yield note


def properties(run: Run, about: About, path: str, asked: Asked) -> dict[str, Any]:
    """The front matter, as the schema of runbooks has it."""
    head = about.family.head
    known = program_of(head)
    where = f" on {about.host}" if about.host else ""
    tags = [slug(one) for one in (SCHEMA, known.key if known else "", head.kind, about.host)]
    tags += asked.tags
    kinds = [kind for kind, schema in run.place.config.schemas.types.items() if schema == SCHEMA]
    found: dict[str, Any] = {
        "type": SCHEMA if SCHEMA in kinds or not kinds else kinds[0],
        "title": _title(path),
        "description": plain(f"How to start, check and roll back {head.file}, {described(head)}{where}."),
        "answers": plain(f"how {head.stem} is started, checked and rolled back"),
        "tags": list(dict.fromkeys(filter(None, tags))),
        "timestamp": asked.today,
        "owner": asked.owner or _owner(run, path) or UNKNOWN,
        "review": (date.fromisoformat(asked.today) + timedelta(days=REVIEW_DAYS)).isoformat(),
    }
    return {**found, **asked.properties}


def _title(path: str) -> str:
    return posixpath.basename(path)[: -len(".md")]


def _owner(run: Run, path: str) -> str:
    """Who answers for the other runbooks of the folder; nobody where they differ."""
    beside = [note for note in _runbooks(run) if note.path != path and note.folder == posixpath.dirname(path)]
    owners = {one.value for note in beside if (one := note.document.property("owner")) and isinstance(one.value, str)}
    return owners.pop() if len(owners) == 1 else ""


def written(run: Run, about: About, path: str, asked: Asked) -> str:
    """The text of the page, regions empty. ``run`` is over a vault in which the page is there."""
    front = properties(run, about, path, asked)
    text, file = _template(run, asked.template)
    page = ""
    for _ in range(2):  # which regions it has is known once it is filled in
        page = _tidy(filled(text, file, contents(_subject(run, about, path, front, asked.today)), FILTERS))
        kinds = list(dict.fromkeys(_named_region(region) for region in parse(page).regions))
        front = {**front, "generated": kinds} if kinds and "generated" not in asked.properties else front
    return page


def _named_region(region: Region) -> str:
    id = dict(region.arguments).get("id")
    return f"{region.kind}#{id}" if id else region.kind


def _template(run: Run, given: str) -> tuple[str, str]:
    """The text of the template, and the file that it stands in as people know it."""
    configured = run.place.config.runbook.template
    told = given or (str(run.place.base / configured) if configured else "")
    if not told:
        return DEFAULT.read_text(encoding="utf-8"), DEFAULT.name
    shown = os.path.relpath(told).replace(os.sep, "/")
    top = os.path.join(os.path.realpath(run.place.repository), "")
    if not os.path.realpath(told).startswith(top):
        raise ConfigurationError(f'the template "{shown}" lies outside the repository', "keep it with the vault")
    return evidence.read(told).text.replace("\r\n", "\n"), shown


def _subject(run: Run, about: About, path: str, front: Mapping[str, Any], today: str) -> Subject:
    linker = Linker(run.vault, path)
    host = about.known_host
    page = run.sources.statuses.note(host.page) if host and host.page else None
    named = Markdown(linker.link(page, label=about.host)) if page else Markdown(plain(about.host))
    endpoint = run.data.by_name.get(about.endpoint) if about.endpoint else None
    owner = run.sources.statuses.note(endpoint.owner_page) if endpoint else None
    shown = Markdown(linker.link(owner, label=about.endpoint)) if owner and owner != path else Markdown()
    known = {one: "" for one in (page, owner) if one}
    return Subject(
        family=about.family,
        title=_title(path),
        today=today,
        properties=front,
        host=named,
        endpoint=about.endpoint,
        era=about.era,
        owner_page=shown,
        manager=about.manager,
        env=about.env,
        rollback=next((one.rollback for one in endpoint.eras if one.id == about.era), None) if endpoint else None,
        runs=[(one.run, one.title) for one in about.runs],
        pages=list(_pages(run, about, linker, path, known)),
    )


def _pages(
    run: Run, about: About, linker: Linker, path: str, known: Mapping[str, str]
) -> Iterator[tuple[Markdown, str]]:
    """Links to the pages of host and endpoint, to those on the units around, and to those that tell of the runs."""
    told = dict(known)
    around = {one.path: one.file for one in (*about.family.names, *about.family.activators, *about.family.members)}
    for note in run.vault.notes.values():
        for region in note.document.regions if note.is_markdown else ():
            file = dict(region.arguments).get("file", "")
            if region.kind == "settings" and file in around and note.path != path:
                told.setdefault(note.path, f"settings of {code(around[file])}")
    for one in about.runs:
        page = run.files.from_vault(one.source.document) if one.source.document else ""
        if page in run.vault.notes and page != path:
            told.setdefault(page, "what was measured")
    for page, text in told.items():
        if page in known:
            continue  # it is linked above
        yield Markdown(linker.link(page)), Markdown(text)


def _yaml(front: Mapping[str, Any]) -> Markdown:
    return Markdown("\n".join(f"{yaml_words.text(key)}: {_value(value)}" for key, value in front.items()))


def _value(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(_value(one) for one in value) + "]"
    return yaml_words.text(value)


def _argument(value: str) -> Markdown:
    """A value of an argument in a marker."""
    for mark, escape in (("&", "&amp;"), ('"', "&quot;"), (">", "&gt;"), ("<", "&lt;")):
        value = value.replace(mark, escape)
    return Markdown(" ".join(value.splitlines()))


def _cell(value: str) -> Markdown:
    return Markdown(cell(value))


def _tidy(page: str) -> str:
    """The page with one empty line where there are more, and one line end at its end."""
    while "\n\n\n" in page:
        page = page.replace("\n\n\n", "\n\n")
    return page.strip("\n") + "\n"


FILTERS: Mapping[str, Callable[..., Any]] = {"yaml": _yaml, "argument": _argument, "cell": _cell, "script": script}
