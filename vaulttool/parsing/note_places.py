"""Where in a Markdown note a marker counts: not in code or comments, and as a block of its own."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from vaulttool.parsing.arrangement import Leaf
from vaulttool.parsing.code import code_spans
from vaulttool.parsing.markdown import Blocks


class NotePlaces:
    """The places of one note, from its blocks."""

    def __init__(self, text: str, blocks: Blocks) -> None:
        self.text = text
        self.html = frozenset(span.start for span in blocks.html)
        self.leaves = [leaf for leaf in blocks.leaves if leaf.kind != "row"]
        self.starts = [leaf.start for leaf in self.leaves]
        self.code: dict[int, list[tuple[int, int]]] = {}

    def hidden(self, offset: int) -> bool:
        """Whether a place lies in a block of code, a formula, a ``%%`` comment or a code span."""
        leaf = self._leaf(offset)
        if leaf is None:
            return False
        return leaf.kind in ("opaque", "comment") or _covers(self._code(leaf), offset - leaf.start)

    def stands_alone(self, offset: int) -> bool:
        """Whether a top-level block of HTML begins at a place."""
        return offset in self.html

    def in_heading(self, offset: int) -> bool:
        """Whether a place lies in a heading."""
        leaf = self._leaf(offset)
        return leaf is not None and leaf.kind == "heading"

    def _leaf(self, offset: int) -> Leaf | None:
        index = bisect_right(self.starts, offset) - 1
        return self.leaves[index] if index >= 0 and offset < self.leaves[index].end else None

    def _code(self, leaf: Leaf) -> list[tuple[int, int]]:
        """The code spans of a block, found once."""
        if leaf.start not in self.code:
            self.code[leaf.start] = code_spans(self.text[leaf.start : leaf.end])
        return self.code[leaf.start]


def _covers(spans: Iterable[tuple[int, int]], offset: int) -> bool:
    return any(start <= offset < end for start, end in spans)
