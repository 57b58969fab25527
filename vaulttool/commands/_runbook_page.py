"""The text of a runbook before its regions are written: a template, filled in with what is known."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from vaulttool.commands._run import Run
from vaulttool.commands._runbook_front import Asked, properties, title, yaml
from vaulttool.commands._runbook_subject import About
from vaulttool.errors import ConfigurationError
from vaulttool.model.linking import Linker
from vaulttool.model.procedure.contents import Subject, contents
from vaulttool.model.procedure.step import script
from vaulttool.parsing.document import Region
from vaulttool.parsing.note import parse
from vaulttool.storage import evidence
from vaulttool.text.literal import Markdown, code, plain
from vaulttool.text.table import cell
from vaulttool.text.template import filled

DEFAULT = Path(__file__).parent.parent / "templates" / "runbook.md"


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
    linked = [one for one in (page, owner, path) if one]
    return Subject(
        family=about.family,
        title=title(path),
        today=today,
        properties=front,
        host=named,
        endpoint=about.endpoint,
        era=about.era,
        owner_page=shown,
        url=(endpoint.url or "") if endpoint else "",
        served_name=(endpoint.served_name or "") if endpoint else "",
        manager=about.manager,
        env=about.env,
        rollback=next((one.rollback for one in endpoint.eras if one.id == about.era), None) if endpoint else None,
        runs=[(one.run, one.title) for one in about.runs],
        pages=list(_pages(run, about, linker, linked)),
    )


def _pages(run: Run, about: About, linker: Linker, linked: list[str]) -> Iterator[tuple[Markdown, str]]:
    """Links to the pages on the units around, and to those that tell of the runs, but not to those ``linked`` above."""
    told: dict[str, str] = {}
    around = {one.path: one.file for one in (*about.family.names, *about.family.activators, *about.family.members)}
    for note in run.vault.notes.values():
        for region in note.document.regions if note.is_markdown else ():
            file = dict(region.arguments).get("file", "")
            if region.kind == "settings" and file in around:
                told.setdefault(note.path, f"settings of {code(around[file])}")
    for one in about.runs:
        page = run.files.from_vault(one.source.document) if one.source.document else ""
        if page in run.vault.notes:
            told.setdefault(page, "what was measured")
    for page, text in told.items():
        if page not in linked:
            yield Markdown(linker.link(page)), Markdown(text)


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


FILTERS: Mapping[str, Callable[..., Any]] = {"yaml": yaml, "argument": _argument, "cell": _cell, "script": script}
