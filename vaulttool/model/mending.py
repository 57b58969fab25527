"""What the fixes of links have in common: edits of a link's target, where one can be made at all."""

from __future__ import annotations

from bisect import bisect_right

from vaulttool.model.finding import Edit, Fix
from vaulttool.model.vault import Note
from vaulttool.parsing.document import Link
from vaulttool.text.span import Span


def retargeted(note: Note, link: Link, written: str | None, safe: bool, label: str = "") -> Fix | None:
    """The fix that writes another path into a link, its anchor being left, and a ``label`` (with its bar) behind both;
    None without a path, and for a link that cannot be edited."""
    if written is None or not can_be_edited(note, link):
        return None
    edits = [Edit(note.path, Span(link.target_span.start, link.anchor_start), written)]
    if label:
        end = link.target_span.end
        edits.append(Edit(note.path, Span(end, end), label))
    return Fix(f'write "{written}{link.subpath}{label}"', tuple(edits), safe)


def with_anchor(note: Note, link: Link, anchor: str | None, safe: bool) -> Fix | None:
    """The fix that writes another anchor into a link, its path being left."""
    if anchor is None or not can_be_edited(note, link):
        return None
    edit = Edit(note.path, Span(link.anchor_start, link.target_span.end), anchor)
    return Fix(f'write "{anchor}"', (edit,), safe)


def rewritten(note: Note, link: Link, written: str) -> Fix | None:
    """The fix that writes a whole link in another way, for somebody to look at."""
    if not can_be_edited(note, link):
        return None
    return Fix(f'write "{written}"', (Edit(note.path, link.span, written),), safe=False)


def can_be_edited(note: Note, link: Link) -> bool:
    """Whether people wrote a link, and it stands there as it is read: a property with escapes does not, nor does one
    in a canvas that may hold them."""
    if link.syntax == "canvas" or (link.kind == "property" and link.target_span == link.span):
        return False
    return not is_generated(note, link.span)


def is_generated(note: Note, span: Span) -> bool:
    """Whether a place lies in a region, which is written from data."""
    regions = note.document.regions
    before = bisect_right(regions, span.start, key=lambda region: region.span.start) - 1
    return before >= 0 and span.start < regions[before].span.end
