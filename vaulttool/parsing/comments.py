"""Where the ``%%`` comments of a note stand, which Obsidian hides and a forge shows."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from vaulttool.text.span import Span


def comments(text: str, start: int, opaque: Iterable[Span]) -> list[Span]:
    """The comments from ``start`` on, marks included; marks in ``opaque`` stretches (code, HTML) mean nothing.

    A comment that opens on a line of its own and is not closed runs to the end.
    """
    hidden = _Hidden(opaque)
    found: list[Span] = []
    opening = hidden.next_mark(text, start)
    while opening >= 0:
        closing = hidden.next_mark(text, opening + 2)
        if closing < 0:
            line = text[max(text.rfind("\n", 0, opening), text.rfind("\r", 0, opening)) + 1 : opening]
            return [*found, Span(opening, len(text))] if not line.strip(" \t>") else found
        found.append(Span(opening, closing + 2))
        opening = hidden.next_mark(text, closing + 2)
    return found


class _Hidden:
    """Stretches in which no mark counts."""

    def __init__(self, stretches: Iterable[Span]) -> None:
        self.spans = sorted(stretches)
        self.starts = [span.start for span in self.spans]

    def next_mark(self, text: str, position: int) -> int:
        """Where the next mark stands; -1 where there is none."""
        while (found := text.find("%%", position)) >= 0:
            before = bisect_right(self.starts, found) - 1
            if before < 0 or self.spans[before].end <= found:
                return found
            position = self.spans[before].end
        return -1
