"""Findings for programs: one object, whose form is a contract (``schemas/report.schema.json``)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vaulttool.model.finding import Fix
from vaulttool.reporters._report import Located, Report, as_json

VERSION = 1


def render(report: Report, colour: bool = False) -> Iterator[str]:
    """The report as indented JSON; nothing in it depends on the clock."""
    content = {
        "version": VERSION,
        "vault": report.vault,
        "notes": report.notes,
        "links": report.links,
        "unresolved": report.unresolved,
        "findings": [_finding(located, report) for located in report.findings],
        "summary": report.summary,
    }
    yield as_json(content, indent=2)


def statistics(report: Report) -> Iterator[str]:
    """How often each rule speaks, as a list of objects, most often first."""
    rows = [{"rule": rule, "severity": severity, "count": number} for rule, severity, number in report.counted]
    yield as_json(rows, indent=2)


def _finding(located: Located, report: Report) -> dict[str, Any]:
    finding = located.finding
    return {
        "rule": finding.rule,
        "severity": finding.severity,
        "path": located.path,
        "line": located.start.line,
        "column": located.start.column,
        "end_line": located.end.line,
        "end_column": located.end.column,
        "message": finding.message,
        "help": finding.help,
        "fix": _fix(finding.fix, report) if finding.fix else None,
        "related": [
            {"path": path, "line": position.line, "column": position.column, "message": message}
            for path, position, message in located.related
        ],
    }


def _fix(fix: Fix, report: Report) -> dict[str, Any]:
    edits = [
        {"path": report.shown(edit.path), "start": edit.span.start, "end": edit.span.end, "text": edit.text}
        for edit in fix.edits
    ]
    return {"title": fix.title, "safe": fix.safe, "edits": edits}
