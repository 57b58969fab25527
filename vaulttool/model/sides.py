"""One note as both sides read it, and what either of them sees at a place."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from functools import cached_property

from vaulttool.parsing.arrangement import Leaf
from vaulttool.parsing.comments import comments
from vaulttool.parsing.document import Document
from vaulttool.parsing.forge import ForgeReading
from vaulttool.parsing.inline import ADDRESS, DISPLAY_MATH, MATH
from vaulttool.parsing.markdown import leaves
from vaulttool.text.span import Span

NO_MARKS = ("fence", "code_block", "html_block", "code_inline", "html_inline")
CODE_LINE = re.compile(r"[ \t]*(?:>[ ]?)*(?: {4}| {0,3}\t)")
CALLOUT_LINE = re.compile(r"[ \t]*(?:[-*+][ \t]+)?>[> \t]*\[!")


class Stretches:
    """Spans that do not overlap, for asking which one covers a place."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self.spans = sorted(spans)
        self.starts = [span.start for span in self.spans]

    def at(self, offset: int) -> Span | None:
        """The one that covers the place."""
        before = bisect_right(self.starts, offset) - 1
        return self.spans[before] if before >= 0 and offset < self.spans[before].end else None


class Sides:
    """A note's text, Obsidian's reading of it and a forge's; all else is worked out when it is first asked for."""

    def __init__(self, text: str, document: Document, reading: ForgeReading) -> None:
        self.text = text
        self.document = document
        self.reading = reading
        self.inline = {
            link.span.start: link
            for link in reading.links
            if link.kind != "html" and not link.label and not link.external
        }
        self._known: dict[tuple[str, int], Stretches] = {}

    def stretch(self, kind: str, offset: int) -> Span | None:
        """The stretch of that kind that the forge sees at a place."""
        found = self._known.get((kind, 0))
        if found is None:
            spans = (stretch.span for stretch in self.reading.stretches if stretch.kind == kind)
            found = self._known[kind, 0] = Stretches(spans)
        return found.at(offset)

    def in_comment(self, offset: int) -> bool:
        """Whether a place lies in a ``%%`` comment."""
        return self._comments.at(offset) is not None

    def in_link(self, offset: int, syntax: str) -> bool:
        """Whether a place lies in a link of that syntax that Obsidian records."""
        return self._links[syntax].at(offset) is not None

    def holds_inner_link(self, span: Span) -> bool:
        """Whether a forge reads a link of its own inside a span."""
        inner = bisect_right(self._inline_starts, span.start)
        return inner < len(self._inline_starts) and self._inline_starts[inner] < span.end

    def in_forge_link(self, offset: int) -> bool:
        """Whether a place lies in a link or image that a forge reads."""
        return self._forge_links.at(offset) is not None

    def backtick_in_wikilink(self, offset: int) -> bool:
        """Whether a wikilink with a backtick in it stands in the same block as a place, before it."""
        return self._stands_before(self._ticks, offset)

    def odd_comment(self, offset: int) -> bool:
        """Whether an HTML comment with a double dash inside stands in the same block as a place, before it."""
        return self._stands_before(self._odd_comments, offset)

    def below_table(self, offset: int) -> bool:
        """Whether a place lies in a table's row without a bar, or in code straight below a table."""
        if self.stretch("table", offset):
            return "|" not in self._line(offset)
        code = self.stretch("code_block", offset)
        above = code.start - 2 if code else -1
        return self.stretch("table", above) is not None or self.stretch("table", above - 1) is not None

    def goes_on_past_title(self, span: Span) -> bool:
        """Whether a span begins in the title of a callout and ends on a later line."""
        return "\n" in span.of(self.text) and CALLOUT_LINE.match(self._line(span.start)) is not None

    def in_math(self, offset: int) -> bool:
        """Whether a place lies in a formula, a block or one in a line."""
        leaf = self._leaf(offset)
        if leaf and leaf.kind == "opaque":
            return self.text.startswith("$$", leaf.start)
        return self._matched(leaf, DISPLAY_MATH, offset) or self._matched(leaf, MATH, offset)

    def in_address(self, offset: int) -> bool:
        """Whether a place lies in a web address that goes on through brackets."""
        return self._matched(self._leaf(offset), ADDRESS, offset)

    def in_code_line(self, offset: int) -> bool:
        """Whether Obsidian sees an indented line of code at a place."""
        leaf = self._leaf(offset)
        return (leaf is None or leaf.kind == "opaque") and CODE_LINE.match(self._line(offset)) is not None

    def below_callout_title(self, offset: int) -> bool:
        """Whether the line above a place is the title of a callout."""
        start = self.text.rfind("\n", 0, offset)
        return start > 0 and CALLOUT_LINE.match(self._line(start)) is not None

    def _stands_before(self, starts: list[int], offset: int) -> bool:
        leaf = self._leaf(offset)
        nearest = bisect_left(starts, offset) - 1
        return leaf is not None and nearest >= 0 and starts[nearest] >= leaf.start

    def _line(self, offset: int) -> str:
        start = self.text.rfind("\n", 0, offset) + 1
        end = self.text.find("\n", offset)
        return self.text[start : end if end >= 0 else len(self.text)]

    def _leaf(self, offset: int) -> Leaf | None:
        """The block in which Obsidian sees a place; a cell rather than its row."""
        before = bisect_right(self._leaf_starts, offset) - 1
        found = self._leaves[before] if before >= 0 else None
        return found if found and offset < found.end else None

    def _matched(self, leaf: Leaf | None, pattern: re.Pattern[str], offset: int) -> bool:
        """Whether a match of the pattern in the block covers the place."""
        if leaf is None:
            return False
        key = (pattern.pattern, leaf.start)
        if key not in self._known:
            found = pattern.finditer(self.text, leaf.start, leaf.end)
            self._known[key] = Stretches(Span(*match.span()) for match in found)
        return self._known[key].at(offset) is not None

    @cached_property
    def _comments(self) -> Stretches:
        hidden = (stretch.span for stretch in self.reading.stretches if stretch.kind in NO_MARKS)
        return Stretches(comments(self.text, self.reading.start, hidden) if "%%" in self.text else ())

    @cached_property
    def _links(self) -> dict[str, Stretches]:
        links = self.document.links
        return {
            syntax: Stretches(link.span for link in links if link.syntax == syntax and link.kind != "property")
            for syntax in ("wiki", "markdown")
        }

    @cached_property
    def _ticks(self) -> list[int]:
        """Where wikilinks with a backtick in them begin."""
        wiki = (link.span for link in self.document.links if link.syntax == "wiki" and link.kind != "property")
        return sorted(span.start for span in wiki if "`" in span.of(self.text))

    @cached_property
    def _odd_comments(self) -> list[int]:
        """Where HTML comments with a double dash inside begin."""
        tags = (stretch.span for stretch in self.reading.stretches if stretch.kind == "html_inline")
        return sorted(tag.start for tag in tags if "--" in tag.of(self.text)[4:-3])

    @cached_property
    def _forge_links(self) -> Stretches:
        return Stretches(link.span for link in self.inline.values())

    @cached_property
    def _inline_starts(self) -> list[int]:
        return sorted(self.inline)

    @cached_property
    def _leaves(self) -> list[Leaf]:
        return leaves(self.text, self.reading.start)

    @cached_property
    def _leaf_starts(self) -> list[int]:
        return [leaf.start for leaf in self._leaves]
