"""Places in a text: spans of characters, and the lines and columns that people see."""

from __future__ import annotations

import re
from bisect import bisect_right

import msgspec

LINE_END = re.compile(r"\r\n|\n|\r")
BYTE_ORDER_MARK = "\ufeff"


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
        self.starts = [1 if text.startswith(BYTE_ORDER_MARK) else 0]
        self.starts += [found.end() for found in LINE_END.finditer(text)]

    def position(self, offset: int) -> Position:
        """The position of a character offset; offsets past the end give the place after the last character."""
        offset = min(max(offset, self.starts[0]), len(self.text))
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
