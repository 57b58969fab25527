"""The line that a finding speaks of, with the lines around it."""

from __future__ import annotations

from typing import NamedTuple

from vaulttool.reporters._excerpt import around
from vaulttool.text.span import Lines, Span

COLUMNS = 104
BESIDE = 1  # lines before and after


class Shown(NamedTuple):
    """A line by its number: what stands before, in and after the place that is spoken of. Lines around it have nothing
    in between."""

    number: int
    before: str
    marked: str = ""
    after: str = ""


def context(lines: Lines, span: Span) -> list[Shown]:
    """The first line of a place and those beside it; none of a file without text."""
    if not lines.text:
        return []
    start, end = lines.position(span.start), lines.position(span.end)
    found = []
    for number in range(max(start.line - BESIDE, 1), min(start.line + BESIDE, len(lines.starts)) + 1):
        line = lines.span(number).of(lines.text)
        if number != start.line:
            found.append(Shown(number, "".join(around(line, 0, 0, COLUMNS))))
            continue
        first = min(start.column - 1, len(line))
        behind = end.column - 1 if end.line == start.line else len(line)
        found.append(Shown(number, *around(line, first, max(min(behind, len(line)), first), COLUMNS)))
    return found
