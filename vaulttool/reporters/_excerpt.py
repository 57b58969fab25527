"""The lines that a span covers, as a terminal can show them, and the columns in which it stands there."""

from __future__ import annotations

from typing import NamedTuple

from vaulttool.reporters._controls import UNSEEN, obeyed_by_none
from vaulttool.reporters.text import WRITTEN
from vaulttool.text.columns import head, tail, width
from vaulttool.text.span import Lines, Position, Span

MOST_LINES = 4  # of one span
TAB = 4  # columns from one stop to the next
NARROWEST = 20  # columns
FOR_ONE = 4  # characters that are looked at for each column: some take none
CUT = "…"
SHARP = "♯"  # as wide as the number sign that it stands for
HALVES = range(0xD800, 0xE000)  # of surrogate pairs
VISIBLE = {**WRITTEN, **{code: f"\\u{code:04x}" for code in (*UNSEEN, *HALVES)}, ord("\t"): "\t"}


class Row(NamedTuple):
    """A line of the source by its number, as it is shown, how many columns stand before the marks, and how many marks
    there are. Without a number it stands for lines that are left out."""

    number: int | None
    text: str = ""
    before: int = 0
    marked: int = 0


def excerpt(lines: Lines, span: Span, columns: int) -> list[Row]:
    """The lines that a span covers, each cut around it to so many columns; of many the first and the last. None of a
    file without text."""
    if not lines.text:
        return []
    start, end = lines.position(span.start), lines.position(span.end)
    last = end.line - 1 if end.column == 1 and end.line > start.line else end.line
    numbers: list[int | None] = [*range(start.line, last + 1)]
    if len(numbers) > MOST_LINES:
        numbers[MOST_LINES - 2 : -1] = [None]
    return [_row(lines, number, start, end, max(columns, NARROWEST)) for number in numbers]


def _row(lines: Lines, number: int | None, start: Position, end: Position, columns: int) -> Row:
    if number is None:
        return Row(None)
    line = lines.span(number).of(lines.text)
    first = start.column - 1 if number == start.line else len(line) - len(line.lstrip())
    behind = end.column - 1 if number == end.line else len(line.rstrip())
    first = min(first, len(line))
    before, marked, after = around(line, first, max(min(behind, len(line)), first), columns)
    least = 1 if number == start.line else 0  # a place where nothing stands is shown, too
    shown = obeyed_by_none(before + marked + after, SHARP)
    return Row(number, shown, width(before), max(width(before + marked) - width(before), least))


def around(line: str, first: int, behind: int, columns: int) -> tuple[str, str, str]:
    """What stands before, between and after two places of a line, as it is shown, in no more than so many columns. No
    more of the line is looked at than can be needed: some have millions of characters."""
    far = FOR_ONE * columns
    near = max(first - far, 0)
    before = visible(line[near:first], 0)
    marked = visible(line[first : min(behind, first + far)], width(before))
    after = visible(line[behind : behind + far], width(before + marked))
    if near == 0 and behind + far >= len(line) and width(before + marked + after) <= columns:
        return before, marked, after
    return _cut(before, marked, after, columns, near > 0, behind + far < len(line))


def _cut(
    before: str, marked: str, after: str, columns: int, has_more_before: bool, has_more_after: bool
) -> tuple[str, str, str]:
    """The three cut to so many columns together: the mark last, and what is around it by halves."""
    free = columns - width(marked)
    if free < 2:
        before = CUT if before else ""
        return before, head(marked, columns - len(before) - 1) + CUT, ""
    left = min(max(free // 2, free - width(after)), width(before))
    if has_more_before or width(before) > left:
        before = CUT + tail(before, left - 1)
    right = free - width(before)
    if has_more_after or width(after) > right:
        after = head(after, right - 1) + CUT
    return before, marked, after


def visible(text: str, column: int) -> str:
    """The text as it is shown from a column on: what draws, turns or takes no room written out, tabs as blanks."""
    if text.isprintable():
        return text
    shown = ""
    for number, part in enumerate(text.translate(VISIBLE).split("\t")):
        blanks = TAB - (column + width(shown)) % TAB if number else 0
        shown += " " * blanks + part
    return shown
