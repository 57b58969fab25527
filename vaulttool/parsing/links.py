"""From the text between the brackets to a link: linkpath, subpath, display text."""

from __future__ import annotations

import re

from vaulttool.parsing.document import Link, LinkKind
from vaulttool.text.names import cleaned
from vaulttool.text.span import Span
from vaulttool.text.url import decoded

ESCAPED_OR_ENTITY = re.compile(
    r"\\(?P<escaped>[!-/:-@\[-`{-~])|(?P<entity>&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)"
)


def wikilink(inner: str, span: Span, inner_start: int, kind: LinkKind) -> Link:
    """The link that ``[[inner]]`` makes; ``inner_start`` is where the inner text begins in the note."""
    path, bar, display = inner.partition("|")
    target = path.strip()
    if bar and not target:  # only blanks before the bar: after trimming it stands first and stays
        path, bar, target = inner, "", inner.strip()
    lead = 0 if len(path) == len(target) else len(path) - len(path.lstrip())
    name = target
    if target.endswith("\\"):
        target = target[:-1]
        name = target.strip()
    if not name.isascii():
        name = cleaned(target).strip()
    link, mark, rest = name.partition("#")
    first = inner_start + lead
    last = first + len(target)
    anchor = first + target.index("#") if mark else last
    return Link(span, Span(first, last), anchor, link, mark + rest, display.strip() if bar else None, kind, "wiki")


def destination(raw: str, start: int, span: Span, display: str, kind: LinkKind) -> Link | str | None:
    """The link that a Markdown destination makes, as written in the note from ``start``.

    None for an external one and for an empty one; the raw text where a malformed escape makes Obsidian
    drop the link.
    """
    if ":" in raw and raw[0] != ".":
        return None
    url = unescaped(raw)
    if not url or (":" in url and not url.startswith(("./", "../"))):
        return None
    text = decoded(url)
    if text is None:
        if kind == "link":
            return raw
        text = url
    name = cleaned(text).strip()
    link, mark, rest = name.partition("#")
    written = Span(start, start + len(raw))
    anchor = start + _anchor_offset(raw) if mark else written.end
    return Link(span, written, anchor, link, mark + rest, display, kind, "markdown")


def unescaped(raw: str) -> str:
    """A destination without backslash escapes and with its entities decoded."""
    if "\\" not in raw and "&" not in raw:
        return raw
    return ESCAPED_OR_ENTITY.sub(_plain, raw)


def _plain(found: re.Match[str]) -> str:
    """What one escape or entity stands for."""
    import html  # only where there are entities: its table of them takes time to load

    return found["escaped"] or html.unescape(found[0])


def _anchor_offset(raw: str) -> int:
    """Where in a written destination the first ``#`` of the decoded one stands."""
    position = 0
    for found in ESCAPED_OR_ENTITY.finditer(raw):
        plain = raw.find("#", position, found.start())
        if plain >= 0:
            return plain
        if "#" in _plain(found):
            return found.start()
        position = found.end()
    return max(raw.find("#", position), 0)
