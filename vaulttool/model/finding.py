"""What is wrong, where, and how to mend it."""

from __future__ import annotations

from typing import Literal

import msgspec

from vaulttool.text.span import Span

Severity = Literal["error", "warning"]
Level = Literal["error", "warning", "off"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning")


class Edit(msgspec.Struct, frozen=True):
    """A replacement of one span (character offsets) of a file of the vault by a text."""

    path: str
    span: Span
    text: str


class Fix(msgspec.Struct, frozen=True):
    """How a finding can be mended; ``safe`` where nobody needs to look at the result."""

    title: str
    edits: tuple[Edit, ...]
    safe: bool


class Related(msgspec.Struct, frozen=True):
    """Another place that a finding speaks of."""

    path: str
    span: Span
    message: str


class Finding(msgspec.Struct, frozen=True):
    """One thing that is wrong: in a file (vault path), at a span, said by a rule.

    The message names the thing in quotes; ``help`` says how to put it right.
    """

    path: str
    span: Span
    rule: str
    severity: Severity
    message: str
    help: str | None = None
    related: tuple[Related, ...] = ()
    fix: Fix | None = None

    @property
    def order(self) -> tuple[str, int, int, str, str]:
        """What findings are sorted by: path, place, rule."""
        return self.path, self.span.start, self.span.end, self.rule, self.message
