"""Reads and parses one file of a vault."""

from __future__ import annotations

from vaulttool.model.html_pages import SUFFIXES
from vaulttool.model.vault import Note
from vaulttool.parsing.canvas import parse_canvas
from vaulttool.parsing.document import Document
from vaulttool.parsing.note import parse
from vaulttool.storage.disk import File


def note(file: File) -> Note:
    """A note or canvas, read and parsed."""
    try:
        return Note(file.path, parsed(file.path, file.content().decode("utf-8")))
    except (OSError, UnicodeDecodeError) as error:
        return Note(file.path, Document(), problem(error))


def parsed(path: str, text: str) -> Document:
    """What the text of the note or canvas at a path says."""
    return parse_canvas(text) if path.lower().endswith(".canvas") else parse(text)


def page(path: str, text: str) -> Note:
    """The page at a path, were this its text: a note, a canvas, or a page outside the vault."""
    if path.lower().endswith(SUFFIXES):
        from vaulttool.parsing.html import parse_html  # only for such pages: it takes time to import

        return Note(path, parse_html(text))
    return Note(path, parsed(path, text))


def problem(error: OSError | UnicodeDecodeError) -> str:
    """Why a file cannot be read."""
    if isinstance(error, OSError):
        return (error.strerror or str(error)).lower()
    return f"byte {error.start + 1} is no UTF-8"
