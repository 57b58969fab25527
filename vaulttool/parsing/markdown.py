"""The door to pyromark: a note's text in, its leaf blocks out, arranged as Obsidian arranges them.

pyromark reads CommonMark; Obsidian reads with a fork of remark-parse 8. Where the two arrange blocks
differently, either the parser is shown a disguised copy of the text or its events are rearranged.
"""

from __future__ import annotations

from typing import NamedTuple

import pyromark
from pyromark import Options

from vaulttool.parsing.arrangement import Arrangement, Leaf
from vaulttool.parsing.disguise import Veil, apart, disguised, may_open, plain
from vaulttool.parsing.easy import Easy, is_easy
from vaulttool.text.span import BYTE_ORDER_MARK, Span

PARSER = pyromark.Markdown(options=Options.ENABLE_TABLES | Options.ENABLE_FOOTNOTES)
MOST_ROUNDS = 40  # of hiding formulas and comments: each settles at least the first that is not hidden yet


class Blocks(NamedTuple):
    """The leaf blocks of a text in order, and its top-level blocks of HTML; offsets are characters of the whole."""

    leaves: list[Leaf]
    html: list[Span]


def leaves(text: str, start: int = 0) -> list[Leaf]:
    """The leaf blocks of the text from ``start`` (where the front matter ends), in order."""
    return blocks(text, start).leaves


def blocks(text: str, start: int = 0) -> Blocks:
    """The leaf blocks and the HTML of the text from ``start`` (where the front matter ends)."""
    start = start or text.startswith(BYTE_ORDER_MARK)
    return _glanced(text, start) or parsed(text, start)


def _glanced(text: str, start: int) -> Blocks | None:
    """What ``parsed`` gives, with the parser asked only for the stretches that a glance does not tell."""
    if not is_easy(text):
        return None
    easy = Easy(text, start)
    while easy.read():
        begin, end = easy.position, easy.stretch()
        body = plain(text[begin:end])
        if may_open(body):  # what opens there may go on below
            return None
        shown, titles = disguised(body, ())
        arrangement = Arrangement(body, begin, titles, (), False, easy.begun)
        easy.leaves += arrangement.read(PARSER.events_with_range(shown))
        easy.html += arrangement.html
        easy.begun = arrangement.blocks_so_far[0] > 0
        easy.position = end
    return Blocks(easy.leaves, easy.html)


def parsed(text: str, start: int) -> Blocks:
    """The leaf blocks and the HTML of the text from ``start``, all of them from the parser."""
    body = plain(text[start:] if start else text)
    veils: list[Veil] = []
    hides = may_open(body)
    for _ in range(MOST_ROUNDS if hides else 1):
        shown, titles = disguised(body, veils)
        arrangement = Arrangement(body, start, titles, veils, hides)
        found = Blocks(arrangement.read(PARSER.events_with_range(shown)), arrangement.html)
        if not arrangement.openings:
            break
        veils = apart([*veils, *arrangement.openings])
    return found
