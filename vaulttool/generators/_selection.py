"""Which notes a region lists: those in a folder, that a glob matches, with a tag, of a type."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vaulttool.model.generator import Request
from vaulttool.model.vault import Note
from vaulttool.text.globs import Globs


def selected(request: Request[Any]) -> Iterator[Note]:
    """The notes that fit all of the arguments ``folder``, ``glob``, ``tag`` and ``type`` that are given. Excluded
    notes, and those that git ignores, are never among them."""
    asked = request.arguments
    folder = asked.folder.strip("/").lower()
    globs = Globs([asked.glob] if asked.glob else ())
    for path, note in request.vault.notes.items():
        if folder and not path.lower().startswith(folder + "/"):
            continue
        if asked.glob and not globs.match(path):
            continue
        if (asked.tag or asked.type) and not _is_of(note, asked.tag, asked.type):
            continue
        if request.sources.listed(path):
            yield note


def _is_of(note: Note, tag: str, kind: str) -> bool:
    """Whether a note has a tag (or one below it) and a type; one whose front matter is broken may have them."""
    if is_broken(note):
        return True
    wanted = tag.lower().removeprefix("#")
    tags = [found.name.lower() for found in note.document.tags]
    if wanted and not any(name == wanted or name.startswith(wanted + "/") for name in tags):
        return False
    typed = note.document.property("type")
    return not kind or (typed is not None and typed.value == kind)


def is_broken(note: Note) -> bool:
    """Whether a note's front matter, or the note itself, cannot be read."""
    return note.problem is not None or any(
        trouble.kind in ("invalid-front-matter", "misplaced-front-matter") for trouble in note.document.troubles
    )
