"""Suppression comments: ``<!-- vaulttool:ignore RULE ... -->`` and ``%% vaulttool:ignore RULE ... %%``."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from vaulttool.parsing.arrangement import Leaf
from vaulttool.parsing.code import code_spans
from vaulttool.parsing.document import Allowance
from vaulttool.text.span import Lines, Span

COMMENT = re.compile(
    r"""
    (?: <!--\s*+vaulttool:ignore(?P<html>(?:[ \t]+[A-Za-z]++(?:-[A-Za-z]++)*+,?)*)\s*+(?:[—–-]\s[^\r\n]{0,200}?)?-->
      | %%\s*+vaulttool:ignore(?P<percent>(?:[ \t]+[A-Za-z]++(?:-[A-Za-z]++)*+,?)*)\s*+(?:[—–-]\s[^\r\n%]{0,200})?%%
    )
    """,
    re.VERBOSE,
)


def allowances(text: str, blocks: Sequence[Leaf]) -> list[Allowance]:
    """The suppressions of a note. On a line with other text one covers the line, alone on its line the
    block below (a paragraph, a list, a table, a code block: up to the next blank line).

    A comment in code is only an example.
    """
    hidden = [leaf for leaf in blocks if leaf.kind == "opaque"]
    starts = [leaf.start for leaf in hidden]
    lines = Lines(text)
    ends = _ends_of_blocks(lines)
    known: dict[int, _Line] = {}
    found = []
    for comment in COMMENT.finditer(text):
        span = Span(comment.start(), comment.end())
        block = bisect_right(starts, span.start) - 1
        number = bisect_right(lines.starts, span.start)
        line = known.get(number) or known.setdefault(number, _Line(lines, number))
        if (block >= 0 and span.start < hidden[block].end) or line.is_code(span.start):
            continue
        rules = tuple((comment["html"] or comment["percent"] or "").replace(",", " ").split())
        found.append(Allowance(span, rules, _block_below(lines, number, ends) if line.alone else line.span))
    return found


class _Line:
    """A line with suppressions on it: its code spans, and whether nothing else stands there."""

    def __init__(self, lines: Lines, number: int) -> None:
        self.span = lines.span(number)
        written = self.span.of(lines.text)
        self.alone = not COMMENT.sub("", written).strip("> \t")
        self.code = code_spans(written)
        self.starts = [start for start, _ in self.code]

    def is_code(self, offset: int) -> bool:
        """Whether a place on the line lies in a code span."""
        before = bisect_right(self.starts, offset - self.span.start) - 1
        return before >= 0 and offset - self.span.start < self.code[before][1]


def _ends_of_blocks(lines: Lines) -> list[int]:
    """For each line (from 1) the last line of the block that it begins or is part of; 0 for a blank line."""
    ends = [0] * (len(lines.starts) + 2)
    for number in range(len(lines.starts), 0, -1):
        if lines.span(number).of(lines.text).strip("> \t"):
            ends[number] = ends[number + 1] or number
    return ends


def _block_below(lines: Lines, number: int, ends: list[int]) -> Span:
    """From the line after the comment, blank ones passed over, to the next blank line."""
    first = next((line for line in range(number + 1, len(lines.starts) + 1) if ends[line]), None)
    if first is None:
        return Span(len(lines.text), len(lines.text))
    return Span(lines.span(first).start, lines.span(ends[first]).end)
