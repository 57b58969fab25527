"""Which notes a region lists: those in a folder, that a glob matches, with a tag, of a type."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from vaulttool.model.generator import Request
from vaulttool.model.vault import Note
from vaulttool.text.globs import Globs


def selected(request: Request[Any]) -> Iterator[Note]:
    """The notes that fit the arguments of a region, by path."""
    notes = request.vault.notes
    return filter(fitting(request), (notes[path] for path in request.sources.overview.below(_folder(request))))


def fitting(request: Request[Any]) -> Callable[[Note], bool]:
    """Whether a note fits all of the arguments ``folder``, ``glob``, ``tag`` and ``type`` that are given. Excluded
    notes, and those that git ignores, never do."""
    asked, folder = request.arguments, _folder(request)
    globs = Globs([asked.glob] if asked.glob else ())

    def fits(note: Note) -> bool:
        if folder and not note.path.lower().startswith(folder + "/"):
            return False
        if asked.glob and not globs.match(note.path):
            return False
        if (asked.tag or asked.type) and not _is_of(note, asked.tag, asked.type):
            return False
        return request.sources.listed(note.path)

    return fits


def _folder(request: Request[Any]) -> str:
    folder: str = request.arguments.folder
    return folder.strip("/").lower()


def _is_of(note: Note, tag: str, kind: str) -> bool:
    """Whether a note has a tag (or one below it) and a type; one whose front matter is broken may have them."""
    if note.is_broken:
        return True
    wanted = tag.lower().removeprefix("#")
    tags = [found.name.lower() for found in note.document.tags]
    if wanted and not any(name == wanted or name.startswith(wanted + "/") for name in tags):
        return False
    typed = note.document.property("type")
    return not kind or (typed is not None and typed.value == kind)
