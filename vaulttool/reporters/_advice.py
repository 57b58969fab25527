"""What to do next, on one line: only what is sure to help."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.reporters._report import Report, is_safely_mended
from vaulttool.reporters._terminal import CYAN, painted


def advice(report: Report, colour: bool) -> Iterator[str]:
    """The command that mends something, else the one that explains what is said most often; nothing where nothing was
    found, or no advice is asked for."""
    if not (report.screen.advises and report.findings):
        return
    mended = sum(is_safely_mended(located.finding) for located in report.findings)
    if mended and report.screen.mending:
        command, reason = (
            report.screen.mending,
            f"{mended} of {len(report.findings)} {'has' if mended == 1 else 'have'} a safe fix",
        )
    else:
        rule, _, number = report.counted[0]
        command, reason = (
            f"vaulttool explain {rule}",
            f"{number} of {len(report.findings)} {'is' if number == 1 else 'are'} about this",
        )
    yield f"{painted('next:', CYAN) if colour else 'next:'} {command} ({reason})"
