"""The anchors that GitHub gives to headings: a slug of the text, numbered where it stands twice."""

from __future__ import annotations

import re
import unicodedata

DROPPED_ASCII = re.compile(r"[^A-Za-z0-9_\- ]")
KEPT = frozenset(("Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "Pc"))
VARIATION_SELECTORS = re.compile(r"[\ufe00-\ufe0f]")


def slug(text: str) -> str:
    """The text in lower case, punctuation and symbols dropped, each space a hyphen."""
    if text.isascii():
        return DROPPED_ASCII.sub("", text).lower().replace(" ", "-")
    kept = (mark for mark in text.lower() if mark in "- " or unicodedata.category(mark) in KEPT)
    return "".join(kept).replace(" ", "-")


def without_selectors(anchor: str) -> str:
    """An anchor without the invisible marks that make a symbol an emoji; people and tools leave them out."""
    return anchor if anchor.isascii() else VARIATION_SELECTORS.sub("", anchor)


class Anchors:
    """The anchors given so far on one page."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def next(self, text: str) -> str:
        """The anchor of the next heading: its slug, with -1, -2 ... where that is taken."""
        base = anchor = slug(text)
        while anchor in self._counts:
            self._counts[base] += 1
            anchor = f"{base}-{self._counts[base]}"
        self._counts[anchor] = 0
        return anchor
