"""Texts of notes, and names, as an editor may show them: it obeys nothing in them."""

from __future__ import annotations

from vaulttool.reporters.text import WRITTEN

WITHIN_LINES = {code: written for code, written in WRITTEN.items() if chr(code) not in "\t\n\r"}


def told(text: str) -> str:
    """A text on one line, its control characters written out."""
    return text if text.isprintable() else text.translate(WRITTEN)


def quoted(text: str) -> str:
    """Lines of a note, as ``told``; tabs and line ends stay."""
    return text.translate(WITHIN_LINES)
