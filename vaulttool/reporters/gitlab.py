"""Findings as GitLab's Code Quality report, which a merge request compares with that of its target branch.

The fingerprints tell it which findings are new: they hold while lines move.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vaulttool.model.fingerprint import fingerprints
from vaulttool.reporters._report import Located, Report, as_json
from vaulttool.reporters.text import sentences

IN_REPOSITORY = True
SEVERITIES = {"error": "major", "warning": "minor"}


def render(report: Report, colour: bool = False) -> Iterator[str]:
    """One array of issues."""
    names = fingerprints((located.finding for located in report.findings), report.text)
    issues = [_issue(located, name) for located, name in zip(report.findings, names, strict=True)]
    yield as_json(issues, indent=2)


def _issue(located: Located, fingerprint: str) -> dict[str, Any]:
    finding = located.finding
    return {
        "type": "issue",
        "check_name": finding.rule,
        "description": "; ".join(sentences(finding)),
        "severity": SEVERITIES[finding.severity],
        "fingerprint": fingerprint,
        "location": {"path": located.path, "lines": {"begin": located.start.line, "end": located.end.line}},
    }
