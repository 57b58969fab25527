"""A page as a reader meets it: what stands around a place, and whether it speaks of the past."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property, lru_cache

from vaulttool.parsing.document import Heading
from vaulttool.parsing.prose import Passage, Prose
from vaulttool.text.sentences import sentences
from vaulttool.text.span import Span

DATED = re.compile(r"[^\w\0]*+\d{4}-\d{2}(?:-\d{2})?(?!\d)")
PLAIN_QUOTE = "quote"


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
        above = self.prose.above(offset)
        return any(says(self.history, one.title) for one in above if title or one is not self.title)

    def is_dated(self, passage: Passage) -> bool:
        """Whether a passage begins with a day or month, as the entries of a log do."""
        return DATED.match(self.plain, passage.span.start, passage.span.end) is not None

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
