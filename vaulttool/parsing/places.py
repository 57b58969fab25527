"""Where on a page a marker counts, as the scanner of markers asks it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Protocol

from vaulttool.text.span import Span

RULE = "lone-marker"  # the rule that speaks of markers that make nothing


class Places(Protocol):
    """What the scanner asks of a page."""

    def hidden(self, offset: int) -> bool:
        """Whether what stands there is code or a comment, so that it means nothing."""

    def stands_alone(self, offset: int) -> bool:
        """Whether a comment there is a block of its own, in no list, quote or other HTML."""

    def in_heading(self, offset: int) -> bool:
        """Whether a place lies in a heading, where a marker would become part of the anchor."""


def is_inside(span: Span, others: Sequence[Span]) -> bool:
    """Whether a span lies in one of several, which are in order and do not overlap."""
    before = bisect_right(others, span.start, key=lambda other: other.start) - 1
    return before >= 0 and span.end <= others[before].end
