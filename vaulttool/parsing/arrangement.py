"""Arranges the block parser's events as Obsidian arranges blocks: events in, leaf blocks out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from vaulttool.parsing.disguise import Veil, veil
from vaulttool.text.span import Span

CONTAINERS = frozenset(("BlockQuote", "Item", "FootnoteDefinition"))
PLAIN = frozenset(("Paragraph", "CodeBlock", "HtmlBlock"))
BLOCKS = CONTAINERS | PLAIN | {"Heading", "Table", "List"}

ATX_OPENING = re.compile(r"#{1,6}(?=[ \t\r\n]|$)[ \t]*")
UNDERLINE = re.compile(r"(?:=+|-+)\Z")
QUOTE_MARKS = re.compile(r"\A(?: {0,3}>[ ]?)*")
TASK_BOX = re.compile(r"\[[^\r\n\]]\][ \t]+")
HTML_BLOCK = re.compile(
    r"""
    <!--.*?(?:-->[^\r\n]*|\Z)                        # a comment takes the rest of its last line
  | </?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div
    |dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link
    |main|menu|menuitem|meta|nav|noframes|ol|optgroup|option|p|param|pre|script|section|source|style|summary|table
    |tbody|td|tfoot|th|thead|title|tr|track|ul)(?:[\s/>].*|\Z)
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
CELL = re.compile(r"(?:\\.|[^\\|\r\n]|\\(?=[\r\n]|$))+")
LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r|$)")
CODE_INDENT = re.compile(r"(?: {4}| {0,3}\t)")
BETWEEN_LINES = re.compile(r"[ \t]*(?:\r\n|\n|\r)[ \t>]*")


class Leaf(msgspec.Struct, frozen=True, gc=False):
    """A block with inline content, or one without (``opaque``), as offsets into the text.

    ``kind`` is paragraph, heading, cell, row (a whole table row, before its cells), title (of a callout),
    comment (a ``%%`` block), footnote (a definition, before its content) or opaque (code, a formula). HTML and
    rules are blocks, but no leaves. ``first``: no block stands before it in its container. ``top``: it stands
    directly in the document. ``level`` is a heading's.
    """

    kind: str
    start: int
    end: int
    first: bool
    top: bool
    level: int


