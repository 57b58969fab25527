"""What stands at a place of a note: the link, heading, block id or other thing that somebody points at there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from vaulttool.parsing.document import Block, Document, Figure, Footnote, Heading, Link, Property, Region, Tag
from vaulttool.text.span import Span

Thing = Link | Figure | Block | Footnote | Tag | Heading | Property | Region
Kind = TypeVar("Kind", bound=Thing)


def standing(document: Document, at: int) -> Thing | None:
    """The smallest thing that stands at an offset, or ends there; None where there is only prose."""
    return (
        _at(document.links, at)
        or _figure(document.figures, at)
        or _at(document.blocks, at)
        or _at(document.tags, at)
        or _at(document.footnotes, at)
        or _at(document.headings, at)
        or _at(document.properties, at)
        or _at(document.regions, at)
    )


def extent(thing: Thing) -> Span:
    """The stretch that a thing takes up: of a figure the number and its marker."""
    return Span(thing.span.start, thing.marker.end) if isinstance(thing, Figure) else thing.span


def _at(things: Iterable[Kind], at: int) -> Kind | None:
    """The shortest of some things that touches an offset; what only ends there comes after what holds it."""
    found = [thing for thing in things if thing.span.start <= at <= thing.span.end]
    return min(found, key=lambda thing: (thing.span.end == at, thing.span.end - thing.span.start), default=None)


def _figure(figures: Iterable[Figure], at: int) -> Figure | None:
    return next((one for one in figures if one.span.start <= at <= one.marker.end), None)
