"""A text with LF for every line end, and the way from places in it to places in the text as read, and back."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable

from vaulttool.text.span import Span

RETURN = re.compile(r"\r(?=\n)")


class WithLf:
    """A text with LF ends, and where its characters stand in the text as read."""

    def __init__(self, written: str) -> None:
        self.text = written.replace("\r\n", "\n").replace("\r", "\n")
        self._returns = [found.start() for found in RETURN.finditer(written)]
        self._ends = [place - index for index, place in enumerate(self._returns)]

    def inner(self, offset: int) -> int:
        """The place here of a place in the text as read."""
        return offset - bisect_left(self._returns, offset)

    def outer(self, offset: int) -> int:
        """The place in the text as read of a place here; the end of a line is before its line end."""
        return offset + bisect_left(self._ends, offset)


def moved(span: Span, place: Callable[[int], int]) -> Span:
    """A span with both its places put elsewhere."""
    return Span(place(span.start), place(span.end))
