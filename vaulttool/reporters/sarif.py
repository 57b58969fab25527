"""Findings as SARIF 2.1.0, for code scanning, editors and viewers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import vaulttool
from vaulttool.model.finding import Edit, Fix
from vaulttool.model.fingerprint import fingerprints
from vaulttool.reporters._report import Located, Report, as_json
from vaulttool.reporters.text import safe, sentences
from vaulttool.text.span import Lines, Position, Span

if TYPE_CHECKING:
    from vaulttool.model.rule import Rule

IN_REPOSITORY = True
SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
TOP = "%SRCROOT%"  # by this name code scanning knows the top of the repository
FINGERPRINT = "vaulttool/v1"  # its number rises with the way in which it is made
LINK = "]("  # in a message `[text](address)` would be a link, whatever text of a note stands in it


def render(report: Report, colour: bool = False) -> Iterator[str]:
    """One log with one run."""
    yield as_json({"$schema": SCHEMA, "version": "2.1.0", "runs": [_run(report)]}, indent=2)


def _run(report: Report) -> dict[str, Any]:
    rules = {rule.name: _rule(rule) for rule in report.rules()}
    for located in report.findings:
        rules.setdefault(located.finding.rule, {"id": located.finding.rule})
    numbers = {name: number for number, name in enumerate(rules)}
    names = fingerprints((located.finding for located in report.findings), report.text)
    pages = _Pages(report)
    return {
        "tool": {"driver": {"name": "vaulttool", "semanticVersion": vaulttool.__version__, "rules": [*rules.values()]}},
        "invocations": [{"executionSuccessful": True, "exitCode": report.status}],
        "originalUriBaseIds": {TOP: {"description": {"text": "The top of the repository that holds the vault."}}},
        "columnKind": "unicodeCodePoints",
        "newlineSequences": ["\r\n", "\n", "\r"],
        "results": [
            _result(located, numbers[located.finding.rule], name, pages)
            for located, name in zip(report.findings, names, strict=True)
        ],
        "properties": {"notes": report.notes, "links": report.links, "unresolved": report.unresolved},
    }


def _rule(rule: Rule) -> dict[str, Any]:
    level = "warning" if rule.level == "off" else rule.level
    return {
        "id": rule.name,
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": rule.summary},
        "help": {"text": rule.manual, "markdown": rule.manual},
        "defaultConfiguration": {"enabled": rule.level != "off", "level": level},
        "properties": {"problem.severity": level},
    }


def _result(located: Located, number: int, fingerprint: str, pages: _Pages) -> dict[str, Any]:
    finding = located.finding
    found: dict[str, Any] = {
        "ruleId": finding.rule,
        "ruleIndex": number,
        "level": finding.severity,
        "message": _message(*sentences(finding)),
        "locations": [{"physicalLocation": _place(located.path, _region(located.start, located.end))}],
        "partialFingerprints": {FINGERPRINT: fingerprint},
    }
    if located.related:
        found["relatedLocations"] = [
            {"id": number, "physicalLocation": _place(path, _region(position)), "message": _message(safe(message))}
            for number, (path, position, message) in enumerate(located.related)
        ]
    fix = pages.fix(finding.fix) if finding.fix else None
    if fix:
        found["fixes"] = [fix]
    return found


class _Pages:
    """The files that fixes change, each divided into lines once."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.lines: dict[str, Lines] = {}

    def fix(self, fix: Fix) -> dict[str, Any] | None:
        """A fix; None where lines and columns cannot say what it replaces, such as half of a line end."""
        edits: dict[str, list[dict[str, Any]]] = {}
        for edit in fix.edits:
            region = self._replaced(edit)
            if region is None:
                return None
            edits.setdefault(edit.path, []).append({"deletedRegion": region, "insertedContent": {"text": edit.text}})
        changes = [
            {"artifactLocation": _file(self.report.shown(path)), "replacements": some} for path, some in edits.items()
        ]
        return {
            "description": {"text": safe(fix.title)},
            "artifactChanges": changes,
            "properties": {"safe": fix.safe},
        }

    def _replaced(self, edit: Edit) -> Mapping[str, int] | None:
        lines = self.lines.setdefault(edit.path, Lines(self.report.text(edit.path)))
        start, end = lines.position(edit.span.start), lines.position(edit.span.end)
        there = Span(lines.offset(start.line, start.column), lines.offset(end.line, end.column))
        return _region(start, end) if there == edit.span else None


def _place(path: str, region: Mapping[str, int]) -> dict[str, Any]:
    return {"artifactLocation": _file(path), "region": region}


def _file(path: str) -> dict[str, str]:
    """A file by its address, in which all is escaped that could mean something else."""
    return {"uri": quote(path, safe="/", errors="replace"), "uriBaseId": TOP}


def _region(start: Position, end: Position | None = None) -> dict[str, int]:
    region = {"startLine": start.line, "startColumn": start.column}
    return region if end is None else {**region, "endLine": end.line, "endColumn": end.column}


def _message(*sentences: str) -> dict[str, str]:
    return {"text": "\n".join(sentences).replace(LINK, "] (")}
