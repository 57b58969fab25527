"""Where the page of a runbook lies: in the folder of the others, under a name that no other note has."""

from __future__ import annotations

import os
import posixpath
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from vaulttool.commands._run import Run
from vaulttool.commands._runbook_front import SCHEMA, Asked, properties, runbooks, yaml
from vaulttool.commands._runbook_subject import About
from vaulttool.errors import VaultError
from vaulttool.generators import index
from vaulttool.generators._selection import selected
from vaulttool.model.cannot import CannotGenerate
from vaulttool.model.generator import Request
from vaulttool.model.vault import Note
from vaulttool.text.file_names import fault
from vaulttool.text.names import cleaned

NAME_MARKS = str.maketrans(dict.fromkeys('*"\\/<>:|?#^[]@', "-"))


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
    then = run.with_new(path, f"---\n{yaml(front)}\n---\n")
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
    folders = Counter(note.folder for note in runbooks(run))
    return sorted(folders, key=lambda folder: (-folders[folder], folder)) or [""]
