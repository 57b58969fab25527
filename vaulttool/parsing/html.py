"""An HTML page's text in, its Document out: of such a page only regions, figures and suppressions are read."""

from __future__ import annotations

from bisect import bisect_right
from html.parser import HTMLParser

from vaulttool.parsing.allowances import MARK, Suppressions, suppressions
from vaulttool.parsing.document import Document
from vaulttool.parsing.marked import marked

HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))


def parse_html(text: str) -> Document:
    """What is generated in an HTML page."""
    found = marked(text, 0, lambda: _HtmlPlaces(text))
    silent = Suppressions()
    if MARK in text:
        silent = suppressions(text, _HtmlPlaces(text).hidden, marks=("<!--",))
    return Document(
        allowances=silent.allowances,
        troubles=(*found.troubles, *silent.troubles),
        regions=found.regions,
        figures=found.figures,
        length=len(text),
    )


class _HtmlPlaces(HTMLParser):
    """Where comments of a page stand: those in scripts and styles are none."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.text = text
        self.comments: set[int] = set()
        self.headings: list[tuple[int, bool]] = [(0, False)]
        self.feed(text)
        self.close()

    def handle_comment(self, data: str) -> None:
        self.comments.add(self._offset())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in HEADINGS:
            self.headings.append((self._offset(), True))

    def handle_endtag(self, tag: str) -> None:
        if tag in HEADINGS:
            self.headings.append((self._offset(), False))

    def _offset(self) -> int:
        """The offset of what the parser is at; it counts lines at LF alone."""
        line, column = self.getpos()
        return self._starts[line - 1] + column

    @property
    def _starts(self) -> list[int]:
        if not hasattr(self, "_line_starts"):
            self._line_starts = [0]
            while (found := self.text.find("\n", self._line_starts[-1])) >= 0:
                self._line_starts.append(found + 1)
        return self._line_starts

    def hidden(self, offset: int) -> bool:
        """Whether what stands there is no comment of the page, such as a line of a script."""
        return self.text.startswith("<!--", offset) and offset not in self.comments

    def stands_alone(self, offset: int) -> bool:
        """Whether a comment is the first thing on its line."""
        while offset > 0 and self.text[offset - 1] in " \t":
            offset -= 1
        return offset == 0 or self.text[offset - 1] in "\r\n\ufeff"

    def in_heading(self, offset: int) -> bool:
        """Whether a place lies in a heading."""
        before = bisect_right(self.headings, offset, key=lambda one: one[0]) - 1
        return self.headings[before][1]
