"""A summary for a pull request or a job's page: counts and a table, bounded in size.

Text of notes stands in it as code, letter by letter: it makes no link, mentions nobody and breaks no table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from vaulttool.model.finding import SEVERITIES
from vaulttool.reporters._report import Located, Report
from vaulttool.reporters.text import counts, safe, several

IN_REPOSITORY = True
MOST_CHARACTERS = 50_000  # of the rows: a comment on GitHub holds 65,536
LONGEST = 200  # characters of a path or message that are shown
MEANING = {ord(mark): f"&#{ord(mark)};" for mark in "!#$%&*+:<>@[\\]^_`{|}~"}
HOST = re.compile(r"(?<=www)\.", re.IGNORECASE)  # some renderers make a link of what begins so


def render(report: Report, colour: bool = False) -> Iterator[str]:
    """A heading with the number of findings, what was read, and a table of findings, errors first."""
    yield from _heading(report)
    if report.findings:
        yield ""
        yield from _table(("Severity", "Place", "Finding", "Rule"), _bounded(_rows(report)))
    left = len(report.findings) - sum(1 for _ in _bounded(_rows(report)))
    if left:
        yield ""
        yield f"{several(left, 'more finding')} not shown. By rule:"
        yield ""
        yield from _by_rule(report)


def statistics(report: Report, colour: bool = False) -> Iterator[str]:
    """The same heading, and how often each rule speaks, most often first."""
    yield from _heading(report)
    if report.findings:
        yield ""
        yield from _by_rule(report)


def _heading(report: Report) -> Iterator[str]:
    summary = report.summary
    found = ", ".join(several(summary[severity], severity) for severity in SEVERITIES if summary[severity])
    yield f"## vaulttool: {found or 'nothing found'}"
    yield ""
    yield counts(report)


def _by_rule(report: Report) -> Iterator[str]:
    rows = (f"| {number} | {severity} | {_code(rule)} |" for rule, severity, number in report.counted)
    yield from _table(("Findings", "Severity", "Rule"), _bounded(rows, MOST_CHARACTERS // 10))


def _rows(report: Report) -> Iterator[str]:
    for located in sorted(report.findings, key=lambda located: SEVERITIES.index(located.finding.severity)):
        yield _row(located)


def _row(located: Located) -> str:
    finding = located.finding
    place = f"{_code(located.path)}, line {located.start.line}"
    told = "<br>".join(_code(text) for text in (finding.message, finding.help) if text)
    return f"| {finding.severity} | {place} | {told} | {_code(finding.rule)} |"


def _table(headings: Iterable[str], rows: Iterable[str]) -> Iterator[str]:
    names = [*headings]
    yield f"| {' | '.join(names)} |"
    yield f"| {' | '.join('---' for _ in names)} |"
    yield from rows


def _bounded(rows: Iterable[str], most: int = MOST_CHARACTERS) -> Iterator[str]:
    """The first rows, as many as have together no more characters than that."""
    for row in rows:
        most -= len(row) + 1
        if most < 0:
            return
        yield row


def _code(text: str) -> str:
    """Text as code. The characters that mean something are written by their numbers: between backticks a bar would
    end the cell, and a backslash before one could not be written at all."""
    shown = safe(text)
    if len(shown) > LONGEST:
        shown = shown[: LONGEST - 1] + "…"
    return f"<code>{HOST.sub('&#46;', shown.translate(MEANING))}</code>"
