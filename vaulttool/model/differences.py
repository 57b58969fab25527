"""Where Obsidian and a CommonMark forge read the same note differently: its links and its headings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

import msgspec

from vaulttool.model.difference_kinds import Kind
from vaulttool.model.forge import Forge
from vaulttool.model.link_differences import destination_kind, forge_only, obsidian_only
from vaulttool.model.sides import Sides
from vaulttool.model.vault import Note, Vault
from vaulttool.parsing.document import Heading, Link
from vaulttool.parsing.forge import ForgeHeading
from vaulttool.parsing.forge_anchors import slug
from vaulttool.text.names import heading_key
from vaulttool.text.span import Span

BLANKS_AROUND_UNDERLINE = re.compile(r"[ \t]*(?:\r\n|\n|\r)(?:[ \t>]*[ \t](?:=+|-+)|(?:=+|-+)[ \t])")
TRAILING_BLOCK_ID = re.compile(r"(?:^|\s)\^[A-Za-z0-9-]+$")


class Difference(msgspec.Struct, frozen=True):
    """One thing that the two read differently; ``kind`` is None where no kind is known for it."""

    path: str
    span: Span
    kind: Kind | None


def audit(vault: Vault, texts: Callable[[str], str], paths: Iterable[str] | None = None) -> list[Difference]:
    """The differences in the notes of these vault paths (default: all), by path and place."""
    forge = Forge(vault, texts)
    found = []
    for path in sorted(vault.notes if paths is None else paths):
        note = vault.notes.get(path)
        if note and note.is_markdown and not note.problem:
            found += sorted(differences(forge, note), key=lambda difference: difference.span)
    return found


def differences(forge: Forge, note: Note) -> Iterator[Difference]:
    """The differences in one note."""
    sides = Sides(forge.text(note.path), note.document, forge.reading(note.path))
    for span, kind in (*_links(forge, note, sides), *_headings(sides)):
        yield Difference(note.path, span, kind)


def _links(forge: Forge, note: Note, sides: Sides) -> Iterator[tuple[Span, Kind | None]]:
    """The links that one side alone reads, and those that lead elsewhere on the other."""
    for link in note.document.links:
        other = sides.inline.get(link.span.start) if link.syntax == "markdown" else None
        if hidden := _hidden(link, sides):
            yield link.span, hidden
        elif not other:
            yield link.span, obsidian_only(link, sides)
        elif (kind := destination_kind(forge, note, link, other)) is not True:
            yield link.span, kind
    recorded = {link.span.start for link in note.document.links if link.syntax == "markdown"}
    for other in sides.reading.links:
        if not other.external and (other.kind == "html" or other.label or other.span.start not in recorded):
            yield other.span, forge_only(other, sides)


def _hidden(link: Link, sides: Sides) -> Kind | None:
    """The kind of a link that is none on a forge, or hidden in Obsidian, for the place or form that it has."""
    if link.kind == "property":
        return Kind.PROPERTY_LINK
    if sides.in_comment(link.span.start):
        return Kind.COMMENT_LINK
    if link.syntax != "wiki":
        return None
    if sides.text.startswith("\\|", link.target_span.end):
        return Kind.TABLE_BAR
    return Kind.EMBED if link.kind == "embed" else Kind.WIKILINK


def _headings(sides: Sides) -> Iterator[tuple[Span, Kind | None]]:
    """The headings that one side alone can link to, and those whose address differs."""
    ours = {heading.span.start: heading for heading in sides.document.headings if heading.top}
    for heading in sides.reading.headings:
        known = ours.pop(heading.span.start, None)
        if known and known.level == heading.level:
            kind = _address(known, heading)
            if kind:
                yield heading.span, kind
        else:
            yield heading.span, _forge_heading(heading, sides)
    for left in ours.values():
        yield left.span, _obsidian_heading(left, sides)


def _address(ours: Heading, theirs: ForgeHeading) -> Kind | None:
    """How the addresses of a heading differ; None where they are the same."""
    if not theirs.anchor:
        return Kind.NO_ANCHOR if heading_key(ours.title) else None
    if TRAILING_BLOCK_ID.search(ours.title):
        return Kind.BLOCK_ID
    if theirs.anchor != slug(theirs.text):
        return Kind.DUPLICATE
    if theirs.anchor != slug(ours.title):
        return Kind.MARKUP
    return Kind.ANCHOR_FORM if theirs.anchor != ours.title else None


def _obsidian_heading(heading: Heading, sides: Sides) -> Kind | None:
    """Why a forge has no heading where Obsidian can link to one."""
    if sides.below_callout_title(heading.span.start):
        return Kind.BELOW_CALLOUT
    return Kind.BAR_OVER_DASHES if sides.stretch("table", heading.span.start) else None


def _forge_heading(heading: ForgeHeading, sides: Sides) -> Kind | None:
    """Why Obsidian cannot link to a heading that a forge has."""
    start = heading.span.start
    if sides.stretch("html_block", start):
        return Kind.HTML_HEADING
    if sides.in_comment(start):
        return Kind.IN_COMMENT
    if sides.in_math(start):
        return Kind.IN_MATH
    if not heading.top:
        return Kind.IN_CONTAINER
    lines = [line for line in heading.span.of(sides.text).splitlines() if line.strip()]
    if len(lines) > 1:
        return Kind.SETEXT
    return Kind.UNDERLINE if BLANKS_AROUND_UNDERLINE.match(sides.text, heading.span.end) else None
