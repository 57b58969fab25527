"""Finds what agents, merges and editors did to a note, and costs a note that shows no sign of it next to nothing.

Few notes are damaged. For every kind of damage there is a sign that is quickly looked for; what a sign means is told by
modules that are imported where there is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from vaulttool.parsing.arrangement import Leaf
from vaulttool.parsing.document import Heading, Property, Trouble
from vaulttool.parsing.markdown import Blocks
from vaulttool.text.span import Span

REST = r"(?:[Tt]he[ ])?(?:[Rr](?:est|emain)|[Ee](?:xist|very)|[Pp]r(?:ev|ior)|[Aa]ll|[Oo](?:ther|rig)|[Ss]ame)"
# What begins with an angle bracket and is no common tag: each alternative is told by its first characters.
ANGLE = re.compile(
    rf"""
    <(?: [|｜]
      | <[</S]
      | !--\s*+(?: vaulttool:(?:begin|end) | = | \.\.\. | … | \[ | \( | unch | {REST})
      | /?(?: [A-Za-z]++(?:[_|=]|:[a-z]|-(?:rem|com|nam|mes|arg)) | think(?:ing)?> | ant[AT] | bolt[A] )
      | invoke[ ] | /invoke> | /s> | s>\[
    )
    """,
    re.VERBOSE,
)
# What begins a line. The commonest beginnings have branches of their own; of the others the first character is looked
# for in a class, so that nearly all lines are passed over at once.
LINE = re.compile(
    rf"""
    \n
    (?: [@+di*>\\{{H./|(…]
        (?: (?<=@)@
          | (?<=\+)(?:\+\+|[-*>|\#])
          | (?<=d)iff[ ]--
          | (?<=i)ndex[ ][0-9a-f]{{7}}
          | (?<=\*)\*\*[ ][BEUAD]
          | (?<=>)>>>>
          | (?<=\\)[ ]No
          | (?<=\{{)\s*+["/*]
          | (?<=H)uman:
          | (?<=\.)\.\.
          | (?<=…)
          | (?<=/)[/*]
          | (?<=\|)[ ]?(?:\.\.\.|…)
          | (?<=\()(?:[ ]?(?:\.\.\.|…)|{REST})
        )
      | --(?:-[ ](?:a/|/dev)|--+[ ]S|-\r?\n[A-Za-z])
      | -[ ](?:\.\.\.|…)
      | \[(?:[ ]?(?:\.\.\.|…)|{REST}|/?[A-Z_]{{4,}}\])
      | \#[ ](?:\.\.\.|…)
      | \#\#[ ](?:\.\.\.|…)
    )
    """,
    re.VERBOSE,
)
GREETING = re.compile(r"\s*+(?:Here|Below|This|Sure|Certainly|Of course|Absolutely|Okay|OK|Got it|Done)\b")
GARBLED = re.compile("[Â-ô][\x80-\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]")
RARE = "→◁"  # of texts beyond ASCII: the numbers of a listing, a token
SHORTEST_DOUBLED = 100  # characters: below that two copies say too little


class Signs(NamedTuple):
    """Which kinds of damage a note shows a sign of."""

    residue: bool
    garbled: bool
    doubled: bool
    unclosed: bool


def damage(
    text: str,
    start: int,
    blocks: Blocks,
    headings: Sequence[Heading],
    properties: Sequence[Property],
    regions: Iterable[Span],
    angle: bool,
) -> tuple[Trouble, ...]:
    """What shows that a note is damaged, in order. ``start`` is where the front matter ends, ``angle`` tells whether
    ``ANGLE`` is in the text."""
    ascii = text.isascii()
    signs = Signs(
        angle or _begins_a_line(text, start) or (not ascii and any(one in text for one in RARE)),
        not ascii and ("\ufffd" in text or GARBLED.search(text) is not None),
        len(text) - start >= SHORTEST_DOUBLED and _may_be_doubled(text, start, headings),
        _may_be_open(text, blocks),
    )
    if not any(signs):
        return ()
    from vaulttool.parsing.damaged import damaged  # only where there is a sign: it takes time to import

    return damaged(text, start, blocks, headings, properties, regions, signs)


def _begins_a_line(text: str, start: int) -> bool:
    """Whether any line of the body begins as none of an ordinary note does."""
    if LINE.search(text, max(start - 1, 0)) is not None or GREETING.match(text, start) is not None:
        return True
    if not start and LINE.match("\n" + text[:80]) is not None:
        return True
    return "\r" in text[start : start + 400] and "\n" not in text  # an old Mac's lines: they are not worth a pattern


def _may_be_doubled(text: str, start: int, headings: Sequence[Heading]) -> bool:
    """Whether a heading stands twice, or the first line of a note without headings."""
    if headings:
        return len({heading.title for heading in headings}) < len(headings)
    line = text[start : start + 400].lstrip().partition("\n")[0]
    return len(line) >= 20 and text.find("\n" + line, start + len(line)) >= 0


def _may_be_open(text: str, blocks: Blocks) -> bool:
    """Whether code or a comment may run to the end of the note."""
    last: Leaf | None = blocks.leaves[-1] if blocks.leaves else None
    if last is not None and last.kind in ("opaque", "comment") and not text[last.end :].strip():
        return True
    html = blocks.html[-1] if blocks.html else None
    return html is not None and text.startswith("<!--", html.start) and text.find("-->", html.start) < 0
