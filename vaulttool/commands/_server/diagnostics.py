"""Findings as diagnostics."""

from __future__ import annotations

from lsprotocol import types

from vaulttool.commands._server.desk import Desk
from vaulttool.commands._server.telling import told
from vaulttool.model.finding import Finding

SEVERITIES = {"error": types.DiagnosticSeverity.Error, "warning": types.DiagnosticSeverity.Warning}


def diagnostics(desk: Desk, path: str) -> types.PublishDiagnosticsParams:
    """All that is said of one file."""
    found = [diagnostic(desk, finding) for finding in desk.live.session.findings(path)]
    return types.PublishDiagnosticsParams(desk.uri(path), found, desk.versions.get(path))


def diagnostic(desk: Desk, finding: Finding) -> types.Diagnostic:
    """One finding; what helps stands below what is wrong."""
    related = [
        types.DiagnosticRelatedInformation(desk.location(one.path, one.span), told(one.message))
        for one in finding.related
    ]
    message = told(finding.message) + (f"\nhelp: {told(finding.help)}" if finding.help else "")
    return types.Diagnostic(
        range=desk.positions(finding.path).range(finding.span),
        message=message,
        severity=SEVERITIES[finding.severity],
        code=finding.rule,
        source="vaulttool",
        related_information=related or None,
    )
