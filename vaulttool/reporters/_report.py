"""What a run has to say: findings with the positions that people see, and the counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from vaulttool.model.finding import SEVERITIES, Finding, Severity
from vaulttool.reporters._controls import CONTROLS, TURNS, obeyed_by_none
from vaulttool.text.span import Lines, Position, Span

if TYPE_CHECKING:
    from vaulttool.model.baseline import Entry
    from vaulttool.model.rule import Rule

ESCAPED = {code: f"\\u{code:04x}" for code in (*CONTROLS, *TURNS) if code > 31}  # JSON itself escapes those below


class Located(msgspec.Struct, frozen=True):
    """A finding with its file as the user names it, and where it begins and ends (end exclusive)."""

    finding: Finding
    path: str
    start: Position
    end: Position
    related: tuple[tuple[str, Position, str], ...] = ()

    def shown(self, shown: Callable[[str], str]) -> Located:
        """The same with other names for files; the paths here are vault paths."""
        related = tuple((shown(path), position, message) for path, position, message in self.related)
        return Located(self.finding, shown(self.path), self.start, self.end, related)


def _nothing(path: str) -> str:
    return ""


class Known(msgspec.Struct, frozen=True):
    """What a baseline had to say: its file as the user names it, how many of the findings it knew, which are then left
    out, and its entries that nothing stands for any more."""

    file: str
    known: int
    gone: tuple[Entry, ...]


class Screen(msgspec.Struct, frozen=True):
    """What people read a report on.

    ``columns`` is its width. ``address`` says where a click on a file's name leads, by vault path: nowhere if empty.
    ``advises`` tells whether to say what to do next, ``mending`` is the command that writes the safe fixes of what is
    reported, empty where none does.
    """

    columns: int = 100
    address: Callable[[str], str] = _nothing
    advises: bool = False
    mending: str = ""


class Tally(msgspec.Struct, frozen=True):
    """How often a rule speaks with one severity, in how many files, and how often it has a safe fix."""

    rule: str
    severity: Severity
    count: int
    files: int
    safe_fixes: int


class Report(msgspec.Struct, frozen=True):
    """All that a reporter needs; ``notes``, ``links`` and ``unresolved`` count what was reported on.

    ``shown`` gives a file's name for people by its vault path, ``text`` what stands in it, ``rules`` all rules that
    could speak. ``fail_on`` is the least severity for which a run fails, ``status`` its exit status. ``baseline`` is
    None where none was asked; ``screen`` is what the report is shown on.
    """

    vault: str
    notes: int
    links: int
    unresolved: int
    findings: tuple[Located, ...]
    shown: Callable[[str], str]
    text: Callable[[str], str] = _nothing
    rules: Callable[[], Iterable[Rule]] = tuple
    fail_on: Severity = "error"
    exit_zero: bool = False
    baseline: Known | None = None
    screen: Screen = Screen()

    @property
    def summary(self) -> dict[str, int]:
        """How many findings of each severity."""
        return {
            severity: sum(located.finding.severity == severity for located in self.findings) for severity in SEVERITIES
        }

    @property
    def counted(self) -> list[tuple[str, Severity, int]]:
        """How often each rule speaks with each severity, most often first."""
        counted = Counter((located.finding.rule, located.finding.severity) for located in self.findings)
        return sorted(((*who, number) for who, number in counted.items()), key=lambda row: (-row[2], row[:2]))

    @property
    def tallies(self) -> list[Tally]:
        """The same with more to it, in the same order."""
        found: dict[tuple[str, Severity], list[Finding]] = {(rule, severity): [] for rule, severity, _ in self.counted}
        for located in self.findings:
            found[located.finding.rule, located.finding.severity].append(located.finding)
        return [
            Tally(*who, len(some), len({one.path for one in some}), sum(map(is_safely_mended, some)))
            for who, some in found.items()
        ]

    def fails(self, severity: Severity) -> bool:
        """Whether a finding of that severity makes the run fail."""
        return SEVERITIES.index(severity) <= SEVERITIES.index(self.fail_on)

    @property
    def status(self) -> int:
        """The exit status: 1 where something was found for which a run fails."""
        failing = any(number and self.fails(severity) for _, severity, number in self.counted)
        return int(failing and not self.exit_zero)


def is_safely_mended(finding: Finding) -> bool:
    """Whether a finding has a safe fix."""
    return finding.fix is not None and finding.fix.safe


def locate(findings: Iterable[Finding], text: Callable[[str], str], shown: Callable[[str], str]) -> tuple[Located, ...]:
    """The findings with positions; ``text`` gives a file's text by vault path, ``shown`` its name for people."""
    lines: dict[str, Lines] = {}

    def place(path: str, span: Span) -> tuple[Position, Position]:
        if path not in lines:
            lines[path] = Lines(text(path))
        return lines[path].position(span.start), lines[path].position(span.end)

    return tuple(
        Located(
            finding,
            shown(finding.path),
            *place(finding.path, finding.span),
            tuple((shown(one.path), place(one.path, one.span)[0], one.message) for one in finding.related),
        )
        for finding in findings
    )


def as_json(content: Any, indent: int = 0) -> str:
    """Plain data or records as JSON, on one line unless indented. No character in it is one that a terminal obeys;
    halves of a surrogate pair, which no file can hold, become question marks."""
    try:
        encoded = msgspec.json.encode(content)
    except UnicodeEncodeError:
        encoded = msgspec.json.encode(_whole(msgspec.to_builtins(content)))
    written = (msgspec.json.format(encoded, indent=indent) if indent else encoded).decode()
    written = obeyed_by_none(written, "\\u0023")
    return written if written.isascii() and "\x7f" not in written else written.translate(ESCAPED)


def _whole(content: Any) -> Any:
    if isinstance(content, str):
        return content.encode("utf-8", "replace").decode()
    if isinstance(content, dict):
        return {_whole(key): _whole(value) for key, value in content.items()}
    return [_whole(each) for each in content] if isinstance(content, list | tuple) else content
