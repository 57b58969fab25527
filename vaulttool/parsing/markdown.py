"""The door to pyromark: a note's text in, its leaf blocks out, arranged as Obsidian arranges them.

pyromark reads CommonMark; Obsidian reads with a fork of remark-parse 8. Where the two arrange blocks
differently, either the parser is shown a copy of the text in which the odd spot is written in another
way (same length, so that offsets hold), or the events are rearranged here.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pyromark
from pyromark import Options

from vaulttool.text.span import BYTE_ORDER_MARK

PARSER = pyromark.Markdown(options=Options.ENABLE_TABLES | Options.ENABLE_FOOTNOTES)
CONTAINERS = frozenset(("BlockQuote", "Item", "FootnoteDefinition"))
BLOCKS = CONTAINERS | {"Paragraph", "Heading", "Table", "CodeBlock", "HtmlBlock", "List"}

CALLOUT_TITLE = re.compile(
    r"^(?P<prefix>(?:[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+)?[ \t]*(?:>[ \t]?)+)\[!(?=[^\]\n]*\])", re.MULTILINE
)
OPAQUE_OR_MATH = re.compile(
    r"""
    ^[ \t]*(?:>[ \t]*)*(?:
        (?P<fence>`{3,}(?=[^`\n]*$)|~{3,})   # a fence, up to its closing line
      | (?P<comment><!--)
      | (?P<math>\$\$)                       # a math block, up to the next two dollars
    )
    """,
    re.MULTILINE | re.VERBOSE,
)
ATX_OPENING = re.compile(r"#{1,6}[ \t]*")
ATX_CLOSING = re.compile(r"(?:^|[ \t]+)#+[ \t]*$")
CELL = re.compile(r"(?:\\.|[^\\|\r\n]|\\(?=[\r\n]|$))+")
LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r|$)")
CODE_INDENT = re.compile(r"(?: {4}| {0,3}\t)")
BETWEEN_LINES = re.compile(r"[ \t]*(?:\r\n|\n|\r)[ \t>]*")

# The parser sees a comma for every character beyond ASCII: none of them means anything to the arrangement
# of blocks, and with one byte a character its byte offsets are character offsets.
codecs.register_error("comma", lambda error: (b"," * (error.end - error.start), error.end))  # type: ignore[attr-defined]


class Leaf(NamedTuple):
    """A block with inline content, or one without (``opaque``), as offsets into the text.

    ``kind`` is paragraph, heading, cell, row (a whole table row, before its cells), title (of a callout),
    footnote (a definition, before its content) or opaque. ``first``: no block stands before it in its
    container. ``top``: it stands directly in the document. ``level`` is a heading's.
    """

    kind: str
    start: int
    end: int
    first: bool
    top: bool
    level: int


def leaves(text: str, start: int = 0) -> list[Leaf]:
    """The leaf blocks of the text from ``start`` (where the front matter ends), in order.

    Offsets are characters of the whole text.
    """
    start = start or text.startswith(BYTE_ORDER_MARK)
    body = text[start:] if start else text
    plain = body if body.isascii() else body.encode("ascii", "comma").decode("ascii")
    shown, titles, math = _disguised(plain)
    return _Arrangement(plain, start, titles, math).read(PARSER.events_with_range(shown))


def _disguised(text: str) -> tuple[str, set[int], set[int]]:
    """The text as shown to the parser, and where the disguised callout titles and math blocks begin.

    A callout's title is a block of its own, a math block may hold anything: each is shown as a heading.
    """
    titles: set[int] = set()
    math: set[int] = set()
    if "[[" in text and "CDATA[" not in text:
        text = text.replace("[[", "[,").replace("]]", ",,")  # fewer events: wikilinks are read elsewhere
    if "$$" in text:
        text = _with_math_hidden(text, math)
    if "[!" in text:
        shown = text
        text = CALLOUT_TITLE.sub(lambda found: _hidden_title(shown, found, titles), text)
    return text, titles, math


def _hidden_title(text: str, found: re.Match[str], titles: set[int]) -> str:
    """The callout's opening with ``[!`` written as a heading mark, if it is the first line of its quote."""
    start = found.start()
    above = text[text.rfind("\n", 0, start - 1) + 1 : start - 1] if start else ""
    marks = above[: len(above) - len(above.lstrip("> \t"))]
    if marks.count(">") >= found["prefix"].count(">"):
        return found[0]
    titles.add(found.end() - 2)
    return found["prefix"] + "# "


def _with_math_hidden(text: str, math: set[int]) -> str:
    """The text with each math block of several lines written as one heading; code and comments are passed over."""
    pieces: list[str] = []
    position = done = 0
    while found := OPAQUE_OR_MATH.search(text, position):
        if found["fence"]:
            position = _fence_end(text, found)
        elif found["comment"]:
            end = text.find("-->", found.end())
            position = len(text) if end < 0 else end
        else:
            start, end = found.start("math"), text.find("$$", found.end())
            position = len(text) if end < 0 else end + 2
            if "\n" in text[start:position]:
                pieces += [text[done:start], "# ", "x" * (position - start - 2)]
                math.add(start)
                done = position
    return "".join(pieces) + text[done:]


def _fence_end(text: str, found: re.Match[str]) -> int:
    """Where a fenced block ends: after its closing line, else at the end of the text."""
    mark = found["fence"]
    closing = re.compile(rf"^[ \t>]*{re.escape(mark[0])}{{{len(mark)},}}[ \t]*$", re.MULTILINE)
    end = closing.search(text, found.end())
    return end.end() if end else len(text)


