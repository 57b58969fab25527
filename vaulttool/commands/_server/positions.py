"""Places of a text as editors count them: lines from 0, characters in units of UTF-16, UTF-8 or UTF-32."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property

from lsprotocol import types

from vaulttool.text.span import BYTE_ORDER_MARK, LINE_END, Span

UTF_8, UTF_32 = types.PositionEncodingKind.Utf8, types.PositionEncodingKind.Utf32


class Positions:
    """The positions of one text. A byte order mark at its top is no character, as an editor does not show it."""

    def __init__(self, text: str, encoding: str) -> None:
        self.text = text
        self.encoding = encoding

    def range(self, span: Span) -> types.Range:
        """A stretch of the text."""
        return types.Range(self.position(span.start), self.position(span.end))

    def position(self, offset: int) -> types.Position:
        """The position of an offset; those past the end are the end."""
        offset = max(min(offset, len(self.text)), self._starts[0])
        line = bisect_right(self._starts, offset) - 1
        return types.Position(line, self._units(self.text[self._starts[line] : offset]))

    def offset(self, position: types.Position) -> int:
        """The offset of a position; past the end of a line it is that end, past the last line that of the text."""
        if position.line >= len(self._starts):
            return len(self.text)
        start = self._starts[position.line]
        end = self._starts[position.line + 1] if position.line + 1 < len(self._starts) else len(self.text)
        line = self.text[start:end].rstrip("\r\n")
        if line.isascii() or self.encoding == UTF_32:
            return start + min(position.character, len(line))
        units = 0
        for index, character in enumerate(line):
            if units >= position.character:
                return start + index
            units += self._units(character)
        return start + len(line)

    @cached_property
    def _starts(self) -> list[int]:
        first = 1 if self.text.startswith(BYTE_ORDER_MARK) else 0
        return [first, *(found.end() for found in LINE_END.finditer(self.text))]

    def _units(self, text: str) -> int:
        if text.isascii() or self.encoding == UTF_32:
            return len(text)
        if self.encoding == UTF_8:
            return len(text.encode("utf-8", "surrogatepass"))
        return len(text.encode("utf-16-le", "surrogatepass")) // 2
