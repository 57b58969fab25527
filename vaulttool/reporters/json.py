"""Findings for programs: one object, whose form is a contract (``schemas/report.schema.json``)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from vaulttool.model.finding import Fix
from vaulttool.reporters._report import Known, Located, Report, as_json

VERSION = 1


def render(report: Report, colour: bool = False) -> Iterator[str]:
    """The report as indented JSON; nothing in it depends on the clock."""
    content = totals(report)
    summary = content.pop("summary")
    found = [finding(located, report) for located in report.findings]
    known = {"baseline": content.pop("baseline")} if "baseline" in content else {}
    yield as_json({**content, "findings": found, "summary": summary, **known}, indent=2)


def statistics(report: Report, colour: bool = False) -> Iterator[str]:
    """How often each rule speaks, as a list of objects, most often first."""
    yield as_json(rows(report), indent=2)


def totals(report: Report) -> dict[str, Any]:
    """All but the findings."""
    return {
        "version": VERSION,
        "vault": report.vault,
        "notes": report.notes,
        "links": report.links,
        "unresolved": report.unresolved,
        "summary": report.summary,
        **({"baseline": _known(report.baseline)} if report.baseline else {}),
    }


def rows(report: Report) -> list[dict[str, Any]]:
    """How often each rule speaks, in how many files, and how often it has a safe fix."""
    return [msgspec.structs.asdict(one) for one in report.tallies]


def finding(located: Located, report: Report) -> dict[str, Any]:
    """One finding."""
    found = located.finding
    return {
        "rule": found.rule,
        "severity": found.severity,
        "path": located.path,
        "line": located.start.line,
        "column": located.start.column,
        "end_line": located.end.line,
        "end_column": located.end.column,
        "message": found.message,
        "help": found.help,
        "fix": _fix(found.fix, report) if found.fix else None,
        "related": [
            {"path": path, "line": position.line, "column": position.column, "message": message}
            for path, position, message in located.related
        ],
    }


def _known(baseline: Known) -> dict[str, Any]:
    gone = [{"rule": one.rule, "path": one.path, "text": one.text} for one in baseline.gone]
    return {"file": baseline.file, "known": baseline.known, "gone": gone}


def _fix(fix: Fix, report: Report) -> dict[str, Any]:
    edits = [
        {"path": report.shown(edit.path), "start": edit.span.start, "end": edit.span.end, "text": edit.text}
        for edit in fix.edits
    ]
    return {"title": fix.title, "safe": fix.safe, "edits": edits}
