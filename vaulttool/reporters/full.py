"""Findings for people who want to see the place: as in text, with the lines of the source and carets below the span."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from vaulttool.reporters._advice import advice
from vaulttool.reporters._excerpt import Row, excerpt
from vaulttool.reporters._report import Located, Report
from vaulttool.reporters._terminal import COLOURS, CYAN, DIM, painted
from vaulttool.reporters.text import closing, heading, related, remedy
from vaulttool.reporters.text import statistics as statistics
from vaulttool.text.span import Lines, Span

DIGITS = 4  # in the gutter, at the least
BESIDE = 3  # columns between the number of a line and what stands in it
FILES = 16  # that are kept divided into lines
CARET, DASH = "^", "-"  # below what is wrong, and below another place that the finding speaks of


def render(report: Report, colour: bool = False) -> Iterator[str]:
    """The findings with an empty line after each; the last lines are those of text."""
    pages = _Pages(report, colour)
    for located in report.findings:
        yield from pages.finding(located)
        yield ""
    yield from closing(report)
    yield from advice(report, colour)


class _Pages:
    """The files that findings stand in, divided into lines."""

    def __init__(self, report: Report, colour: bool) -> None:
        self.screen = report.screen
        self.colour = colour
        self.lines = lru_cache(FILES)(lambda path: Lines(report.text(path)))

    def finding(self, located: Located) -> Iterator[str]:
        """A finding, its place, the other places that it speaks of, and how to mend it."""
        finding = located.finding
        yield heading(located, self.colour, self.screen)
        yield from self._place(finding.path, finding.span, CARET, COLOURS[finding.severity])
        for other, (path, position, message) in zip(finding.related, located.related, strict=True):
            yield related(path, position, message, self.screen.address(other.path))
            yield from self._place(other.path, other.span, DASH, CYAN)
        if finding.help:
            yield remedy(finding.help, self.colour)

    def _place(self, path: str, span: Span, mark: str, code: str) -> Iterator[str]:
        rows = excerpt(self.lines(path), span, self.screen.columns - DIGITS - BESIDE)
        digits = max([DIGITS, *(len(str(row.number)) for row in rows if row.number)])
        for row in rows:
            yield from self._row(row, digits, mark, code)

    def _row(self, row: Row, digits: int, mark: str, code: str) -> Iterator[str]:
        """A line of the source with the marks below it; three dots for lines that are left out."""
        if row.number is None:
            yield f"{'...':>{digits}}"
            return
        number, gap, marks = f"{row.number:>{digits}} |", f"{'':{digits}} |", mark * row.marked
        if self.colour:
            number, gap, marks = painted(number, DIM), painted(gap, DIM), marks and painted(marks, code)
        yield f"{number} {row.text}".rstrip()
        if marks:
            yield f"{gap} {' ' * row.before}{marks}"
