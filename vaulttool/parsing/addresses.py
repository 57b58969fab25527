"""Where the addresses of a page stand that only a forge or a browser follows: definitions of links, HTML attributes."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import NamedTuple

from vaulttool.parsing import forge
from vaulttool.text.span import LINE_END, Span

MAY_HOLD = re.compile(  # an address without a scheme; most notes have none, and reading as a forge does takes time
    r"""
      \]:[\s>]*+ (?P<angle><)?+ (?!(?:[A-Za-z][A-Za-z0-9+.-]*+:|//|\[))        # of a definition: behind it is a title
      (?(angle)[^<>\r\n]++>|[^\s<]\S*+) (?=[ \t]*+(?:[\r\n"'(]|\Z))            # or nothing
    | (?:href|src)\s*+=\s*+["']?+ (?!(?:[A-Za-z][A-Za-z0-9+.-]*+:|//)) [^\s"'<>]  # of an attribute
    """,
    re.VERBOSE | re.IGNORECASE,
)


class Address(NamedTuple):
    """An address as it is written: its place, and whether it stands in an attribute of HTML."""

    span: Span
    in_html: bool


def addresses(text: str) -> Iterator[Address]:
    """Those of a Markdown text that are no links of Obsidian's."""
    if MAY_HOLD.search(text) is None:
        return
    found = forge.read(text)
    for definition in found.definitions:
        yield Address(definition.span, False)
    for tag in {link.span for link in found.links if link.kind == "html"}:
        yield from _attributes(text, tag)


def html_addresses(text: str) -> Iterator[Address]:
    """Those of an HTML page."""
    for tag in _Tags(text).spans:
        yield from _attributes(text, tag)


def _attributes(text: str, tag: Span) -> Iterator[Address]:
    for found in forge.ATTRIBUTE.finditer(text, tag.start, tag.end):
        if found["name"].lower() in ("href", "src"):
            group = next(name for name in ("double", "single", "bare") if found[name] is not None)
            yield Address(Span(*found.span(group)), True)


def plain(written: str, in_html: bool) -> str:
    """An address as it is read."""
    return html.unescape(written) if in_html else written


def escaped(address: str, in_html: bool) -> str:
    """An address as it can be written."""
    return html.escape(address) if in_html else address


class _Tags(HTMLParser):
    """The places of a page's tags; what looks like one in a script is none."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.starts = [0, *(found.end() for found in LINE_END.finditer(text) if found[0] != "\r")]
        self.spans: list[Span] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        line, column = self.getpos()
        start = self.starts[line - 1] + column
        self.spans.append(Span(start, start + len(self.get_starttag_text() or "")))
