"""Where one sentence of a text ends and the next begins."""

from __future__ import annotations

import re

from vaulttool.text.span import Span

END = re.compile(
    r"""
    [.!?…]++ ["'”’»)\]*_~`\0]*+ (?: [ \t\r\n\0>]++ | \Z )    # what closes with it; the mark of a quote may follow
  | (?:\r\n|\n|\r) (?: [ \t>\0]*+ (?:\r\n|\n|\r) )++        # empty lines
    """,
    re.VERBOSE,
)
NEXT = re.compile(r"[\"'“‘«(\[*_\0]*+(?P<first>.)", re.DOTALL)
SHORTENED = re.compile(
    r"""
    (?: \b (?: e\.g | i\.e | cf | vs | etc | approx | ca | resp | incl | excl | ver | vol | pp? | dr | mrs? | st | est
             | z\.B | d\.h | bzw | vgl )
      | (?-i: \b [A-Z] )   # an initial
    ) \Z
    """,
    re.VERBOSE | re.IGNORECASE,
)
BEFORE_A_NUMBER = re.compile(r"\b(?:no|nr|fig|sec|min|max)\Z", re.IGNORECASE)
LONGEST_SHORTENED = 8


def sentences(text: str, span: Span) -> list[Span]:
    """The sentences of a stretch of text, in order, each with the blanks behind it; together they cover the stretch.
    Linear in its length."""
    found: list[Span] = []
    start = span.start
    for stop in END.finditer(text, span.start, span.end):
        if _ends(text, stop, start, span.end):
            found.append(Span(start, stop.end()))
            start = stop.end()
    return [*found, Span(start, span.end)] if start < span.end or not found else found


def sentence_at(text: str, span: Span, offset: int) -> Span:
    """The sentence of a stretch in which a place lies; the last one for a place behind it."""
    found = sentences(text, span)
    return next((one for one in found if offset < one.end), found[-1])


def _ends(text: str, stop: re.Match[str], start: int, limit: int) -> bool:
    """Whether marks end a sentence: none of an abbreviation, and no small letter behind them."""
    if stop[0][0] in "\r\n" or stop.end() >= limit:
        return True
    after = NEXT.match(text, stop.end(), limit)
    if after is None or after["first"].islower():
        return after is None
    begin = max(start, stop.start() - LONGEST_SHORTENED)
    if stop[0][:2] in ("..", "!", "?") or SHORTENED.search(text, begin, stop.start()) is None:
        return not (after["first"].isdigit() and BEFORE_A_NUMBER.search(text, begin, stop.start()))
    return False
