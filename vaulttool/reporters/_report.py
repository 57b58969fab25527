"""What a run has to say: findings with the positions that people see, and the counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from vaulttool.model.finding import SEVERITIES, Finding
from vaulttool.text.span import Lines, Position, Span


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


class Report(msgspec.Struct, frozen=True):
    """All that a reporter needs; ``notes``, ``links`` and ``unresolved`` count what was reported on."""

    vault: str
    notes: int
    links: int
    unresolved: int
    findings: tuple[Located, ...]
    shown: Callable[[str], str]

    @property
    def summary(self) -> dict[str, int]:
        """How many findings of each severity."""
        return {
            severity: sum(located.finding.severity == severity for located in self.findings) for severity in SEVERITIES
        }


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
    """Plain data or records as JSON, on one line unless indented."""
    encoded = msgspec.json.encode(content)
    return (msgspec.json.format(encoded, indent=indent) if indent else encoded).decode()
