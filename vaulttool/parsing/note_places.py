"""Where in a Markdown note a marker counts: not in code or comments, and as a block of its own."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from vaulttool.parsing.arrangement import Leaf
from vaulttool.parsing.code import code_spans
from vaulttool.parsing.comments import comments
from vaulttool.parsing.markdown import Blocks
from vaulttool.text.span import Span


class NotePlaces:
    """The places of one note, from its blocks."""

    def __init__(self, text: str, blocks: Blocks) -> None:
        self.text = text
        self.html = frozenset(span.start for span in blocks.html)
        self.leaves = [leaf for leaf in blocks.leaves if leaf.kind != "row"]
        self.starts = [leaf.start for leaf in self.leaves]
        self.inner: dict[int, list[Span]] = {}

    def hidden(self, offset: int) -> bool:
        """Whether a place lies in code, in a formula that is a block, or in a ``%%`` comment."""
        leaf = self._leaf(offset)
        if leaf is None:
            return False
        return leaf.kind in ("opaque", "comment") or _covers(self._hidden_in(leaf), offset - leaf.start)

    def stands_alone(self, offset: int) -> bool:
        """Whether a top-level block of HTML begins at a place."""
        return offset in self.html

    def in_heading(self, offset: int) -> bool:
        """Whether a place lies in a heading."""
        leaf = self._leaf(offset)
        return leaf is not None and leaf.kind == "heading"

    @property
    def comments(self) -> list[Span]:
        """The ``%%`` comments, marks included: those that are blocks, and those within one."""
        found = [Span(leaf.start, leaf.end) for leaf in self.leaves if leaf.kind == "comment"]
        for leaf in self.leaves if "%%" in self.text else ():
            if leaf.kind not in ("comment", "opaque"):
                inside = [one for one in self._hidden_in(leaf) if self._text_of(leaf, one).startswith("%%")]
                found += (Span(leaf.start + one.start, leaf.start + one.end) for one in inside)
        return sorted(found)

    def _text_of(self, leaf: Leaf, span: Span) -> str:
        return self.text[leaf.start + span.start : leaf.start + span.end]

    def _leaf(self, offset: int) -> Leaf | None:
        index = bisect_right(self.starts, offset) - 1
        return self.leaves[index] if index >= 0 and offset < self.leaves[index].end else None

    def _hidden_in(self, leaf: Leaf) -> list[Span]:
        """The code spans and closed ``%%`` comments of a block, found once, in order; none overlaps another."""
        if leaf.start not in self.inner:
            source = self.text[leaf.start : leaf.end]
            code = [Span(*place) for place in code_spans(source)]
            hiding = [one for one in comments(source, 0, code) if source.endswith("%%", one.start + 2, one.end)]
            self.inner[leaf.start] = sorted([*(one for one in code if not _covers(hiding, one.start)), *hiding])
        return self.inner[leaf.start]


def _covers(spans: Sequence[Span], offset: int) -> bool:
    before = bisect_right(spans, offset, key=lambda span: span.start) - 1
    return before >= 0 and offset < spans[before].end
