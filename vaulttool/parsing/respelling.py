"""A link written anew where it stands: in the author's way of writing, with whatever surrounds it kept.

The inverse of `links.py`. What a link holds is written in up to two layers: that of the link (percent escapes and
entities of a Markdown destination) and that of the text around it (JSON of a canvas, quotes of a YAML value).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import NamedTuple

from vaulttool.parsing.document import Link
from vaulttool.parsing.links import ESCAPED_OR_ENTITY, unescaped
from vaulttool.text.names import cleaned
from vaulttool.text.span import Span
from vaulttool.text.url import decoded

Layer = Callable[[str], str]
JSON_SLASH = re.compile(r"\\?/")
YAML_ESCAPE = re.compile(r'["\\\x00-\x1f]')
ENCODED_LETTER = re.compile(r"%[89A-Fa-f][0-9A-Fa-f]")
ALWAYS_ENCODED = frozenset("<>\\`%")
DEEPEST = 2  # pairs of parentheses within one another that a destination may hold beside its own


class Respelled(NamedTuple):
    """A stretch of the text and what takes its place."""

    span: Span
    text: str


class Spelling(NamedTuple):
    """How a link is written: what its parts read as, and how others are to be written."""

    read: Layer
    write: Layer
    slash: re.Pattern[str]


def spelling(text: str, link: Link, canvas: bool) -> Spelling:
    """How a link of a text is written."""
    raw = link.target_span.of(text)
    outer_read, outer_write = _json(raw) if canvas else _yaml(text, link) if link.kind == "property" else _AS_IT_IS
    slash = JSON_SLASH if canvas else SLASH
    if link.syntax != "markdown":
        return Spelling(lambda written: cleaned(outer_read(written)), outer_write, slash)
    style = _style(outer_read(raw), text.startswith("<", link.target_span.start - 1))
    return Spelling(
        lambda written: cleaned(_undone(outer_read(written))), lambda plain: outer_write(style(plain)), slash
    )


def respelled(text: str, link: Link, canvas: bool, path: str, subpath: str) -> Respelled | None:
    """The link with another path and subpath; None where it has these already.

    Steps that stay are kept as they are written. ``path`` and ``subpath`` are what is to be read there.
    """
    if (path, subpath) == (link.link, link.subpath):
        return None
    if link.kind == "property" and link.span == link.target_span:
        return _whole_value(text, link, path + subpath)
    how = spelling(text, link, canvas)
    if link.kind == "card" and subpath != link.subpath:
        return _card_subpath(text, link, subpath, how)
    start, middle, end = link.target_span.start, link.anchor_start, link.target_span.end
    written = (
        _steps(text[start:middle], link.link, path, how, how.slash, "/") if path != link.link else text[start:middle]
    )
    anchor = text[middle:end]
    if subpath != link.subpath:
        anchor = _steps(text[middle:end], link.subpath, subpath, how, HASH, "#")
    return Respelled(Span(start, end), written + anchor)


SLASH, HASH = re.compile("/"), re.compile("#")


def _steps(raw: str, old: str, new: str, how: Spelling, separator: re.Pattern[str], mark: str) -> str:
    """What is written for ``new``: the steps that it has in common with ``old`` as they stand in ``raw``."""
    pieces = separator.split(raw)
    marks = separator.findall(raw)
    read = [how.read(piece) for piece in pieces]
    known = dict(zip(read, pieces, strict=True)) if mark.join(read) == old else {}
    between = marks[0] if known and marks else mark
    return between.join(known.get(step) or how.write(step) for step in new.split(mark))


def _card_subpath(text: str, link: Link, subpath: str, how: Spelling) -> Respelled | None:
    """The anchor of a file card, which stands apart from its path."""
    from vaulttool.parsing.canvas import subpath_of  # only where a card has an anchor that changes

    place = subpath_of(text, link.span)
    if place is None:
        return None
    mark = "#" if place.of(text).startswith("#") else ""
    return Respelled(place, mark + how.write(subpath.removeprefix("#")))


def _undone(raw: str) -> str:
    """A piece of a Markdown destination as it is read."""
    plain = unescaped(raw)
    return decoded(plain) or plain


def _style(raw: str, angled: bool) -> Layer:
    """How a Markdown destination is written by its author: what is encoded in it and what is not."""
    blanks = "%20" in raw or not angled
    letters = ENCODED_LETTER.search(raw) is not None and raw.isascii()
    round_ones = "%28" in raw or "%29" in raw
    square_ones = not angled and not ("[" in raw or "]" in raw)

    def write(plain: str) -> str:
        encoded = ALWAYS_ENCODED.union("[]" if square_ones else "")
        if round_ones or (not angled and not _is_balanced(plain)):
            encoded = encoded.union("()")
        written = "".join(_percent(mark) if _is_encoded(mark, encoded, blanks, letters) else mark for mark in plain)
        return ESCAPED_OR_ENTITY.sub(lambda found: found[0].replace("&", "&amp;", 1), written)

    return write


def _is_encoded(mark: str, encoded: frozenset[str], blanks: bool, letters: bool) -> bool:
    is_blank = blanks and mark.isspace()
    return mark in encoded or is_blank or mark < " " or (letters and not mark.isascii()) or mark == "\x7f"


def _percent(mark: str) -> str:
    return "".join(f"%{byte:02X}" for byte in mark.encode("utf-8"))


def _is_balanced(text: str) -> bool:
    """Whether the parentheses of a text can stand in a destination."""
    depth = 0
    for mark in text:
        depth += (mark == "(") - (mark == ")")
        if not 0 <= depth <= DEEPEST:
            return False
    return depth == 0


_AS_IT_IS: tuple[Layer, Layer] = (lambda written: written, lambda plain: plain)


def _json(raw: str) -> tuple[Layer, Layer]:
    """The layer of a string in a canvas."""
    ascii_only = "\\u" in raw and raw.isascii()

    def read(written: str) -> str:
        try:
            return str(json.loads(f'"{written}"', strict=False))
        except ValueError:  # a piece of an escape
            return written

    return read, lambda plain: json.dumps(plain, ensure_ascii=ascii_only)[1:-1]


def _yaml(text: str, link: Link) -> tuple[Layer, Layer]:
    """The layer of a value in front matter that stands there without an escape."""
    quote = text[link.span.start - 1 : link.span.start]
    if quote == '"':
        return (lambda written: written), yaml_escaped
    if quote == "'":
        return (lambda written: written), lambda plain: plain.replace("'", "''")
    return _AS_IT_IS


def yaml_escaped(plain: str) -> str:
    """A text as it stands between double quotes in YAML."""
    return YAML_ESCAPE.sub(lambda found: f"\\{found[0]}" if found[0] >= " " else f"\\x{ord(found[0]):02x}", plain)


def _whole_value(text: str, link: Link, target: str) -> Respelled:
    """A value of front matter whose link is written with escapes: as a whole, in the quotes that it has."""
    label = f"|{link.display}" if link.display is not None else ""
    value = f"[[{target}{label}]]"
    single = text.startswith("'", link.span.start)
    return Respelled(link.span, f"'{value.replace(chr(39), chr(39) * 2)}'" if single else f'"{yaml_escaped(value)}"')
