"""What a check says of a vault, in a form that reads well in a table."""

from __future__ import annotations

from collections.abc import Mapping

from vaults import findings_of, marked

Said = list[tuple[str, str, str]]


def said(files: Mapping[str, str], *only: str) -> Said:
    """The findings as (path, rule, the text under the span): of all rules but `orphan-note`, or of those named."""
    found = [one for one in findings_of(files, *only) if only or one.rule != "orphan-note"]
    return marked(files, found)


def help_of(files: Mapping[str, str], *only: str) -> str:
    """The help of the one finding."""
    (finding,) = [one for one in findings_of(files, *only) if only or one.rule != "orphan-note"]
    return finding.help or ""


def message_of(files: Mapping[str, str], *only: str) -> str:
    """The message of the one finding."""
    (finding,) = [one for one in findings_of(files, *only) if only or one.rule != "orphan-note"]
    return finding.message
