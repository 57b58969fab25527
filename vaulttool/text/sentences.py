"""Where sentences end in a stretch of prose."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vaulttool.text.span import Span

# An end mark with a blank behind it, and quotes, brackets and emphasis between; or empty lines.
END = re.compile(r"[.!?…][\"'”’»)\]*_\0]*+(?=\s)|(?:\r\n|\n|\r)(?:[ \t>]*+(?:\r\n|\n|\r))++")
ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|cf|vs|approx|ca|resp|incl|excl|dr|mr|mrs|st)\.\Z", re.IGNORECASE)
BEFORE_A_NUMBER = re.compile(r"\b(?:no|nr|fig|sec|min|max)\.\Z", re.IGNORECASE)
LOOK_BACK = 12
NEXT = re.compile(r"\s*+[\"'“‘«(\[*_\0]*+(?P<first>.)", re.DOTALL)


def sentences(text: str, span: Span) -> Iterator[Span]:
    """The sentences of a stretch of a text, with the blanks before them."""
    start = span.start
    for found in END.finditer(text, span.start, span.end):
        if _ends(text, found, span):
            yield Span(start, found.end())
            start = found.end()
    if text[start : span.end].strip(" \t\r\n\0"):
        yield Span(start, span.end)


def sentence_at(text: str, span: Span, offset: int) -> Span:
    """The sentence of a stretch in which a place lies."""
    return next((one for one in sentences(text, span) if one.start <= offset < one.end), span)


def _ends(text: str, found: re.Match[str], span: Span) -> bool:
    """Whether an end mark ends a sentence: no abbreviation, and no small letter behind it."""
    if found[0][0] != ".":
        return True
    before = text[max(found.start() - LOOK_BACK, span.start) : found.start() + 1]
    after = NEXT.match(text, found.end(), span.end)
    if ABBREVIATION.search(before) or after is None:
        return after is None
    return not (after["first"].islower() or (after["first"].isdigit() and BEFORE_A_NUMBER.search(before)))
