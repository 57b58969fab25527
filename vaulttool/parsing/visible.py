"""Where a note shows its own prose: what stands in code, comments, quotes or a generated part is no sign of damage."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property

from vaulttool.parsing.document import Heading
from vaulttool.parsing.markdown import Blocks
from vaulttool.parsing.note_places import NotePlaces
from vaulttool.text.span import Span

LITERAL = re.compile(r"<(?P<end>/?)(?P<name>pre|code|script|style|textarea|samp|kbd|xmp)\b[^<>]*+>", re.IGNORECASE)
COMMENT = re.compile(r"<!--(?:(?!-->).)*+(?:-->|\Z)", re.DOTALL)
AS_BLANKS = str.maketrans("_/", "  ")
QUOTE = re.compile(r"[ \t]*+>")


class Visible:
    """The prose of one note from ``start`` on, where the front matter ends; ``regions`` are its generated parts.

    All lines end with LF; ``names`` are the note's title and tags.
    """

    def __init__(
        self,
        text: str,
        start: int,
        blocks: Blocks,
        headings: Sequence[Heading] = (),
        names: Sequence[str] = (),
        regions: Sequence[Span] = (),
    ) -> None:
        self.text = text
        self.start = start
        self.blocks = blocks
        self.headings = headings
        self.regions = regions
        self.names = names
        self.places = NotePlaces(text, blocks)
        self._topics: dict[tuple[re.Pattern[str], str], bool] = {}

    def is_code(self, offset: int) -> bool:
        """Whether a place lies in code, Markdown's or HTML's, in a formula or in a ``%%`` comment."""
        return self.places.hidden(offset) or covers(self.literal, offset)

    def shows_code(self, pattern: re.Pattern[str]) -> bool:
        """Whether what a pattern matches stands in code anywhere: who shows such a thing speaks of it."""
        return any(self.is_code(found.start()) for found in pattern.finditer(self.text, self.start))

    def is_foreign(self, line: Span) -> bool:
        """Whether a line is not the note's own prose: it is quoted, or was generated."""
        return QUOTE.match(self.text, line.start, line.end) is not None or covers(self.regions, line.start)

    def in_comment(self, offset: int) -> bool:
        """Whether a place lies in an HTML comment."""
        return covers(self.comments, offset)

    def by_line(self, pattern: re.Pattern[str], start: int | None = None) -> Iterator[tuple[Span, list[re.Match[str]]]]:
        """The lines in which a pattern is found below the front matter, or from ``start`` on, each with what is found;
        one that spans lines counts for its first."""
        line, found = Span(0, -1), list[re.Match[str]]()
        for match in pattern.finditer(self.text, self.start if start is None else start):
            if match.start() > line.end:
                if found:
                    yield line, found
                line, found = self.line(match.start()), []
            found.append(match)
        if found:
            yield line, found

    def line(self, offset: int) -> Span:
        """The line of an offset, without its line end."""
        end = self.text.find("\n", offset)
        return Span(self.text.rfind("\n", 0, offset) + 1, len(self.text) if end < 0 else end)

    @cached_property
    def literal(self) -> list[Span]:
        """The stretches of HTML in which text stands as it is written."""
        found: list[Span] = []
        name, begin = "", 0
        for tag in LITERAL.finditer(self.text, self.start):
            if not name and not tag["end"]:
                name, begin = tag["name"].lower(), tag.end()
            elif tag["end"] and tag["name"].lower() == name:
                found.append(Span(begin, tag.start()))
                name = ""
        return found

    @cached_property
    def comments(self) -> list[Span]:
        """The HTML comments."""
        return [Span(found.start(), found.end()) for found in COMMENT.finditer(self.text, self.start)]

    def is_about(self, topic: re.Pattern[str], offset: int) -> bool:
        """Whether the note, or a chapter that a place stands in, is called something with a word of a topic in it."""
        return any(self._has(topic, title) for title in (*self.names, *self.chapters(offset)))

    def _has(self, topic: re.Pattern[str], title: str) -> bool:
        if (topic, title) not in self._topics:
            self._topics[topic, title] = topic.search(title.translate(AS_BLANKS)) is not None
        return self._topics[topic, title]

    def chapters(self, offset: int) -> tuple[str, ...]:
        """The titles of the headings that a place stands under, the outermost first."""
        above = bisect_right(self.headings, offset, key=lambda heading: heading.span.start) - 1
        if above < 0:
            return ()
        return self._chains[above] if self.headings[above].span.end <= offset else self.parents(above)

    def parents(self, index: int) -> tuple[str, ...]:
        """The titles of the headings that one stands under."""
        return self._chains[index][:-1]

    @cached_property
    def _chains(self) -> list[tuple[str, ...]]:
        """For each heading its title behind those of the headings that it stands under."""
        found: list[tuple[str, ...]] = []
        open_levels: list[tuple[int, str]] = []
        for heading in self.headings:
            while open_levels and open_levels[-1][0] >= heading.level:
                open_levels.pop()
            open_levels.append((heading.level, heading.title))
            found.append(tuple(title for _, title in open_levels))
        return found


def covers(spans: Sequence[Span], offset: int) -> bool:
    """Whether a place lies in one of several spans, which are in order and do not overlap."""
    before = bisect_right(spans, offset, key=lambda span: span.start) - 1
    return before >= 0 and offset < spans[before].end
