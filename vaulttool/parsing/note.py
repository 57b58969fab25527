"""A note's text in, its Document out: the one place where the parts of parsing come together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from vaulttool.parsing import frontmatter
from vaulttool.parsing.allowances import allowances
from vaulttool.parsing.document import Block, Document, Footnote, Heading, Link, Trouble
from vaulttool.parsing.inline import Reading
from vaulttool.parsing.markdown import Leaf, leaves
from vaulttool.text.span import Span

LINK_OR_TAG = re.compile(r"\[\[|\]\(|#")
BLOCK_ID = re.compile(r"\^(?P<id>[A-Za-z0-9-]+)\s*\Z")
FOOTNOTE_MARK = re.compile(r"\[\^(?P<id>[^\]\s]+)\]:")
SPLIT_IN_ROW = re.compile(r"!?\[\[[^\[\]\r\n|]+(?<!\\)\|[^\[\]\r\n]*\]\]")
CODE_IN_ROW = re.compile(r"(`+)[^`]+\1")


def parse(text: str) -> Document:
    """All that a note's text says. Never fails: whatever is odd becomes a trouble."""
    front = frontmatter.read(text)
    blocks = leaves(text, front.body_start)
    reading = _read(text, blocks)
    return Document(
        front.properties,
        tuple(_headings(text, blocks)),
        tuple(_block_ids(text, blocks, reading.links)) if "^" in text else (),
        (*front.links, *reading.links),
        (*front.tags, *reading.tags),
        tuple(_footnotes(text, blocks)) if "[^" in text else (),
        tuple(allowances(text, blocks)) if "vaulttool:ignore" in text else (),
        (*front.troubles, *reading.troubles),
        len(text),
    )


def body_links(text: str) -> list[Link]:
    """The links of a Markdown text that has no front matter, such as a card's."""
    return _read(text, leaves(text)).links


def _read(text: str, blocks: Sequence[Leaf]) -> Reading:
    """The inline content of all blocks in which a link or a tag may stand."""
    reading = Reading(text)
    places = [found.start() for found in LINK_OR_TAG.finditer(text)] + [len(text)]
    nearest = 0
    for leaf in blocks:
        while places[nearest] < leaf.start:
            nearest += 1
        if places[nearest] >= leaf.end:
            continue
        if leaf.kind == "row":
            reading.troubles += _split_by_bar(text, leaf)
        elif leaf.kind not in ("opaque", "footnote"):
            reading.block(leaf.start, leaf.end)
    return reading


def _headings(text: str, blocks: Sequence[Leaf]) -> Iterator[Heading]:
    """The headings."""
    for leaf in blocks:
        if leaf.kind == "heading":
            title = text[leaf.start : leaf.end].strip()
            yield Heading(Span(leaf.start, leaf.end), leaf.level, title, leaf.top)


def _block_ids(text: str, blocks: Sequence[Leaf], links: Sequence[Link]) -> Iterator[Block]:
    """The block ids: the last thing of a block, or alone below the block that they name.

    White space stands before one, save straight after a link or code.
    """
    after_links = {link.span.end for link in links}
    for leaf in blocks:
        if leaf.kind not in ("paragraph", "heading"):
            continue
        caret = text.rfind("^", leaf.start, leaf.end)
        if caret < 0:
            continue
        found = BLOCK_ID.match(text, caret, leaf.end)
        before = text[caret - 1] if caret > leaf.start else ""
        alone = not text[leaf.start : caret].strip()
        apart = alone or before.isspace() or before == "`" or caret in after_links
        if found and apart and not (alone and leaf.first):
            yield Block(Span(caret, found.end("id")), found["id"])


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
    code = [found.span() for found in CODE_IN_ROW.finditer(source)]
    for found in SPLIT_IN_ROW.finditer(source):
        if not any(start < found.start() < end for start, end in code):
            yield Trouble(Span(row.start + found.start(), row.start + found.end()), "split-link", "table")
