"""Notes from disk: read and parsed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from vaulttool.model.vault import Note
from vaulttool.parsing.canvas import parse_canvas
from vaulttool.parsing.document import Document
from vaulttool.parsing.note import parse
from vaulttool.storage import disk, workers
from vaulttool.storage.disk import File

if TYPE_CHECKING:
    from vaulttool.storage.cache import Cache


def notes(files: Sequence[File], cache: Cache | None = None, jobs: int | None = None) -> Mapping[str, Note]:
    """The notes of these files by path, in their order; one that cannot be read has a problem and says nothing.

    ``jobs`` is how many processes may parse them.
    """
    if cache is None:
        return {one.path: one for one in workers.spread(files, note, Note, jobs)}
    from vaulttool.storage.kept_notes import kept  # only where there is a cache: it takes time to import

    return kept(files, cache, jobs)


def note(file: File) -> Note:
    """A note or canvas, read and parsed."""
    try:
        return Note(file.path, parsed(file.path, disk.read(file.place)))
    except (OSError, UnicodeDecodeError) as error:
        return Note(file.path, Document(), problem(error))


def parsed(path: str, text: str) -> Document:
    """What the text of the note or canvas at a path says."""
    return parse_canvas(text) if path.lower().endswith(".canvas") else parse(text)


def problem(error: OSError | UnicodeDecodeError) -> str:
    """Why a file cannot be read."""
    if isinstance(error, OSError):
        return (error.strerror or str(error)).lower()
    return f"byte {error.start + 1} is no UTF-8"
