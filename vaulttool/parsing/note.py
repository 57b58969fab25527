"""A note's text in, its Document out: the one place where the parts of parsing come together."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from vaulttool.parsing import frontmatter
from vaulttool.parsing.allowances import MARK, InCode, Suppressions, suppressions
from vaulttool.parsing.arrangement import Leaf
from vaulttool.parsing.code import code_spans
from vaulttool.parsing.damage import ANGLE, damage
from vaulttool.parsing.document import Block, Document, Footnote, Heading, Link, Trouble
from vaulttool.parsing.inline import Reading
from vaulttool.parsing.markdown import Blocks, leaves
from vaulttool.parsing.markdown import blocks as arrange
from vaulttool.parsing.marked import NOTHING, marked
from vaulttool.text.span import Span

if TYPE_CHECKING:
    from vaulttool.parsing.places import Places

# Each with a beginning of its own: the three are found faster one by one than together.
LINK_OR_TAG = (re.compile(r"\[(?=\[)"), re.compile(r"\]\((?!https?://)"), re.compile(r"#(?=[^\s#])"))
MARK_BELOW = re.compile(r"(?:\r\n|\n|\r)[ \t>]*+(?:\$\$(?![^\r\n]*\$\$)|%%)")
AFTER_AN_INLINE = re.compile(
    r"""
    (?: \]                                         # a wikilink, a footnote
      | \]\((?:[^()\r\n]|\([^()\r\n]*+\))*+\)    # a Markdown link
      | <[^<>\r\n]++>                              # an address, a tag
      | (?P<mark>`|\$|\*\*?|__?|~~|==)[^`$*_~=\r\n]++(?P=mark)
    )\Z
    """,
    re.VERBOSE,
)
BLOCK_ID = re.compile(r"\^(?P<id>[A-Za-z0-9-]+)\s*\Z")
FOOTNOTE_MARK = re.compile(r"\[\^(?P<id>[^\]\s]+)\]:")
SPLIT_IN_ROW = re.compile(r"(?<!\\)!?(?<!\\)\[\[[^\[\]\r\n|]+(?<!\\)\|[^\[\]\r\n]*\]\]")


def parse(text: str) -> Document:
    """All that a note's text says. Never fails: whatever is odd becomes a trouble."""
    front = frontmatter.read(text)
    arranged = arrange(text, front.body_start)
    blocks = arranged.leaves
    reading = _read(text, blocks)
    headings = tuple(_headings(text, blocks))
    angle = ANGLE.search(text) is not None  # looked for once: markers begin with one, and most damage
    generated = marked(text, front.body_start, lambda: _places(text, arranged)) if angle else NOTHING
    regions = [region.span for region in generated.regions]
    suppressed = _suppressions(text, blocks, front.body_start) if MARK in text else Suppressions()
    damages = damage(text, front.body_start, arranged, headings, front.properties, regions, angle)
    return Document(
        front.properties,
        headings,
        tuple(_block_ids(text, blocks)) if "^" in text else (),
        (*front.links, *reading.links),
        (*front.tags, *reading.tags),
        tuple(_footnotes(text, blocks)) if "[^" in text else (),
        suppressed.allowances,
        (*front.troubles, *reading.troubles, *generated.troubles, *damages, *suppressed.troubles),
        generated.regions,
        generated.figures,
        len(text),
    )


def _places(text: str, arranged: Blocks) -> Places:
    """Where in the note a marker counts."""
    from vaulttool.parsing.note_places import NotePlaces  # only where there may be one

    return NotePlaces(text, arranged)


def body_links(text: str) -> list[Link]:
    """The links of a Markdown text that has no front matter, such as a card's."""
    return _read(text, leaves(text)).links


def body_suppressions(text: str) -> Suppressions:
    """The suppressions in such a text."""
    return _suppressions(text, leaves(text), 0)


def _suppressions(text: str, blocks: Sequence[Leaf], body_start: int) -> Suppressions:
    is_yaml = frontmatter.Comments(text) if body_start and "#" in text[:body_start] else (lambda at: False)
    return suppressions(text, InCode(text, blocks), body_start, is_yaml)


def _read(text: str, blocks: Sequence[Leaf]) -> Reading:
    """The inline content of all blocks in which a link or a tag may stand."""
    reading = Reading(text)
    places = sorted(found.start() for one in LINK_OR_TAG for found in one.finditer(text))
    places.append(len(text))
    nearest = 0
    for leaf in blocks:
        start, end = leaf.start, leaf.end
        while places[nearest] < start:
            nearest += 1
        if places[nearest] >= end:
            continue
        if leaf.kind == "row":
            reading.troubles += _split_by_bar(text, leaf)
        elif leaf.kind not in ("opaque", "footnote"):
            reading.block(start, end, places[bisect_left(places, end, nearest) - 1])
    return reading


def _headings(text: str, blocks: Sequence[Leaf]) -> Iterator[Heading]:
    """The headings."""
    for leaf in blocks:
        if leaf.kind == "heading":
            title = text[leaf.start : leaf.end].strip()
            yield Heading(Span(leaf.start, leaf.end), leaf.level, title, leaf.top)


def _block_ids(text: str, blocks: Sequence[Leaf]) -> Iterator[Block]:
    """The block ids: the last thing of a block, or alone below the block that they name.

    White space stands before one, save straight after a link, code or a mark of emphasis. Above a line of
    ``$$`` or ``%%`` in a paragraph nobody knows whether the block ends, so that an id there counts.
    """
    nearest = -1
    for leaf in blocks:
        if nearest < leaf.start:
            nearest = text.find("^", leaf.start)
            if nearest < 0:
                return
        if nearest >= leaf.end or leaf.kind not in ("paragraph", "heading"):
            continue
        ends = [leaf.end, *(mark.start() for mark in MARK_BELOW.finditer(text, leaf.start, leaf.end))]
        for end in ends:
            caret = text.rfind("^", leaf.start, end)
            found = BLOCK_ID.match(text, caret, end) if caret >= 0 else None
            if found and _stands_apart(text, caret, leaf):
                yield Block(Span(caret, found.end("id")), found["id"])


def _stands_apart(text: str, caret: int, leaf: Leaf) -> bool:
    """Whether a caret may begin a block id where it stands."""
    line = max(text.rfind("\n", leaf.start, caret) + 1, leaf.start)
    if not text[line:caret].strip("> \t"):  # alone on its line
        return not (leaf.first and line == leaf.start)
    return text[caret - 1].isspace() or AFTER_AN_INLINE.search(text, line, caret) is not None


def _footnotes(text: str, blocks: Sequence[Leaf]) -> Iterator[Footnote]:
    """The footnotes that the note defines."""
    for leaf in blocks:
        if leaf.kind == "footnote" and (mark := FOOTNOTE_MARK.match(text, leaf.start)):
            yield Footnote(Span(mark.start(), mark.end("id") + 1), mark["id"])


def _split_by_bar(text: str, row: Leaf) -> Iterator[Trouble]:
    """Wikilinks whose unescaped bar ends a table cell in their middle."""
    if text.find("[[", row.start, row.end) < 0:
        return
    source = text[row.start : row.end]
    code = code_spans(source)
    starts = [start for start, _ in code]
    for found in SPLIT_IN_ROW.finditer(source):
        before = bisect_right(starts, found.start()) - 1
        if before < 0 or found.start() >= code[before][1]:
            yield Trouble(Span(row.start + found.start(), row.start + found.end()), "split-link", "table")
