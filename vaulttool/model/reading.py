"""A page as a reader meets it: what stands around a place, and whether it speaks of the past."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from vaulttool.parsing.document import Heading, Link
from vaulttool.parsing.prose import Passage, Prose, Table
from vaulttool.text.sentences import sentences
from vaulttool.text.span import Span

DATED = re.compile(r"[^\w\0]*+\d{4}-\d{2}(?:-\d{2})?(?!\d)")
PLAIN_QUOTE = "quote"


class Cell(NamedTuple):
    """A cell of a table, with its row and column."""

    span: Span
    table: Table
    row: tuple[Span, ...]
    column: int


class Reading:
    """What stands around the places of a page. ``history`` are the words in a heading that make its section one of the
    past."""

    def __init__(self, prose: Prose, history: Sequence[str] = ()) -> None:
        self.prose = prose
        self.plain = prose.plain
        self.history = history
        self._sentences: dict[int, list[Span]] = {}

    @cached_property
    def title(self) -> Heading | None:
        """The heading that is the title of the page: one of level 1 above all others."""
        first = next(iter(self.prose.document.headings), None)
        return first if first is not None and first.level == 1 else None

    @cached_property
    def top(self) -> int:
        """Where the part below the title ends: at the next heading, or at the end of the page."""
        others = (one.span.start for one in self.prose.document.headings if one is not self.title)
        return next(others, len(self.plain))

    def passage(self, offset: int) -> Passage | None:
        """The block of prose that a place lies in."""
        before = bisect_right(self._starts, offset) - 1
        found = self.prose.passages[before] if before >= 0 else None
        return found if found is not None and offset < found.span.end else None

    def is_quoted(self, offset: int) -> bool:
        """Whether a place lies in quoted text, a call-out not counted."""
        found = self.passage(offset)
        return found is not None and found.quote == PLAIN_QUOTE

    def sentence(self, passage: Passage, offset: int) -> Span:
        """The sentence of a passage that a place lies in."""
        known = self._sentences.get(passage.span.start)
        if known is None:
            known = sentences(self.plain, passage.span)
            self._sentences[passage.span.start] = known
        return known[max(0, bisect_right(known, offset, key=lambda span: span.start) - 1)]

    def is_history(self, offset: int, title: bool = True) -> bool:
        """Whether a place stands under a heading of the past; that of the page counts only with ``title``."""
        before = bisect_right(self._headings, offset) - 1
        return before >= 0 and (self._past if title else self._past_below)[before]

    def is_dated(self, passage: Passage) -> bool:
        """Whether a passage begins with a day or month, as the entries of a log do."""
        return DATED.match(self.plain, passage.span.start, passage.span.end) is not None

    def links(self, span: Span) -> Sequence[Link]:
        """The links in a stretch of the body."""
        start = bisect_left(self._links, span.start, key=lambda link: link.span.start)
        end = bisect_left(self._links, span.end, key=lambda link: link.span.start)
        return self._links[start:end]

    def cell(self, offset: int) -> Cell | None:
        """The cell of a row that a place lies in."""
        before = bisect_right(self._cells, offset, key=lambda cell: cell.span.start) - 1
        found = self._cells[before] if before >= 0 else None
        return found if found is not None and offset < found.span.end else None

    def next(self, offset: int) -> Passage | None:
        """The first block of prose that begins at a place or behind it."""
        at = bisect_left(self._starts, offset)
        return self.prose.passages[at] if at < len(self._starts) else None

    def introduction(self, item: Passage) -> Passage | None:
        """The block of prose above the list that an item stands in."""
        return self._introductions.get(item.span.start)

    @cached_property
    def _introductions(self) -> dict[int, Passage]:
        found: dict[int, Passage] = {}
        above = None
        for passage in self.prose.passages:
            if passage.kind != "item":
                above = passage
            elif above is not None:
                found[passage.span.start] = above
        return found

    @cached_property
    def _headings(self) -> Sequence[int]:
        return [heading.span.start for heading in self.prose.document.headings]

    @cached_property
    def _past(self) -> Sequence[bool]:
        return self._are_past(None)

    @cached_property
    def _past_below(self) -> Sequence[bool]:
        return self._are_past(self.title)

    def _are_past(self, without: Heading | None) -> Sequence[bool]:
        """For each heading whether it is one of the past, or stands under one."""
        found: list[bool] = []
        above: list[tuple[int, bool]] = []
        for heading in self.prose.document.headings:
            above = [one for one in above if one[0] < heading.level]
            is_outer = bool(above) and above[-1][1]
            above.append((heading.level, is_outer or (heading is not without and says(self.history, heading.title))))
            found.append(above[-1][1])
        return found

    @cached_property
    def _links(self) -> Sequence[Link]:
        found = [link for link in self.prose.document.links if link.kind != "property"]
        return sorted(found, key=lambda link: link.span.start)

    @cached_property
    def _cells(self) -> Sequence[Cell]:
        return [
            Cell(cell, table, row, column)
            for table in self.prose.tables
            for row in table.rows
            for column, cell in enumerate(row)
        ]

    @cached_property
    def _starts(self) -> list[int]:
        return [one.span.start for one in self.prose.passages]


def says(words: Sequence[str], text: str) -> bool:
    """Whether a text has one of the words, compared without case."""
    return bool(words) and _any_of(tuple(words)).search(text) is not None


@lru_cache(maxsize=16)
def _any_of(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{alternatives(words)})(?!\w)", re.IGNORECASE)


def alternatives(words: Sequence[str]) -> str:
    """A pattern for any of some words, the longest first; a blank in one may be any white space."""
    escaped = [r"\s+".join(map(re.escape, word.split())) for word in words if word.split()]
    return "|".join(sorted(escaped, key=len, reverse=True)) or r"(?!)"
