"""How often each rule speaks, as a table for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vaulttool.reporters._report import Report
from vaulttool.reporters._terminal import BOLD, COLOURS, DIM, painted

HEADINGS = ("findings", "severity", "rule", "files", "safe fixes")
WORDS = (1, 2)  # columns of words stand at the left


def table(report: Report, colour: bool) -> Iterator[str]:
    """A heading, a row for each rule and severity, most often first, and the sums; of nothing a sum alone."""
    tallies = report.tallies
    rows = [(one.count, one.severity, one.rule, one.files, one.safe_fixes or "-") for one in tallies]
    files = {located.finding.path for located in report.findings}
    safe_fixes = sum(one.safe_fixes for one in tallies)
    sums = (len(report.findings), "", "in all", len(files), safe_fixes or "-")
    cells = [[str(cell) for cell in row] for row in (HEADINGS, *rows, sums)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    first, *others = (_aligned(row, widths) for row in cells)
    yield painted(first, DIM) if colour else first
    for line, severity in zip(others, [*(one.severity for one in tallies), ""], strict=True):
        yield _coloured(line, severity) if colour else line


def _aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    """The cells below one another, numbers at the right."""
    cells = (
        f"{cell:{width}}" if column in WORDS else f"{cell:>{width}}"
        for column, (cell, width) in enumerate(zip(row, widths, strict=True))
    )
    return "  ".join(cells).rstrip()


def _coloured(line: str, severity: str) -> str:
    """A row with its severity in colour; the last row has none, and stands out."""
    return line.replace(severity, painted(severity, COLOURS[severity]), 1) if severity else painted(line, BOLD)