class Arrangement:
    """Reads the parser's events and puts the leaves together, their offsets moved by ``shift``.

    ``html`` are the blocks of HTML that stand directly in the document.
    """

    def __init__(
        self, text: str, shift: int, titles: set[int], veils: Sequence[Veil], hides: bool, begun: bool = False
    ) -> None:
        self.text = text
        self.shift = shift
        self.titles = titles
        self.veils = {veil.start: veil.kind for veil in veils}
        self.may_open = hides
        self.openings: list[Veil] = []  # formulas and comments that are not hidden yet
        self.dangling: set[str] = set()  # marks that opened below a line of text: nobody knows what they do
        self.found: list[Leaf] = []
        self.html: list[Span] = []
        self.blocks_so_far = [int(begun)]  # one count for each open container
        self.containers = [("", len(text))]  # and what each is and where it ends
        self.quotes = 0
        self.below_paragraph = False  # no block, and no container but lazily, since the last paragraph
        self.joins = False  # whether the next paragraph goes on with the one above

    def read(self, events: Iterator[tuple[Any, Any]]) -> list[Leaf]:
        """The leaves, in order. Inline events outside a paragraph are the content of a tight list item."""
        start = end = -1
        for event, place in events:
            if type(event) is dict:
                opened = event.get("Start")
                if opened is not None:
                    name = opened if type(opened) is str else next(iter(opened))
                    if name in BLOCKS:
                        if start >= 0:
                            self._tight(start, end)
                            start = -1
                        if name in PLAIN:
                            for inner, _ in events:
                                if "End" in inner and inner["End"] == name:
                                    break
                            if name == "Paragraph":
                                self._paragraph(place["start"], place["end"])
                            elif name == "CodeBlock":
                                self._add("opaque", place["start"], place["end"])
                            else:
                                self._html(place["start"], place["end"])
                            continue
                        self._start(name, opened, place["start"], place["end"], events)
                        continue
                elif "End" in event:
                    closed = event["End"]
                    name = closed if type(closed) is str else next(iter(closed))
                    if start >= 0 and name in BLOCKS:
                        self._tight(start, end)
                        start = -1
                    if name in CONTAINERS:
                        self._close(name)
                    continue
            elif event == "Rule":
                if start >= 0:
                    self._tight(start, end)
                    start = -1
                self._pass_over(place["start"], place["end"])
                continue
            if start < 0:
                start = place["start"]
            end = max(end, place["end"])
        return self.found

    def _start(self, name: str, tag: Any, start: int, end: int, events: Iterator[tuple[Any, Any]]) -> None:
        """A heading, table, container or list begins; the first two are read to their end."""
        if name == "Heading":
            for event, _ in events:
                if "End" in event and "Heading" in event["End"]:
                    break
            self._heading(start, end, int(tag["Heading"]["level"][1:]))
        elif name == "Table":
            self._table(start, end, events)
        elif name in CONTAINERS:
            self._open(name, start, end)
        else:
            self.blocks_so_far[-1] += 1

    def _open(self, name: str, start: int, end: int) -> None:
        """A container begins. A footnote's label cannot interrupt a paragraph."""
        goes_on = False
        if name == "BlockQuote":
            self.blocks_so_far[-1] += 1
            self.quotes += 1
        elif name == "FootnoteDefinition":
            goes_on = self._goes_on(start)
            if not goes_on:
                self._add("footnote", start, end)
        if self.openings:
            self._taint(start, end)
        self.blocks_so_far.append(0)
        self.containers.append((name, end))
        self.below_paragraph, self.joins = False, goes_on

    def _close(self, name: str) -> None:
        """A container ends."""
        self.blocks_so_far.pop()
        self.containers.pop()
        self.joins = False
        if name == "BlockQuote":
            self.quotes -= 1
        elif name == "FootnoteDefinition":
            self.below_paragraph = False  # while a lazy line stays in any other container

    def _html(self, start: int, end: int) -> None:
        """A block of HTML, in which nothing is read; markers of ours are such blocks."""
        if len(self.containers) == 1:
            self.html.append(Span(start + self.shift, end + self.shift))
        self._pass_over(start, end)

    def _pass_over(self, start: int, end: int) -> None:
        """HTML or a rule: a block in which nothing is read."""
        if self.openings:
            self._taint(start, end)
        self.blocks_so_far[-1] += 1
        self.below_paragraph = self.joins = False

    def _tight(self, start: int, end: int) -> None:
        """The inline content of a tight list item has ended: a block of its own."""
        escaped = start > 0 and self.text[start - 1] == "\\"  # the first event begins after the backslash
        self._paragraph(start - escaped, end)

    def _add(self, kind: str, start: int, end: int, level: int = 0) -> None:
        """One more leaf, and one more block in its container."""
        if self.openings:
            self._taint(start, end)
        counts, shift = self.blocks_so_far, self.shift
        self.found.append(Leaf(kind, start + shift, end + shift, counts[-1] == 0, len(counts) == 1, level))
        counts[-1] += 1
        self.below_paragraph = kind == "paragraph"
        self.joins = False

    def _paragraph(self, start: int, end: int) -> None:
        """A paragraph, unless it opens a formula or a comment, or goes on with the one above."""
        if self.may_open and self._opens(start):
            self._add("opaque", start, end)
            return
        if self.may_open:
            self.dangling ^= {mark for mark in ("$$", "%%") if self.text.count(mark, start, end) % 2}
        if self.joins:
            self.joins = False
            self.found[-1] = msgspec.structs.replace(self.found[-1], end=end + self.shift)
        elif self.text[start] == "[" and self.blocks_so_far[-1] == 0 and self.containers[-1][0] == "Item":
            self._task(start, end)
        elif self.quotes:
            self._quoted(start, end)
        else:
            self._add("paragraph", start, end)

    def _opens(self, start: int) -> bool:
        """Whether a formula or a comment opens here; it is noted, and hidden in the next round."""
        if self.openings and start < self.openings[-1].end:
            return True
        if self.text[start : start + 2] in self.dangling:
            return False
        found = veil(self.text, start, self.containers[-1][1], len(self.containers) == 1)
        if found:
            self.openings.append(found)
        return found is not None

    def _taint(self, start: int, end: int) -> None:
        """A block that begins in what is to be hidden and ends beyond it is not what it seems, and nor is what
        follows: formulas and comments there are looked for in the next round."""
        last = self.openings[-1]
        if last.start <= start < last.end and self.text[last.end : end].strip():
            self.may_open = False

    def _task(self, start: int, end: int) -> None:
        """A list item's first paragraph, without the box of a task; HTML after the box is a block."""
        box = TASK_BOX.match(self.text, start, end)
        start = box.end() if box else start
        block = HTML_BLOCK.match(self.text, start, end) if box else None
        if block:
            self._pass_over(start, block.end())
            start = block.end()
        if start < end and self.quotes:
            self._quoted(start, end)
        elif start < end:
            self._add("paragraph", start, end)

    def _quoted(self, start: int, end: int) -> None:
        """A paragraph in a quote: a line below it without the quote's mark, indented by four, is code."""
        base = self._indent_of_quote(start)
        position = _line(self.text, start, end).end()
        while position < end:
            line = _line(self.text, position, end)
            bare = line[0].lstrip(" \t")
            indent = line[0][: len(line[0]) - len(bare)]
            if len(indent.expandtabs(4)) >= base + 4 and not bare.startswith(">"):
                if start < position:
                    self._add("paragraph", start, position)
                start = line.end()
            position = line.end()
        if start < end:
            self._add("paragraph", start, end)

    def _indent_of_quote(self, start: int) -> int:
        """The column of the quote's mark where the quote stands in a list item or footnote, else 0."""
        if self.containers[1][0] == "BlockQuote":
            return 0
        line = self.text[self.text.rfind("\n", 0, start) + 1 : start].expandtabs(4)
        return max(line.find(">"), 0)

    def _heading(self, start: int, end: int, level: int) -> None:
        """A heading's content; what was disguised as one comes back as what it is."""
        if start in self.veils:
            self._add(self.veils[start], start, end)
        elif start in self.titles:
            self._add("title", start, end)
        elif opening := ATX_OPENING.match(self.text, start):
            content = self.text[opening.end() : end].rstrip()
            bare = content.rstrip("#")
            if not bare or bare[-1] in " \t":  # closing hashes stand after a blank
                content = bare.rstrip(" \t")
            self._add("heading", opening.end(), opening.end() + len(content), level)
        else:
            self._setext(start, end, level)

    def _setext(self, start: int, end: int, level: int) -> None:
        """A heading over an underline: one line of text, the underline bare. Anything else is a paragraph,
        with a rule below it where the underline is of dashes."""
        lines = [line for line in LINE.finditer(self.text, start, end) if line[0].strip("> \t\r\n")]
        underline = lines[-1][0].rstrip("\r\n")
        bare = QUOTE_MARKS.sub("", underline, count=1)
        if any(name in ("Item", "FootnoteDefinition") for name, _ in self.containers):
            bare = bare.lstrip()
        if self.may_open and self._opens(start):
            self._add("opaque", start, end)
        elif len(lines) < 2:  # a form feed behind the hashes is no blank to Obsidian
            self._paragraph(start, end)
        elif len(lines) == 2 and UNDERLINE.match(bare):
            self._add("heading", start, start + len(lines[0][0].rstrip()), level)
        elif bare.strip().startswith("="):
            self._paragraph(start, end)
        else:
            self._paragraph(start, lines[-1].start())
            self._pass_over(lines[-1].start(), end)

    def _table(self, start: int, end: int, events: Iterator[tuple[Any, Any]]) -> None:
        """A table's rows and cells; straight below a paragraph it is none and part of the paragraph."""
        rows = []
        for event, place in events:
            if "Start" in event and event["Start"] in ("TableHead", "TableRow"):
                rows.append((place["start"], place["end"]))
            elif "End" in event and event["End"] == "Table":
                break
        if self._goes_on(start):
            self.found[-1] = msgspec.structs.replace(self.found[-1], end=end + self.shift)
            return
        for index, (row_start, row_end) in enumerate(rows):
            if index and "|" not in self.text[row_start:row_end]:
                self._below_table(row_start, end)
                return
            self._row(row_start, row_end, new=index == 0)

    def _row(self, start: int, end: int, new: bool) -> None:
        """One row of a table and its cells, those beyond the head's number too."""
        first, top, shift = self.blocks_so_far[-1] == 0, len(self.blocks_so_far) == 1, self.shift
        self.blocks_so_far[-1] += new
        self.found.append(Leaf("row", start + shift, end + shift, first, top, 0))
        for cell in CELL.finditer(self.text, start, end):
            self.found.append(Leaf("cell", cell.start() + shift, cell.end() + shift, first, top, 0))
        self.below_paragraph = self.joins = False

    def _below_table(self, start: int, end: int) -> None:
        """Lines without a bar end a table: those indented by four are code, the rest is a paragraph."""
        position = self.text.rfind("\n", 0, start) + 1
        while len(self.blocks_so_far) == 1 and position < end and CODE_INDENT.match(self.text, position):
            position = _line(self.text, position, end).end()
        if position > start:
            self._add("opaque", start, position)
        if position < end:
            self._paragraph(max(start, position), end)

    def _goes_on(self, start: int) -> bool:
        """Whether a paragraph stands on the line above, so that a lazy line would go on with it."""
        if not self.below_paragraph:
            return False
        end = self.found[-1].end - self.shift
        end -= end > 0 and self.text[end - 1] in "\r\n"
        end -= end > 0 and self.text[end - 1 : end + 1] == "\r\n"
        return BETWEEN_LINES.fullmatch(self.text, end, start) is not None


def _line(text: str, start: int, end: int) -> re.Match[str]:
    """The line that begins at a place before ``end``, with its line end."""
    line = LINE.match(text, start, end)
    assert line is not None and line.end() > start
    return line
