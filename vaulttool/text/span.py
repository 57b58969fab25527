"""Places in a text: spans of characters, and the lines and columns that people see."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property

import msgspec

LINE_END = re.compile(r"\r\n|\n|\r")
BYTE_ORDER_MARK = "\ufeff"
FEW = 4


class Span(msgspec.Struct, frozen=True, gc=False, array_like=True, order=True):
    """A stretch of a text: character offsets from 0, the end exclusive."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """The characters that the span covers."""
        return text[self.start : self.end]


class Position(msgspec.Struct, frozen=True, gc=False, order=True):
    """A place as people count it: line and column from 1, the column in code points."""

    line: int
    column: int


class Lines:
    """The lines of one text, for turning offsets into positions and back.

    Lines end at LF, CRLF or CR and nowhere else. A byte order mark at the top is no column.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.asked = 0

    @cached_property
    def starts(self) -> list[int]:
        """Where each line starts."""
        first = 1 if self.text.startswith(BYTE_ORDER_MARK) else 0
        return [first, *(found.end() for found in LINE_END.finditer(self.text))]

    def position(self, offset: int) -> Position:
        """The position of a character offset; offsets past the end give the place after the last character."""
        offset = min(offset, len(self.text))
        self.asked += 1
        if self.asked <= FEW and "\r" not in self.text and not self.text.startswith(BYTE_ORDER_MARK):
            before = self.text.rfind("\n", 0, offset)  # for a few places counting is faster than listing all lines
            return Position(self.text.count("\n", 0, offset) + 1, offset - before)
        offset = max(offset, self.starts[0])
        line = bisect_right(self.starts, offset) - 1
        return Position(line + 1, offset - self.starts[line] + 1)

    def span(self, line: int) -> Span:
        """The characters of a line (from 1) without its line end; ``IndexError`` if there is no such line."""
        if not 1 <= line <= len(self.starts):
            raise IndexError(line)
        start = self.starts[line - 1]
        end = self.starts[line] if line < len(self.starts) else len(self.text)
        return Span(start, start + len(self.text[start:end].rstrip("\r\n")))

    def offset(self, line: int, column: int) -> int:
        """The offset of a position; ``IndexError`` where the text has no such line."""
        span = self.span(line)
        return min(span.start + max(column, 1) - 1, span.end)
