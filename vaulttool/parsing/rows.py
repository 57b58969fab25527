"""The rows that people wrote: those of tables, and the items of lists that begin with a link."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from vaulttool.parsing.arrangement import Leaf
from vaulttool.parsing.document import Document, Link
from vaulttool.parsing.markdown import leaves
from vaulttool.text.span import Lines, Span
from vaulttool.text.table import is_separator

BULLET = re.compile(r"[ \t>]*+(?:[-*+]|\d{1,9}[.)])[ \t]++(?:\[[^\r\n\]]\][ \t]++)?")
MARKS = re.compile(r"[*_`~=]+")
NEITHER = re.compile(r"[\W_]+")
WORD_OR_DATE = re.compile(r"[^\W\d_]|\d{4}-\d{2}")


class Row(NamedTuple):
    """One row: the number of the table or list that it stands in (``part``), what it is called (``shown``), what it is
    known by (``key``), and what else stands in it. ``linked`` tells that the key is the name of the note that the row
    links to; else it is the first cell with words in it. Keys are letters and digits in lower case."""

    span: Span
    part: int
    shown: str
    key: str
    linked: bool
    rest: tuple[str, ...]


def rows(text: str, document: Document) -> list[Row]:
    """The rows of a page, in order."""
    return list(_Rows(text, document).rows())


def written_rows(text: str, document: Document) -> list[Row]:
    """The rows of a page outside its regions."""
    regions = [region.span for region in document.regions]
    return [row for row in rows(text, document) if not any(one.start <= row.span.start < one.end for one in regions)]


def name_of(link: str) -> str:
    """The name of the note that a linkpath means, as a key."""
    return key_of(link.rpartition("/")[2].removesuffix(".md"))


def key_of(text: str) -> str:
    """The letters and digits of a text, in lower case."""
    return NEITHER.sub("", text).casefold()


class _Rows:
    """The rows of one page, read from its blocks."""

    def __init__(self, text: str, document: Document) -> None:
        self.text = text
        self.lines = Lines(text)
        self.links = sorted((one for one in document.links if one.link), key=lambda one: one.span.start)
        self.starts = [one.span.start for one in self.links]

    def rows(self) -> Iterator[Row]:
        """The rows, each table and each list one part."""
        part, listed = 0, False
        blocks = leaves(self.text)
        for index, leaf in enumerate(blocks):
            if leaf.kind == "cell":
                continue
            item = self._item(leaf) if leaf.kind == "paragraph" and leaf.first else None
            row = self._row(leaf, self._cells(blocks, index)) if leaf.kind == "row" else None
            part += (leaf.kind == "row" and self._is_head(leaf)) or (item is not None and not listed)
            listed = item is not None
            if (found := item or row) is not None:
                yield found._replace(part=part)

    def _cells(self, blocks: Sequence[Leaf], index: int) -> list[Span]:
        """The cells of the row at an index."""
        cells = []
        for leaf in blocks[index + 1 :]:
            if leaf.kind != "cell":
                break
            cells.append(self._trimmed(leaf.start, leaf.end))
        return cells

    def _is_head(self, leaf: Leaf) -> bool:
        """Whether a row stands above the line that parts a table's head from the others."""
        number = self.lines.position(leaf.start).line
        below = self.lines.span(number + 1).of(self.text) if number < len(self.lines.starts) else ""
        return is_separator(below.lstrip("> \t"))

    def _row(self, leaf: Leaf, cells: Sequence[Span]) -> Row | None:
        """A row of a table; None for the head, and for one without any words."""
        keys = [cell for cell in cells if WORD_OR_DATE.search(cell.of(self.text))]
        if not keys or self._is_head(leaf):
            return None
        link = self._link(keys[0].start, keys[0].end)
        shown = link.span.of(self.text) if link else keys[0].of(self.text)
        key = name_of(link.link) if link else key_of(shown)
        rest = [_plain(cell.of(self.text)) for cell in cells if cell is not keys[0]]
        return Row(self._trimmed(leaf.start, leaf.end), 0, shown, key, link is not None, tuple(filter(None, rest)))

    def _item(self, leaf: Leaf) -> Row | None:
        """An item of a list, if it begins with a link."""
        whole = self._trimmed(leaf.start, leaf.end)
        start = self.lines.span(self.lines.position(leaf.start).line).start
        link = self._link(whole.start, whole.end)
        if link is None or link.kind != "link" or not BULLET.fullmatch(self.text, start, leaf.start):
            return None
        if MARKS.sub("", self.text[whole.start : link.span.start]).strip():
            return None
        rest = _plain(self.text[link.span.end : whole.end])
        return Row(whole, 0, link.span.of(self.text), name_of(link.link), True, (rest,) if rest else ())

    def _link(self, start: int, end: int) -> Link | None:
        """The first link between two places."""
        index = bisect_left(self.starts, start)
        return self.links[index] if index < len(self.links) and self.starts[index] < end else None

    def _trimmed(self, start: int, end: int) -> Span:
        """A stretch without the blanks around it."""
        written = self.text[start:end]
        return Span(start + len(written) - len(written.lstrip()), start + len(written.rstrip()))


def _plain(text: str) -> str:
    """A text without marks of emphasis, its blanks single, in lower case."""
    return " ".join(MARKS.sub("", text).split()).lower()
