"""From places in a block's content, as markdown-it-py keeps it, to places in the note.

It keeps no offsets, only lines; content is their text less the marks of containers and the white space around.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from vaulttool.text.span import Lines

ESCAPED_BAR = re.compile(r"\\\|")


class Places(NamedTuple):
    """From offsets in a block's content to offsets in the note: stretch by stretch, ``shift`` added first."""

    starts: Sequence[int]
    sources: Sequence[int]
    shift: int = 0

    def offset(self, position: int) -> int:
        """The offset in the note."""
        position += self.shift
        stretch = bisect_right(self.starts, position) - 1
        return self.sources[stretch] + position - self.starts[stretch]


class _Row(NamedTuple):
    """A table's row as its cells have it, and where that stands in the note."""

    number: int
    plain: str
    starts: Sequence[int]
    sources: Sequence[int]


class Contents:
    """The contents of a note's blocks, asked for in order; ``start`` is where the body begins in the note."""

    def __init__(self, lines: Lines, start: int) -> None:
        self.lines = lines
        self.start = start
        self._row = _Row(-1, "", (0,), (0,))
        self._searched = 0  # where in the row the next cell may begin

    def places(self, content: str, first: int, block: str) -> Places:
        """The places of the content of a block (heading, td ...) that begins in the line ``first``, from 0."""
        if block in ("td", "th"):
            return self._cell(content, first)
        starts, sources, position = [], [], 0
        for number, line in enumerate(content.split("\n"), first + 1):
            starts.append(position)
            sources.append(self._source(line, number, block == "heading"))
            position += len(line) + 1
        return Places(starts, sources)

    def _source(self, line: str, number: int, heading: bool) -> int:
        """Where a line of content stands: at the line's end, or for a heading in its middle."""
        span = self.lines.span(min(number, len(self.lines.starts)))
        source, wanted = span.of(self.lines.text), line.strip()
        at = source.rfind(wanted) if heading else len(source.rstrip()) - len(wanted)
        return self.start + span.start + at - (len(line) - len(line.lstrip()))

    def _cell(self, content: str, number: int) -> Places:
        """Where a table cell stands in its row."""
        if number != self._row.number:
            span = self.lines.span(number + 1)
            self._row = _row(number, span.of(self.lines.text), self.start + span.start)
            self._searched = 0
        at = max(self._row.plain.find(content, self._searched), 0)
        self._searched = at + len(content)
        return Places(self._row.starts, self._row.sources, at)


def _row(number: int, source: str, start: int) -> _Row:
    """A row whose bars inside of cells are written with a backslash before them."""
    starts, sources = [0], [start]
    for before, escape in enumerate(ESCAPED_BAR.finditer(source)):
        starts.append(escape.start() - before)
        sources.append(start + escape.start() + 1)
    return _Row(number, source.replace("\\|", "|"), starts, sources)
