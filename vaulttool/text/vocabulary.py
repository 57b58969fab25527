"""Lists of words that stand in the code as they would in prose."""

from __future__ import annotations


def vocabulary(words: str) -> frozenset[str]:
    """The words of a text with blanks between them."""
    return frozenset(words.split())
