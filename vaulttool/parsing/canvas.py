"""A canvas file's links: its file cards, group backgrounds, and what is written on its text cards."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from json import scanner
from typing import Any

import msgspec

from vaulttool.parsing.allowances import MARK, Suppressions
from vaulttool.parsing.document import Document, Link, Trouble
from vaulttool.parsing.note import body_links, body_suppressions
from vaulttool.text.names import cleaned
from vaulttool.text.span import BYTE_ORDER_MARK, Span

LONE_SURROGATE = re.compile(r"[\ud800-\udfff]")
ESCAPE = re.compile(  # of one character: beyond the first plane it takes two escapes
    r"\\u[Dd][89ABab][0-9A-Fa-f]{2}\\u[Dd][C-Fc-f][0-9A-Fa-f]{2} | \\u[0-9A-Fa-f]{4} | \\.", re.VERBOSE
)


class Written(str):
    """A JSON string that knows where its content stands in the file."""

    start: int
    end: int


class _Placing(json.JSONDecoder):
    """The standard decoder, told to keep the place of every string value."""

    def __init__(self) -> None:
        super().__init__(strict=False)
        self.parse_string = _placed
        self.scan_once = scanner.py_make_scanner(self)  # type: ignore[attr-defined]  # undocumented, but public by name


def _placed(text: str, begin: int, strict: bool = True) -> tuple[Written, int]:
    """A string and its end, as the decoder asks for them; ``begin`` is the place after the quote."""
    value, end = json.decoder.scanstring(text, begin, strict)  # type: ignore[attr-defined]  # the same
    written = Written(LONE_SURROGATE.sub("\ufffd", value))  # half a character cannot be stored or printed
    written.start, written.end = begin, end - 1
    return written, end


def parse_canvas(text: str) -> Document:
    """The links of a canvas. One that is no JSON has none and a trouble; an empty file is an empty canvas."""
    if not text.strip(" \t\r\n" + BYTE_ORDER_MARK):
        return Document(length=len(text))
    shift = len(text) - len(text.removeprefix(BYTE_ORDER_MARK))
    try:
        content = _Placing().decode(text[shift:])
    except (ValueError, RecursionError) as error:
        where = min(getattr(error, "pos", 0) + shift, len(text) - 1)
        reason = getattr(error, "msg", "nested too deep")
        trouble = Trouble(Span(where, where + 1), "unreadable-note", f"no JSON: {reason}")
        return Document(troubles=(trouble,), length=len(text))
    nodes = content.get("nodes") if isinstance(content, dict) else content
    if not (nodes is None or isinstance(nodes, list)) or not isinstance(content, dict):
        whole = Span(shift, shift + 1)
        trouble = Trouble(whole, "unreadable-note", "no canvas: it must be an object with a list of nodes")
        return Document(troubles=(trouble,), length=len(text))
    cards = [node for node in nodes or () if isinstance(node, dict)]
    found = [link for card in cards for link in _links(card, text, shift)]
    silent = [_silent(card, text, shift) for card in cards] if MARK in text else []
    return Document(
        links=tuple(found),
        allowances=tuple(one for part in silent for one in part.allowances),
        troubles=tuple(one for part in silent for one in part.troubles),
        length=len(text),
    )


def subpath_of(text: str, file: Span) -> Span | None:
    """Where the anchor of a file card stands, by the place of its path; None where it has none."""
    shift = len(text) - len(text.removeprefix(BYTE_ORDER_MARK))
    for node in _cards(text):
        path, subpath = node.get("file"), node.get("subpath")
        if isinstance(path, Written) and path.start + shift == file.start and isinstance(subpath, Written):
            return Span(subpath.start + shift, subpath.end + shift)
    return None


def _cards(text: str) -> Iterator[dict[str, Any]]:
    """The cards of a canvas that can be read."""
    content = _Placing().decode(text.removeprefix(BYTE_ORDER_MARK))
    yield from (node for node in content.get("nodes") or () if isinstance(node, dict))


def _links(node: dict[str, Any], text: str, shift: int) -> Iterator[Link]:
    """The links of one card."""
    kind = node.get("type")
    if kind == "file":
        subpath = node.get("subpath")
        yield from _card(node.get("file"), subpath if isinstance(subpath, str) else "", shift)
    elif kind == "group":
        yield from _card(node.get("background"), "", shift)
    elif kind == "text" and isinstance(node.get("text"), Written):
        yield from _on_card(node["text"], text, shift)


def _silent(card: dict[str, Any], text: str, shift: int) -> Suppressions:
    """The suppressions on a text card, their places moved to where they stand in the file; one for the whole file
    covers all of the canvas."""
    written = card.get("text")
    if card.get("type") != "text" or not isinstance(written, Written) or MARK not in written:
        return Suppressions()
    found = body_suppressions(str(written))
    places = _places(text[written.start + shift : written.end + shift], written.start + shift)
    allowances = []
    for one in found.allowances:
        names, end = (tuple(_moved(span, places) for span in spans) for spans in (one.names, one.end))
        covers = Span(0, len(text)) if one.whole else _moved(one.covers, places)
        allowances.append(
            msgspec.structs.replace(one, span=_moved(one.span, places), covers=covers, names=names, end=end)
        )
    troubles = [msgspec.structs.replace(one, span=_moved(one.span, places)) for one in found.troubles]
    return Suppressions(tuple(allowances), tuple(troubles))


def _card(path: Any, subpath: str, shift: int) -> Iterator[Link]:
    """The link of a file card: a full vault path, looked up as an absolute one."""
    if isinstance(path, Written) and path:
        span = Span(path.start + shift, path.end + shift)
        subpath = str(subpath) if not subpath or subpath.startswith("#") else "#" + subpath
        yield Link(span, span, span.end, str(cleaned(path)), subpath, None, "card", "canvas")


def _on_card(written: Written, text: str, shift: int) -> Iterator[Link]:
    """The links of a text card, their places moved to where they stand in the file."""
    raw = text[written.start + shift : written.end + shift]
    places = _places(raw, written.start + shift)
    for link in body_links(str(written)):
        yield msgspec.structs.replace(
            link,
            span=_moved(link.span, places),
            target_span=_moved(link.target_span, places),
            anchor_start=places[link.anchor_start],
        )


def _places(raw: str, start: int) -> list[int]:
    """For each character of the decoded string, and its end, the offset in the file."""
    places: list[int] = []
    position = 0
    while position < len(raw):
        places.append(start + position)
        escape = ESCAPE.match(raw, position)
        position = escape.end() if escape else position + 1
    return [*places, start + len(raw)]


def _moved(span: Span, places: list[int]) -> Span:
    return Span(places[span.start], places[span.end])
