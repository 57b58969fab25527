"""Whether a heading has the words that a section is known by."""

from __future__ import annotations

from vaulttool.text.names import heading_key

WAYS = (
    "Rollback|Recovery|Undo|Way back|Roll back|Rolling back|Go back|Going back|Recover|Restore|Restoring|Undoing|Revert"
    "|Reverting|Back out|Backout"
)


def has_words(title: str, alternatives: str) -> bool:
    """Whether a heading has the words of one of the alternatives, which ``|`` separates, in a row; the last of them may
    be in the plural."""
    plain = f" {_words(title)} "
    asked = [_words(one) for one in alternatives.split("|")]
    return any(one and (f" {one} " in plain or f" {one}s " in plain) for one in asked)


def _words(text: str) -> str:
    return " ".join(heading_key(text).replace("-", " ").split())
