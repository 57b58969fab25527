"""Findings as GitHub Actions annotations, shown at their lines in a pull request."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.reporters._controls import CONTROLS
from vaulttool.reporters._report import Located, Report
from vaulttool.reporters.text import WRITTEN, sentences

IN_REPOSITORY = True
IN_MESSAGE = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
IN_PROPERTY = {code: WRITTEN[code] for code in CONTROLS} | IN_MESSAGE | str.maketrans({":": "%3A", ",": "%2C"})


def render(report: Report, colour: bool = False) -> Iterator[str]:
    """One workflow command a finding."""
    for located in report.findings:
        yield _command(located)


def _command(located: Located) -> str:
    finding = located.finding
    properties = {
        "file": located.path,
        "line": str(located.start.line),
        "endLine": str(located.end.line),
        "col": str(located.start.column),
        "endColumn": str(located.end.column),
        "title": finding.rule,
    }
    if located.start.line != located.end.line:  # columns are only understood within one line
        del properties["col"], properties["endColumn"]
    listed = ",".join(f"{name}={value.translate(IN_PROPERTY)}" for name, value in properties.items())
    message = "\n".join(sentences(finding))
    return f"::{finding.severity} {listed}::{message.translate(IN_MESSAGE)}"
