"""Suppression comments: ``<!-- vaulttool:ignore RULE ... -->`` and ``%% vaulttool:ignore RULE ... %%``."""

from __future__ import annotations

import re
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


def allowances(text: str, blocks: Sequence[Leaf]) -> list[Allowance]:
    """The suppressions of a note. On a line with other text one covers the line, alone on its line the
    block below (a paragraph, a list, a table, a code block: up to the next blank line).

    A comment in a code block is only an example.
    """
    hidden = [leaf for leaf in blocks if leaf.kind == "opaque" and text[leaf.start] != "<"]
    lines = Lines(text)
    found = []
    for comment in COMMENT.finditer(text):
        span = Span(comment.start(), comment.end())
        if any(code.start <= span.start < code.end for code in hidden):
            continue
        rules = tuple((comment["html"] or comment["percent"] or "").replace(",", " ").split())
        number = lines.position(span.start).line
        line = lines.span(number)
        rest = (text[line.start : span.start] + text[span.end : line.end]).strip("> \t")
        covers = line if rest else _block_below(lines, number)
        found.append(Allowance(span, rules, covers))
    return found


def _block_below(lines: Lines, number: int) -> Span:
    """From the line after the comment, blank ones passed over, to the next blank line."""
    last = len(lines.starts)
    first = number + 1
    while first <= last and not lines.span(first).of(lines.text).strip("> \t"):
        first += 1
    end = first
    while end < last and lines.span(end + 1).of(lines.text).strip("> \t"):
        end += 1
    if first > last:
        return Span(len(lines.text), len(lines.text))
    return Span(lines.span(first).start, lines.span(end).end)
