"""The sections of a page: from a heading to the next one that is not below it."""

from __future__ import annotations

from vaulttool.model.anchors import Anchors
from vaulttool.model.vault import Note
from vaulttool.text.span import Span


def section(note: Note, title: str) -> Span | None:
    """The section under the heading of that title; None where the page has no such heading."""
    found = Anchors(note.document).find(f"#{title}")
    for heading in note.document.headings:
        if found is not None and heading.span == found.span:
            later = [one for one in note.document.headings if one.span.start > heading.span.start]
            end = next((one.span.start for one in later if one.level <= heading.level), note.document.length)
            return Span(heading.span.start, end)
    return None
