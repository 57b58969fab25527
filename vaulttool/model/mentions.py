"""Where the prose of a page speaks of an image, a model, a flag, a figure or a name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from vaulttool.parsing.document import Document
from vaulttool.text.measures import NAMES, measure_named
from vaulttool.text.span import Span

CERTAIN = 5  # digits that make a number known again without its unit
WORDS = "|".join(re.escape(word) for word in sorted(NAMES, key=len, reverse=True))
UNIT_BEHIND = re.compile(rf"[*_`]{{0,3}}[ \u00a0\u2009\u202f]?(?P<unit>{WORDS})(?![\w/])|[*_`]{{0,3}}(?P<word>\w)")
# What may not stand before and behind each kind of term: it would be part of a longer one, which is another.
AROUND = {
    "image": (r"(?<![\w.-])", r"(?![\w-]|\.\w)"),
    "model": (r"(?<![\w.-])", r"(?![\w-]|[.:]\w)"),
    "name": (r"(?<![\w-])", r"(?![\w-])"),
    "title": (r"(?<!\w)", r"(?!\w)"),
    "flag": (r"(?<![\w-])", r"(?![\w-]|[.,]\d)"),
    "figure": (r"(?<![\w.,:/−–-])", r"(?!\d|[.,:/−–-]\d)"),
}


class Term(NamedTuple):
    """Something to look for: its kind, a key of ``AROUND``, and how it is written. ``value`` is that of a flag, or the
    unit of measure of a figure."""

    kind: str
    text: str
    value: str = ""

    @property
    def pattern(self) -> str:
        """What it looks like, with what must not stand around it. A blank may be the end of a line."""
        before, after = AROUND[self.kind]
        words = r"\s+".join(map(re.escape, self.text.split()))
        value = rf"""(?:[ \t]+|=)["']?{re.escape(self.value)}""" if self.kind == "flag" else ""
        return before + words + value + after


class Mention(NamedTuple):
    """A place that speaks of a term."""

    span: Span
    term: Term


def mentions(text: str, terms: Iterable[Term], silent: Iterable[Span] = ()) -> Iterator[Mention]:
    """The places that speak of the terms, in order. A term inside another one does not count, nor does what lies in
    a ``silent`` stretch."""
    found = [mention for term in terms for mention in _of(text, term)]
    quiet = list(silent)
    done = 0
    for mention in sorted(found, key=lambda one: (one.span.start, -one.span.end)):
        span = mention.span
        if span.start < done or any(one.start < span.end and span.start < one.end for one in quiet):
            continue
        done = span.end
        yield mention


def silent(document: Document) -> Iterator[Span]:
    """What of a page is no prose: regions, figures with a marker, where links lead to, the names of properties, and
    aliases, which keep old names on purpose."""
    yield from (region.span for region in document.regions)
    yield from (Span(figure.span.start, figure.marker.end) for figure in document.figures)
    yield from (link.target_span for link in document.links)
    for one in document.properties:
        yield one.span if one.name.lower() == "aliases" else Span(one.span.start, one.value_span.start)


def _of(text: str, term: Term) -> Iterator[Mention]:
    """Where a text speaks of one term, whatever stands there."""
    for found in re.finditer(term.pattern, text):
        end = found.end() if term.kind != "figure" else _end_of_figure(text, found.end(), term)
        if end is not None:
            yield Mention(Span(found.start(), end), term)


def _end_of_figure(text: str, end: int, term: Term) -> int | None:
    """Where a figure ends, its unit included; None where it has another unit, or none and few digits."""
    behind = UNIT_BEHIND.match(text, end)
    if behind and behind["unit"]:
        return behind.end() if measure_named(behind["unit"]) == term.value else None
    is_certain = sum(character.isdigit() for character in term.text) >= CERTAIN
    return end if is_certain and not (behind and behind["word"]) else None
