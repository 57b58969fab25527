"""Findings for people: one line each with its help below, coloured on a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.model.finding import Finding
from vaulttool.reporters._controls import CONTROLS, TURNS
from vaulttool.reporters._report import Known, Located, Report

BOLD, RED, YELLOW, CYAN, DIM = "1", "1;31", "1;33", "36", "2"
COLOURS = {"error": RED, "warning": YELLOW}
WRITTEN = {code: f"\\x{code:02x}" for code in CONTROLS} | {code: f"\\u{code:04x}" for code in TURNS}


def render(report: Report, colour: bool = False) -> Iterator[str]:
    """The lines of the report; at its end it counts."""
    for located in report.findings:
        yield from lines(located, colour)
    yield from closing(report)


def statistics(report: Report) -> Iterator[str]:
    """How often each rule speaks, most often first."""
    for rule, severity, number in report.counted:
        yield f"{number:6}  {severity:7}  {rule}"
    yield f"{len(report.findings):6}  in all"


def closing(report: Report) -> Iterator[str]:
    """What was read and found, and what a baseline left out."""
    yield counts(report)
    if report.baseline:
        yield _known(report.baseline)


def counts(report: Report) -> str:
    """What was read and what was found, on one line."""
    summary = report.summary
    return (
        f"{several(report.notes, 'note')}, {several(report.links, 'link')}: {report.unresolved} unresolved; "
        f"{several(summary['error'], 'error')}, {several(summary['warning'], 'warning')}"
    )


def _known(baseline: Known) -> str:
    """What a baseline left out, and what of it is gone: never an error, since mending something must not fail."""
    gone = len(baseline.gone)
    told = f'{gone} in it {"is" if gone == 1 else "are"} gone, which "vaulttool baseline" takes out'
    return f"{safe(baseline.file)}: {several(baseline.known, 'known finding')} left out" + (f"; {told}" if gone else "")


def safe(text: str) -> str:
    """The text with its control characters written out."""
    return text if text.isprintable() else text.translate(WRITTEN)


def sentences(finding: Finding) -> list[str]:
    """What a finding says, and how to mend it where that can be said; control characters written out."""
    return [safe(text) for text in (finding.message, finding.help) if text]


def lines(located: Located, colour: bool = False) -> Iterator[str]:
    """A finding with its related places and its help, each on a line."""
    finding = located.finding
    where = f"{safe(located.path)}:{located.start.line}:{located.start.column}"
    severity, rule, help = str(finding.severity), f"[{finding.rule}]", "help:"
    if colour:
        where, rule, help = _painted(where, BOLD), _painted(rule, DIM), _painted(help, CYAN)
        severity = _painted(severity, COLOURS[severity])
    yield f"{where}: {severity}: {safe(finding.message)} {rule}"
    for path, position, message in located.related:
        yield f"    {safe(path)}:{position.line}:{position.column}: {safe(message)}"
    if finding.help:
        yield f"    {help} {safe(finding.help)}"


def several(number: int, noun: str) -> str:
    """A number with its noun, in the singular where it is one."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _painted(text: str, code: str) -> str:
    return f"\x1b[{code}m{text}\x1b[0m"
