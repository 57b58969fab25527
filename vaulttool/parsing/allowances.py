"""Suppression comments: ``<!-- vaulttool:ignore RULE ... -->`` and ``%% vaulttool:ignore RULE ... %%``."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from vaulttool.parsing.document import Allowance
from vaulttool.parsing.markdown import Leaf
from vaulttool.text.span import Lines, Span

COMMENT = re.compile(
    r"""
    (?: <!--\s*vaulttool:ignore(?P<html>(?:[ \t]+[A-Za-z][A-Za-z-]*,?)*)\s*(?:[—–-]\s[^\r\n]*?)?-->
      | %%\s*vaulttool:ignore(?P<percent>(?:[ \t]+[A-Za-z][A-Za-z-]*,?)*)\s*(?:[—–-]\s[^\r\n]*?)?%%
    )
    """,
    re.VERBOSE,
)
CODE = re.compile(r"(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`)")


def allowances(text: str, blocks: Sequence[Leaf]) -> list[Allowance]:
    """The suppressions of a note. On a line with other text one covers the line, alone on its line the
    block below (a paragraph, a list, a table, a code block: up to the next blank line).

    A comment in code is only an example.
    """
    hidden = [leaf for leaf in blocks if leaf.kind == "opaque" and text[leaf.start] != "<"]
    starts = [leaf.start for leaf in hidden]
    lines = Lines(text)
    ends = _ends_of_blocks(lines)
    found = []
    for comment in COMMENT.finditer(text):
        span = Span(comment.start(), comment.end())
        code = bisect_right(starts, span.start) - 1
        if code >= 0 and span.start < hidden[code].end:
            continue
        rules = tuple((comment["html"] or comment["percent"] or "").replace(",", " ").split())
        number = lines.position(span.start).line
        line = lines.span(number)
        if any(code.start() < span.start - line.start < code.end() for code in CODE.finditer(line.of(text))):
            continue
        rest = (text[line.start : span.start] + text[span.end : line.end]).strip("> \t")
        covers = line if rest else _block_below(lines, number, ends)
        found.append(Allowance(span, rules, covers))
    return found


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
