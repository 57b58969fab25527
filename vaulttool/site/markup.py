"""The door to mistune for the site: Markdown as HTML in which nothing runs and nothing is fetched."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from typing import Any

import mistune
from mistune.renderers.html import HTMLRenderer
from mistune.util import striptags, unescape

from vaulttool.site.stand_ins import StandIns

SCHEMES = ("http://", "https://", "mailto:")
COMMENT = re.compile(r"\s*<!--(?:(?!-->).)*+-->\s*", re.DOTALL)
LINKED = re.compile(r"</?a\b[^>]*>")  # of links that would stand within a link
BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
CALLOUT = re.compile(r"\A<p>\[!(?P<kind>[\w-]+)(?:\|[^\]\n]*)?\][+-]?[ \t]*(?P<title>[^\n]*?)(?P<end></p>|\n)")
HIGHLIGHT = "mark"
PLUGINS = ("table", "strikethrough", "footnotes", "task_lists", HIGHLIGHT)
DEEPEST = 6  # level of headings


class Renderer(HTMLRenderer):
    """Writes one note. Its raw HTML is shown as text, comments are left out, its headings stand one level lower, since
    the page has a title of its own."""

    def __init__(self, stand_ins: StandIns) -> None:
        super().__init__(escape=True)
        self._stand_ins = stand_ins

    def text(self, text: str) -> str:
        return self._stand_ins.shown(unescape(text))

    def codespan(self, text: str) -> str:
        return f"<code>{escape(self._stand_ins.source(text))}</code>"

    def block_code(self, code: str, info: str | None = None) -> str:
        words = self._stand_ins.source(info or "").split()
        label = f' data-language="{escape(words[0])}"' if words else ""
        return f'<pre tabindex="0"{label}><code>{escape(self._stand_ins.source(code))}</code></pre>\n'

    def inline_html(self, html: str) -> str:
        return self._raw(html)

    def block_html(self, html: str) -> str:
        shown = self._raw(html.strip())
        return f'<p class="raw">{shown}</p>\n' if shown else ""

    def block_error(self, text: str) -> str:
        return f'<pre tabindex="0">{escape(self._stand_ins.source(text))}</pre>\n'

    def link(self, text: str, url: str, title: str | None = None) -> str:
        address = unescape(self._stand_ins.source(url)).strip()
        if address.lower().startswith(SCHEMES):
            text = LINKED.sub("", text)
            return f'<a class="out" rel="noopener noreferrer" href="{escape(address)}">{text}</a>'
        if address.startswith("#fn"):
            return f'<a href="{escape(address)}">{text}</a>'
        shown = "" if striptags(text) == escape(address) else f" <code>{escape(address)}</code>"
        return f'<span class="nowhere">{text}{shown}</span>'

    def image(self, text: str, url: str, title: str | None = None) -> str:
        return self.link(f"image: {escape(unescape(striptags(text)))}", url)

    def heading(self, text: str, level: int, **attrs: Any) -> str:
        level = min(level + 1, DEEPEST)
        return f"<h{level}>{text}</h{level}>\n"

    def block_quote(self, text: str) -> str:
        body = text.strip()
        callout = CALLOUT.match(body)
        if callout is None:
            return f"<blockquote>\n{text}</blockquote>\n"
        kind, title = callout["kind"], callout["title"].strip() or callout["kind"].replace("-", " ").capitalize()
        rest = body[callout.end() :]
        rest = f"<p>{rest}" if callout["end"] == "\n" else rest
        return (
            f'<div class="callout" data-kind="{escape(kind.lower())}">\n<p class="callout-title">{title}</p>\n'
            f"{rest}</div>\n"
        )

    def table(self, text: str) -> str:
        return f'<div class="wide" tabindex="0"><table>\n{text}</table></div>\n'

    def table_cell(self, text: str, align: str | None = None, head: bool = False) -> str:
        tag = "th" if head else "td"
        side = f' class="{align}"' if align in ("left", "right", "center") else ""
        scope = ' scope="col"' if head and text else ""
        tag = tag if text else "td"  # an empty cell heads nothing
        return f"  <{tag}{scope}{side}>{text}</{tag}>\n"

    def task_list_item(self, text: str, checked: bool = False) -> str:
        sign, word = ("☑", "done") if checked else ("☐", "to do")
        return f'<li class="task"><span role="img" aria-label="{word}">{sign}</span> {text}</li>\n'

    def _raw(self, html: str) -> str:
        """HTML as text, a line break as what it is, and comments not at all."""
        if BREAK.fullmatch(html):
            return "<br>"
        shown = self._stand_ins.source(COMMENT.sub("", html))
        return f"<code>{escape(shown)}</code>" if shown.strip() else ""


def as_html(text: str, stand_ins: StandIns) -> str:
    """A Markdown text as HTML, its stand-ins replaced. ``RecursionError`` where it is nested too deep."""
    write: Callable[[str], Any] = mistune.create_markdown(renderer=Renderer(stand_ins), plugins=[*PLUGINS])
    return str(write(text))
