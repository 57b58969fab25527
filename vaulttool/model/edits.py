"""Texts after their edits."""

from __future__ import annotations

from collections.abc import Iterable

from vaulttool.model.finding import Edit


def edited(text: str, edits: Iterable[Edit]) -> str:
    """The text with each edit's span replaced. ``ValueError`` where two of them overlap."""
    pieces, done = [], 0
    for edit in sorted(edits, key=lambda edit: edit.span):
        if edit.span.start < done:
            raise ValueError(f"two edits of {edit.path} overlap at {edit.span.start}")
        pieces += [text[done : edit.span.start], edit.text]
        done = edit.span.end
    return "".join((*pieces, text[done:]))
