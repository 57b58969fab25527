"""How much of a page's own text is left of what it was."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from vaulttool.model.earlier import Earlier, Page
from vaulttool.parsing.document import Document

SHORTEST = 20  # characters: a line that short may stand anywhere


class Share(NamedTuple):
    """How many characters a page had, and how many of them are left, those that other pages took over included."""

    before: int
    left: int


class Shrinking:
    """The shares of pages that are left since a commit."""

    def __init__(self, earlier: Earlier) -> None:
        self.earlier = earlier

    def share(self, page: Page) -> Share:
        """What is left of a page."""
        before, now = _lines(page.then, page.former), _lines(page.text, page.document)
        kept = set(now)
        moved = sum(len(line) for line in before if line not in kept and line in self._elsewhere)
        return Share(sum(map(len, before)), sum(map(len, now)) + moved)

    @cached_property
    def _elsewhere(self) -> frozenset[str]:
        """The lines that have come to any page."""
        found: set[str] = set()
        for page in self.earlier.pages:
            had = set(_lines(page.then, page.former))
            found.update(line for line in _lines(page.text, page.document) if len(line) >= SHORTEST and line not in had)
        return frozenset(found)


def _lines(text: str, document: Document) -> list[str]:
    """The lines of a page outside its regions, without the blanks around them."""
    pieces, done = [], 0
    for region in document.regions:
        pieces.append(text[done : region.span.start])
        done = region.span.end
    pieces.append(text[done:])
    return [line.strip() for line in "".join(pieces).splitlines() if line.strip()]
