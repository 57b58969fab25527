"""What a suppression comment covers: its line, or what stands below it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from functools import cached_property

from vaulttool.text.span import Lines, Span


class Covered:
    """The lines of a page with comments in it; before ``body_start`` stands its front matter."""

    def __init__(self, lines: Lines, comments: Iterable[Span], body_start: int) -> None:
        self.lines = lines
        self.text = lines.text
        self.body_start = body_start
        self.on: dict[int, list[Span]] = {}
        for comment in comments:
            for number in {self._number(comment.start), self._number(comment.end)}:
                self.on.setdefault(number, []).append(comment)
        self.bare: dict[int, bool] = {}

    def of(self, comment: Span) -> Span:
        """The comment's line; where it stands alone on it, the block below, in front matter the property below."""
        first, last = self._number(comment.start), self._number(comment.end)
        if not (self._is_bare(first) and self._is_bare(last)):
            return Span(self.lines.span(first).start, self.lines.span(last).end)
        if comment.start < self.body_start:
            return self._below(last, self._properties)
        return self._below(last, self._blocks)

    def _number(self, offset: int) -> int:
        return max(bisect_right(self.lines.starts, offset), 1)

    def _is_bare(self, number: int) -> bool:
        """Whether nothing stands on a line but comments."""
        known = self.bare.get(number)
        if known is None:
            line = self.lines.span(number)
            pieces, done = [], line.start
            for span in sorted(self.on[number]):
                pieces.append(self.text[done : max(span.start, done)])
                done = max(done, span.end)
            rest = "".join((*pieces, self.text[done : line.end]))
            known = self.bare[number] = not rest.strip("> \t" if line.start >= self.body_start else "# \t")
        return known

    def _below(self, number: int, ends: list[int]) -> Span:
        """From the next line with an end of its own to that end; nothing at the end of the text without one."""
        first = number + 1
        while first < len(ends) and not ends[first]:
            first += 1
        if first >= len(ends):
            return Span(len(self.text), len(self.text))
        return Span(self.lines.span(first).start, self.lines.span(ends[first]).end)

    @cached_property
    def _blocks(self) -> list[int]:
        """For each line (from 1) the last line of the block that it begins or is part of; 0 for a blank line."""
        ends = [0] * (len(self.lines.starts) + 2)
        for number in range(len(self.lines.starts), 0, -1):
            if self._written(number).strip("> \t"):
                ends[number] = ends[number + 1] or number
        return ends[:-1]

    @cached_property
    def _properties(self) -> list[int]:
        """For each line of the front matter the last line of the value that it begins: those that are indented more,
        and the items below a key. 0 for a blank line and a comment."""
        last = bisect_right(self.lines.starts, self.body_start - 1) - 1
        ends = [0] * (last + 1)
        for number in range(last, 1, -1):
            written = self._written(number)
            if written.strip()[:1] in ("", "#"):
                continue
            below = number + 1
            while below <= last and self._belongs(below, written):
                below = max(ends[below], below) + 1
            ends[number] = below - 1
        return ends

    def _belongs(self, number: int, above: str) -> bool:
        """Whether a line of front matter is a part of what another one begins."""
        written = self._written(number)
        indent, before = _indent(written), _indent(above)
        is_item = written[indent : indent + 1] == "-" and above[before : before + 1] != "-"
        return not written.strip() or indent > before or (indent == before and is_item)

    def _written(self, number: int) -> str:
        return self.lines.span(number).of(self.text)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))
