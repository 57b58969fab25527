"""The door to mistune for generated text: Markdown as HTML, where the page is an HTML one."""

from __future__ import annotations

import re

WIKILINK = re.compile(r"\[\[[^\[\]]*?(?:(?:\\?\|)(?P<label>[^\[\]]*)|(?P<name>[^\[\]|]*))\]\]")
SUFFIXES = (".html", ".htm")


def as_html(body: str, page: str) -> str:
    """The body of a region as the page at a path needs it: Markdown stays as it is, an HTML page gets HTML."""
    if not page.lower().endswith(SUFFIXES):
        return body
    import mistune  # only for HTML pages: it takes time to import

    written = mistune.create_markdown(escape=True, plugins=["table", "strikethrough"])(_without_wikilinks(body))
    text = str(written).strip().replace("&lt;br&gt;", "<br>")  # what stands for a line end in our tables
    return f"\n{text}\n\n" if body.startswith("\n") else f"{text}\n"


def _without_wikilinks(body: str) -> str:
    """A page outside the vault gets no wikilinks from us; those in people's own words become their text."""
    return WIKILINK.sub(lambda found: found["label"] if found["label"] is not None else found["name"], body)