class _Arrangement:
    """Reads the parser's events and puts the leaves together, their offsets moved by ``shift``."""

    def __init__(self, text: str, shift: int, titles: set[int], math: set[int]) -> None:
        self.text = text
        self.shift = shift
        self.titles = titles
        self.math = math
        self.found: list[Leaf] = []
        self.blocks_so_far = [0]  # one count for each open container
        self.quotes = 0
        self.run: tuple[int, int] | None = None  # the inline content of a tight list item, still growing

    def read(self, events: Iterator[tuple[Any, Any]]) -> list[Leaf]:
        """The leaves, in order."""
        for event, place in events:
            if type(event) is dict:
                tag = event.get("Start")
                if tag is not None:
                    name = tag if type(tag) is str else next(iter(tag))
                    if name in BLOCKS:
                        self._flush()
                        self._start(name, tag, place["start"], place["end"], events)
                        continue
                elif "End" in event:
                    tag = event["End"]
                    name = tag if type(tag) is str else next(iter(tag))
                    if name in CONTAINERS:
                        self._flush()
                        self.blocks_so_far.pop()
                        self.quotes -= name == "BlockQuote"
                    elif name == "List":
                        self._flush()
                    continue
            elif event == "Rule":
                self._flush()
                self._add("opaque", place["start"], place["end"])
                continue
            start, end = self.run or (place["start"], 0)
            self.run = start, max(end, place["end"])
        return self.found

    def _start(self, name: str, tag: Any, start: int, end: int, events: Iterator[tuple[Any, Any]]) -> None:
        """A block begins; leaf blocks are read to their end."""
        if name == "Paragraph":
            _pass_over(name, events)
            self._paragraph(start, end)
        elif name == "Heading":
            _pass_over(name, events)
            self._heading(start, end, int(tag["Heading"]["level"][1:]))
        elif name == "Table":
            self._table(start, end, events)
        elif name in CONTAINERS:
            if name == "FootnoteDefinition":
                self._add("footnote", start, end)
            elif name == "BlockQuote":
                self.blocks_so_far[-1] += 1
                self.quotes += 1
            self.blocks_so_far.append(0)
        elif name == "List":
            self.blocks_so_far[-1] += 1
        else:
            _pass_over(name, events)
            self._add("opaque", start, end)

    def _flush(self) -> None:
        """The inline content of a tight list item has ended: a block of its own."""
        if self.run:
            (start, end), self.run = self.run, None
            self._paragraph(start, end)

    def _add(self, kind: str, start: int, end: int, level: int = 0) -> None:
        """One more leaf, and one more block in its container."""
        counts, shift = self.blocks_so_far, self.shift
        self.found.append(Leaf(kind, start + shift, end + shift, counts[-1] == 0, len(counts) == 1, level))
        counts[-1] += 1

    def _paragraph(self, start: int, end: int) -> None:
        """A paragraph; below a quote, lines indented by four are code where CommonMark lets it run on."""
        if not self.quotes:
            self._add("paragraph", start, end)
            return
        position = LINE.match(self.text, start, end).end()  # type: ignore[union-attr]
        while position < end:
            line = LINE.match(self.text, position, end)
            assert line is not None
            if CODE_INDENT.match(line[0]):
                self._add("paragraph", start, position)
                start = line.end()
            position = line.end()
        if start < end:
            self._add("paragraph", start, end)

    def _heading(self, start: int, end: int, level: int) -> None:
        """A heading's content; what was disguised as one comes back as what it is."""
        if start in self.math:
            self._add("opaque", start, end)
        elif start in self.titles:
            self._add("title", start, end)
        elif self.text[start] == "#":
            opening = ATX_OPENING.match(self.text, start)
            assert opening is not None
            content = self.text[opening.end() : end].rstrip()
            closing = ATX_CLOSING.search(content)
            length = closing.start() if closing else len(content)
            self._add("heading", opening.end(), opening.end() + length, level)
        else:
            lines = [line for line in LINE.finditer(self.text, start, end) if line[0].strip("> \t\r\n")]
            if len(lines) == 2:
                self._add("heading", start, start + len(lines[0][0].rstrip()), level)
            else:  # Obsidian's setext heading has one line: this is a paragraph and a rule
                self._paragraph(start, lines[-1].start())
                self._add("opaque", lines[-1].start(), end)

    def _table(self, start: int, end: int, events: Iterator[tuple[Any, Any]]) -> None:
        """A table's rows and cells; straight below a paragraph it is none and part of the paragraph."""
        rows = []
        for event, place in events:
            if "Start" in event and event["Start"] in ("TableHead", "TableRow"):
                rows.append((place["start"], place["end"]))
            elif "End" in event and event["End"] == "Table":
                break
        above = self.found[-1] if self.found else None
        if above and above.kind == "paragraph" and self._adjoin(above.end - self.shift, start):
            self.found[-1] = above._replace(end=end + self.shift)
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

    def _below_table(self, start: int, end: int) -> None:
        """A line without a bar ends a table: code where it is indented by four, else a paragraph."""
        line_start = self.text.rfind("\n", 0, start) + 1
        indented = len(self.blocks_so_far) == 1 and CODE_INDENT.match(self.text[line_start:start])
        self._add("opaque" if indented else "paragraph", start, end)

    def _adjoin(self, end: int, start: int) -> bool:
        """Whether only a line end stands between two places."""
        before = end - 1 if end and self.text[end - 1] in "\r\n" else end
        before -= before > 0 and self.text[before - 1 : before + 1] == "\r\n"
        return BETWEEN_LINES.fullmatch(self.text, before, start) is not None


def _pass_over(name: str, events: Iterator[tuple[Any, Any]]) -> None:
    """Read on to the end of a leaf block."""
    for event, _ in events:
        if "End" in event and name in event["End"]:  # a name, or a dict with the name as its key
            return
