"""Findings for programs that read line by line: one object each, and one with the counts at the end.

The form is a contract (``schemas/report-line.schema.json``): a finding is as ``--format json`` has it, and the last
line has all else of that.
"""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.reporters._report import Report, as_json
from vaulttool.reporters.json import finding, rows, totals


def render(report: Report, colour: bool = False) -> Iterator[str]:
    """A line for each finding, and the last line."""
    for located in report.findings:
        yield as_json(finding(located, report))
    yield as_json(totals(report))


def statistics(report: Report, colour: bool = False) -> Iterator[str]:
    """How often each rule speaks, one object a line, most often first."""
    yield from map(as_json, rows(report))
