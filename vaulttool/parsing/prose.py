"""What people wrote on a page, apart from code, links' targets, comments and generated parts: for rules about words.

A page is read this way only where a rule asks for it, from its text alone.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from vaulttool.parsing import frontmatter
from vaulttool.parsing.arrangement import Leaf
from vaulttool.parsing.code import code_spans
from vaulttool.parsing.comments import comments
from vaulttool.parsing.document import Document, Heading, Record
from vaulttool.parsing.inline import ANGLED, DISPLAY_MATH, MATH
from vaulttool.parsing.markdown import leaves
from vaulttool.text.span import LINE_END, Span
from vaulttool.text.table import is_separator

HIDDEN = "\0"  # stands for each character that is no prose: neither a word's nor a blank
INLINE = ("paragraph", "heading", "title", "cell", "footnote")
QUOTED_LINE = re.compile(r"(?:(?<=[\r\n])|\A)[ \t]*+(?:(?:[-*+]|\d{1,9}[.)])[ \t]++)?>[^\r\n]*+")
QUOTE_MARKS = re.compile(r"(?:(?<=\n)|(?<=\r)|\A)[ \t]*+(?:>[ \t]?)++")
CALLOUT = re.compile(r"[ \t]*+(?:(?:[-*+]|\d{1,9}[.)])[ \t]++)?(?:>[ \t]*+)+(?P<mark>\[!(?P<type>[^\]\r\n]++)\][+-]?)")
ITEM = re.compile(r"[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[^\]\r\n]\][ \t]+)?\Z")
FENCE = re.compile(r"(?P<mark>`{3,}|~{3,})[ \t]*(?P<info>[^\r\n]*)")
TARGET = re.compile(r"(?<=\])\([^()\r\n]*+(?:\([^()\r\n]*+\)[^()\r\n]*+)*+\)")
REFERENCE = re.compile(r"(?<=\])\[[^\[\]\r\n]*+\]")
ADDRESS = re.compile(r"\b[A-Za-z][A-Za-z0-9+.-]{1,15}://[^\s<>|]*+")
HTML_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
HTML_TAG = re.compile(r"<(?:script|style)\b.*?</(?:script|style)\s*>|<!--.*?-->|<[^<>]*+>", re.DOTALL | re.IGNORECASE)
UNSPOKEN = {  # a mark without which a text has nothing of the kind, and what it looks like
    "<!--": HTML_COMMENT,
    "<": ANGLED,
    "](": TARGET,
    "][": REFERENCE,
    "://": ADDRESS,
    "$$": DISPLAY_MATH,
    "$": MATH,
}
BAR = re.compile(r"(?<!\\)\|")
BLOCK_TAG = re.compile(
    r"<(?:address|article|aside|blockquote|br|caption|dd|div|dl|dt|figcaption|footer|h[1-6]|header|hr|li|main|nav|ol|p"
    r"|pre|section|table|t[dhr]|tbody|thead|ul)\b",
    re.IGNORECASE,
)
NO_LINE_END = re.compile(r"[^\r\n]")


class Passage(Record, frozen=True):
    """A block of prose. ``kind`` is heading, paragraph, item (the first block of a list item), title (of a call-out)
    or cell. ``quote`` is empty, ``quote`` for quoted text, or the type of the call-out that it stands in."""

    span: Span
    kind: str
    quote: str


class Table(Record, frozen=True):
    """A table: the cells of its head, and of each row, without the blanks around them; a row may have fewer or more
    cells than the head."""

    span: Span
    head: tuple[Span, ...]
    rows: tuple[tuple[Span, ...], ...]


class Code(Record, frozen=True):
    """A code span: ``content`` is what stands between its backticks and one blank on each side."""

    span: Span
    content: Span


class Fence(Record, frozen=True):
    """A fenced code block: ``info`` is the rest of its first line, ``content`` the lines between the fences."""

    span: Span
    info: str
    content: Span


class Prose:
    """A page as prose. ``text`` is the text as read; ``plain`` is as long and keeps the line ends and the words that
    people wrote, while front matter, code, comments, HTML, formulas, marks of links and their targets, and what is
    generated is ``HIDDEN``. ``body`` is where the front matter ends."""

    def __init__(self, text: str, document: Document, blocks: Sequence[Leaf], body: int) -> None:
        self.text = text
        self.document = document
        self.body = body
        self._blocks = blocks

    @cached_property
    def passages(self) -> Sequence[Passage]:
        """The blocks of prose, in order; those in regions are left out."""
        return [
            Passage(Span(leaf.start, leaf.end), self._kind(leaf), self._quote(leaf))
            for leaf in self._blocks
            if leaf.kind in INLINE and leaf.kind != "footnote" and not self.is_generated(leaf.start)
        ]

    @cached_property
    def plain(self) -> str:
        """The text with all that is no prose hidden."""
        shown: list[str] = []
        done = 0
        for leaf in self._blocks:
            if leaf.kind not in INLINE or leaf.start < done:
                continue
            shown += [_hidden(self.text[done : leaf.start]), self.text[leaf.start : leaf.end]]
            done = leaf.end
        shown.append(_hidden(self.text[done:]))
        return _without("".join(shown), self._unspoken())

    @cached_property
    def tables(self) -> Sequence[Table]:
        """The tables, in order; those in regions are left out."""
        found: list[tuple[Span, ...]] = []
        tables: list[Table] = []
        rows = [leaf for leaf in self._blocks if leaf.kind == "row"]
        for at, row in enumerate(rows):
            found.append(tuple(self._cells(row)))
            last = at + 1 == len(rows) or self._is_head(rows[at + 1])
            if last:
                span = Span(rows[at + 1 - len(found)].start, row.end)
                if not self.is_generated(span.start):
                    tables.append(Table(span, found[0], tuple(found[1:])))
                found = []
        return tables

    @cached_property
    def codes(self) -> Sequence[Code]:
        """The code spans in prose, in order; those in regions are left out."""
        return [code for code in self._all_codes if not self.is_generated(code.span.start)]

    @cached_property
    def fences(self) -> Sequence[Fence]:
        """The fenced code blocks, in order; those in regions are left out."""
        found = []
        for leaf in self._blocks:
            opening = FENCE.match(self.text, leaf.start) if leaf.kind == "opaque" else None
            if opening and not self.is_generated(leaf.start):
                start = _line_after(self.text, opening.end(), leaf.end)
                last = max(self.text.rfind("\n", start, leaf.end), self.text.rfind("\r", start, leaf.end)) + 1
                closing = self.text[max(last, start) : leaf.end].strip(" \t>\r\n")
                is_closed = len(closing) >= 3 and set(closing) == {opening["mark"][0]}
                end = max(last, start) if is_closed else leaf.end
                found.append(Fence(Span(leaf.start, leaf.end), opening["info"].strip(), Span(start, end)))
        return found

    @cached_property
    def opening(self) -> Passage | None:
        """The first block below the title that is prose: no heading, no table, no quote and no call-out."""
        return next((one for one in self.passages if one.kind in ("paragraph", "item") and not one.quote), None)

    def above(self, offset: int) -> Sequence[Heading]:
        """The headings under which a place stands, the outermost first; a heading stands under itself."""
        found: list[Heading] = []
        for heading in self.document.headings:
            if heading.span.start > offset:
                break
            found = [one for one in found if one.level < heading.level] + [heading]
        return found

    def line_start(self, offset: int) -> int:
        """Where the line of a place begins."""
        found = self.text.rfind("\n", 0, offset)
        return (max(found, self.text.rfind("\r", 0, offset)) if self._has_returns else found) + 1

    @cached_property
    def _has_returns(self) -> bool:
        return "\r" in self.text  # asked once: looking for one that is not there reads the whole text

    def is_generated(self, offset: int) -> bool:
        """Whether a place lies in a region."""
        regions = self.document.regions
        before = bisect_right(regions, offset, key=lambda region: region.span.start) - 1
        return before >= 0 and offset < regions[before].span.end

    def is_code(self, offset: int) -> bool:
        """Whether a place lies in a code span."""
        codes = self._all_codes
        before = bisect_right(codes, offset, key=lambda code: code.span.start) - 1
        return before >= 0 and offset < codes[before].span.end

    @cached_property
    def _all_codes(self) -> Sequence[Code]:
        return [Code(span, _content(self.text, span)) for span in sorted(self._codes())]

    def _codes(self) -> Iterator[Span]:
        for leaf in self._blocks:
            if leaf.kind in INLINE and self.text.find("`", leaf.start, leaf.end) >= 0:
                for start, end in code_spans(self.text[leaf.start : leaf.end]):
                    yield Span(leaf.start + start, leaf.start + end)

    def _kind(self, leaf: Leaf) -> str:
        if leaf.kind != "paragraph":
            return leaf.kind
        line = self.line_start(leaf.start)
        return "item" if ITEM.match(self.text[line : leaf.start]) else "paragraph"

    def _quote(self, leaf: Leaf) -> str:
        before = bisect_right(self._quotes, leaf.start, key=lambda quote: quote[0].start) - 1
        if before < 0 or leaf.start >= self._quotes[before][0].end:
            return ""
        return self._quotes[before][1]

    @cached_property
    def _quotes(self) -> Sequence[tuple[Span, str]]:
        """The stretches of lines that are quoted, and the type of the call-out that they are."""
        if ">" not in self.text:
            return []
        stretches: list[Span] = []
        for line in QUOTED_LINE.finditer(self.text, self.body):
            goes_on = stretches and self.text[stretches[-1].end : line.start()] in ("\n", "\r\n", "\r")
            start = stretches.pop().start if goes_on else line.start()
            stretches.append(Span(start, line.end()))
        found = []
        for span in stretches:
            callout = CALLOUT.match(self.text, span.start)
            found.append((span, callout["type"].strip().lower() if callout else "quote"))
        return found

    def _cells(self, row: Leaf) -> Iterator[Span]:
        bars = [row.start - 1, *(bar.start() for bar in BAR.finditer(self.text, row.start, row.end)), row.end]
        cells = [_stripped(self.text, before + 1, after) for before, after in pairwise(bars)]
        if len(cells) > 1 and cells[0].start == cells[0].end:
            cells = cells[1:]
        if len(cells) > 1 and cells[-1].start == cells[-1].end:
            cells = cells[:-1]
        yield from cells

    def _is_head(self, row: Leaf) -> bool:
        """Whether the line below a row separates it from others."""
        written = self.text[row.start : row.end].rstrip()
        start = _line_after(self.text, row.start + len(written), len(self.text))
        end = _end_of_line(self.text, start)
        return is_separator(self.text[start:end].lstrip(" \t>"))

    def _unspoken(self) -> Iterator[Span]:
        """What is no prose inside the blocks of prose."""
        text = self.text
        yield Span(0, self.body)
        yield from (region.span for region in self.document.regions)
        yield from (code.span for code in self._all_codes)
        if "%%" in text:
            yield from comments(text, self.body, [code.span for code in self._all_codes])
        for link in self.document.links:
            if link.span.start >= self.body:
                yield from _unseen(text, link.span, link.display is not None and link.syntax == "wiki")
        for mark, pattern in UNSPOKEN.items():
            for leaf in self._blocks if mark in text else ():
                if leaf.kind in INLINE and text.find(mark, leaf.start, leaf.end) >= 0:
                    found = pattern.finditer(text, leaf.start, leaf.end)
                    yield from (Span(*one.span()) for one in found if not self.is_code(one.start()))
        for quote, _ in self._quotes:
            callout = CALLOUT.match(text, quote.start)
            if callout:
                yield Span(*callout.span("mark"))
            yield from (Span(*marks.span()) for marks in QUOTE_MARKS.finditer(text, quote.start, quote.end))


class HtmlProse(Prose):
    """A page of HTML as prose: all that is no tag, each block of it by itself."""

    def __init__(self, text: str, document: Document) -> None:
        ends = [0, *(found.start() for found in BLOCK_TAG.finditer(text)), len(text)]
        blocks = [Leaf("paragraph", *ends, True, True, 0) for ends in pairwise(ends) if text[slice(*ends)].strip()]
        super().__init__(text, document, blocks, 0)

    def _unspoken(self) -> Iterator[Span]:
        yield from (region.span for region in self.document.regions)
        yield from (Span(*found.span()) for found in HTML_TAG.finditer(self.text))

    def _codes(self) -> Iterator[Span]:
        yield from ()


def prose(path: str, text: str, document: Document) -> Prose:
    """A page as prose: a note, or another Markdown or HTML page."""
    if path.lower().endswith((".html", ".htm")):
        return HtmlProse(text, document)
    body = frontmatter.body_start(text)
    return Prose(text, document, leaves(text, body), body)


def words(plain: str, span: Span) -> str:
    """The words of a stretch of prose, each blank and hidden part one blank."""
    return " ".join(span.of(plain).replace(HIDDEN, " ").split())


def _unseen(text: str, span: Span, has_display: bool) -> Iterator[Span]:
    """What of a wikilink is not shown: its brackets, and its target where it has words of its own to show."""
    written = span.of(text)
    if not written.startswith(("[[", "![[")):
        return
    opening = written.index("[[") + 2
    bar = BAR.search(written) or re.search(r"\\\|", written)
    shown = bar.end() if has_display and bar else opening
    yield Span(span.start, span.start + shown)
    yield Span(span.end - 2, span.end)


def _without(text: str, spans: Iterable[Span]) -> str:
    """A text in which what the spans cover is hidden."""
    shown: list[str] = []
    done = 0
    for span in sorted(spans):
        if span.end > done:
            start = max(span.start, done)
            shown += [text[done:start], _hidden(text[start : span.end])]
            done = span.end
    return "".join(shown) + text[done:] if shown else text


def _hidden(text: str) -> str:
    """A stretch hidden but for its line ends."""
    if "\r" in text:
        return NO_LINE_END.sub(HIDDEN, text)
    if "\n" in text:  # by lines, since a pattern takes each character for itself
        return "\n".join([HIDDEN * len(line) for line in text.split("\n")])
    return HIDDEN * len(text)


def _content(text: str, span: Span) -> Span:
    written = span.of(text)
    marks = len(written) - len(written.lstrip("`"))
    start, end = span.start + marks, span.end - marks
    inner = text[start:end]
    if len(inner) > 2 and inner[0] == inner[-1] == " " and inner.strip():
        start, end = start + 1, end - 1
    return Span(start, end)


def _stripped(text: str, start: int, end: int) -> Span:
    inner = text[start:end]
    start += len(inner) - len(inner.lstrip())
    return Span(start, start + len(inner.strip()))


def _end_of_line(text: str, start: int) -> int:
    end = LINE_END.search(text, start)
    return end.start() if end else len(text)


def _line_after(text: str, offset: int, limit: int) -> int:
    """Where the line below the one of a place begins; the limit where there is none."""
    end = _end_of_line(text, offset)
    return min(end + (2 if text.startswith("\r\n", end) else 1), limit)
