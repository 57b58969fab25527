"""Findings for people: one line each with its help below, with colours and links on a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.model.finding import Finding
from vaulttool.reporters._advice import advice
from vaulttool.reporters._controls import CONTROLS, TURNS, obeyed_by_none
from vaulttool.reporters._report import Known, Located, Report, Screen
from vaulttool.reporters._statistics import table
from vaulttool.reporters._terminal import BOLD, COLOURS, CYAN, DIM, linked, painted
from vaulttool.text.span import Position

NOWHERE = Screen()
WRITTEN = {code: f"\\x{code:02x}" for code in CONTROLS} | {code: f"\\u{code:04x}" for code in TURNS}


def render(report: Report, colour: bool = False) -> Iterator[str]:
    """The lines of the report; at its end it counts, and on a terminal it says what to do next."""
    for located in report.findings:
        yield from lines(located, colour, report.screen)
    yield from closing(report)
    yield from advice(report, colour)


def statistics(report: Report, colour: bool = False) -> Iterator[str]:
    """How often each rule speaks, most often first, in how many files, and how often it has a safe fix."""
    yield from table(report, colour)
    yield from advice(report, colour)


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
    """The text with its control characters written out, and what would be a command to a forge."""
    return obeyed_by_none(text if text.isprintable() else text.translate(WRITTEN))


def sentences(finding: Finding) -> list[str]:
    """What a finding says, and how to mend it where that can be said; control characters written out."""
    return [safe(text) for text in (finding.message, finding.help) if text]


def lines(located: Located, colour: bool = False, screen: Screen = NOWHERE) -> Iterator[str]:
    """A finding with its related places and its help, each on a line."""
    yield heading(located, colour, screen)
    if located.related:
        for other, (path, position, message) in zip(located.finding.related, located.related, strict=True):
            yield related(path, position, message, screen.address(other.path))
    if located.finding.help:
        yield remedy(located.finding.help, colour)


def heading(located: Located, colour: bool = False, screen: Screen = NOWHERE) -> str:
    """The line that says what is wrong and where."""
    finding, start, address = located.finding, located.start, screen.address(located.finding.path)
    if not colour and not address:  # as nearly always, and of many findings
        where = f"{located.path}:{start.line}:{start.column}"
        return safe(f"{where}: {finding.severity}: {finding.message} [{finding.rule}]")
    where, severity, rule = place(located.path, start), str(finding.severity), f"[{finding.rule}]"
    if colour:
        where, severity, rule = painted(where, BOLD), painted(severity, COLOURS[severity]), painted(rule, DIM)
    return f"{linked(where, address)}: {severity}: {safe(finding.message)} {rule}"


def related(path: str, position: Position, message: str, address: str) -> str:
    """The line on another place that a finding speaks of."""
    return f"    {linked(place(path, position), address)}: {safe(message)}"


def remedy(text: str, colour: bool) -> str:
    """The line that says how to mend it."""
    return f"    {painted('help:', CYAN) if colour else 'help:'} {safe(text)}"


def place(path: str, position: Position) -> str:
    """A place as terminals, editors and people read it."""
    return f"{safe(path)}:{position.line}:{position.column}"


def several(number: int, noun: str) -> str:
    """A number with its noun, in the singular where it is one."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
