"""The stretches of a page that say something of the present: blocks of prose and of code, history apart."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property

from vaulttool.model.past import is_past, line_around
from vaulttool.parsing.prose import HIDDEN, Prose
from vaulttool.text.days import first_day_until
from vaulttool.text.sentences import sentences
from vaulttool.text.span import Span

SHELLS = {"", "sh", "bash", "zsh", "fish", "shell", "console", "shell-session", "shellsession"}
PROMPTED = {"console", "shell-session", "shellsession"}
OUTPUT = {"text", "txt", "log", "logs", "output", "diff", "patch", "plain", "plaintext"}
PROMPTS = ("$", "#", ">", "%")
FAR = 500  # characters of a sentence around a place that are read
STAMPED = re.compile(r"\d\d:\d\d:\d\d|\d{4}-\d\d-\d\d|^\# (?:HELP|TYPE) ", re.MULTILINE)
QUOTED = re.compile(r"\"[^\"\r\n]*+\"|“[^”\r\n]*+”|„[^“”\r\n]*+[“”]|«[^»\r\n]*+»")
FENCE_OPENS = re.compile(r"[ \t>\r\n]*(?:`{3,}|~{3,})[^\r\n]*")  # between the words above a code block and its content


class Stretch:
    """A block of prose, with code spans in it, or the lines of a code block, which has a language."""

    def __init__(self, prose: Prose, span: Span, language: str | None, row: Span | None = None) -> None:
        self.prose = prose
        self.text = prose.text
        self.span = span
        self.language = language
        self._row = row
        self._dated: dict[str, int | None] = {}  # the first day up to another one

    @property
    def is_block(self) -> bool:
        """Whether it is a code block."""
        return self.language is not None

    @property
    def is_shell(self) -> bool:
        """Whether it holds commands, as far as is known."""
        return self.language in SHELLS

    def is_past(self, sections: Sequence[Span], last: str = "") -> bool:
        """Whether it stands in one of these sections of the past, or below a sentence that leads to it and speaks of
        the past, or of a day up to ``last``."""
        before = bisect_right(sections, self.span.start, key=lambda one: one.start) - 1
        is_inside = before >= 0 and self.span.start < sections[before].end
        return is_inside or (self.is_block and is_past(self._introduction(), last))

    def is_prose(self, span: Span) -> bool:
        """Whether a place is what people wrote, and no code, comment, address or target of a link."""
        return not self.is_block and HIDDEN not in span.of(self.prose.plain)

    def is_code(self, span: Span) -> bool:
        """Whether a place is code: in a code span, or on a line that is no output of a command."""
        if not self.is_block:
            return self.prose.is_code(span.start)
        return self.language not in PROMPTED or self.said(span).lstrip().startswith(PROMPTS)

    def is_quoted(self, span: Span) -> bool:
        """Whether a place in prose stands between quotation marks."""
        before = bisect_right(self._quoted, span.start, key=lambda one: one.start) - 1
        return self.is_prose(span) and before >= 0 and span.end < self._quoted[before].end

    def said(self, span: Span) -> str:
        """The sentence, row of a table or line of code in which a place stands; of a very long one, what is near."""
        if self.is_block:
            return line_around(self.text, span.start, span.end)
        said = self._said(span)
        return self.text[max(said.start, span.start - FAR) : min(said.end, span.end + FAR)]

    def is_dated(self, span: Span, last: str) -> bool:
        """Whether a paragraph names a day up to ``last`` before the end of that sentence: a date at its beginning holds
        for all that follows."""
        if last not in self._dated:
            self._dated[last] = first_day_until(self.text, self.span, last)
        first = self._dated[last]
        return self._row is None and first is not None and first < self._said(span).end

    def _said(self, span: Span) -> Span:
        if self._row:
            return self._row
        at = bisect_right(self._sentences, span.start, key=lambda one: one.start) - 1
        return self._sentences[max(at, 0)]

    @cached_property
    def _sentences(self) -> Sequence[Span]:
        return list(sentences(self.text, self.span))

    @cached_property
    def _quoted(self) -> Sequence[Span]:
        return [Span(*found.span()) for found in QUOTED.finditer(self.text, self.span.start, self.span.end)]

    def _introduction(self) -> str:
        """The sentence right above a code block, empty where there is none."""
        passages = self.prose.passages
        above = bisect_right(passages, self.span.start, key=lambda one: one.span.start) - 1
        before = passages[above].span if above >= 0 else Span(0, 0)
        between = self.text[before.end : self.span.start].strip()
        if above < 0 or FENCE_OPENS.fullmatch(between) is None:
            return ""
        return list(sentences(self.text, before))[-1].of(self.text)


def statements(prose: Prose) -> Iterator[Stretch]:
    """What of a page is no quotation and no output."""
    rows = [Span(row[0].start, row[-1].end) for table in prose.tables for row in (table.head, *table.rows) if row]
    for passage in prose.passages:
        if passage.quote != "quote":
            row = bisect_right(rows, passage.span.start, key=lambda one: one.start) - 1
            yield Stretch(prose, passage.span, None, rows[row] if passage.kind == "cell" and row >= 0 else None)
    for fence in prose.fences:
        language = (fence.info.split() or [""])[0].lower().strip("{}.")
        if language not in OUTPUT and (language or not STAMPED.search(fence.content.of(prose.text))):
            yield Stretch(prose, fence.content, language)
