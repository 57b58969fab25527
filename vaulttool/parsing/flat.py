"""Reads front matter that is flat, as nearly all of it is: keys with a plain value or a list of plain values.

YAML's machinery costs more than the rest of such a note. What is taken here is what YAML takes, to the same values at
the same places: a test compares them. Whatever leaves a doubt is YAML's: escapes, comments, anything nested, several
lines of text, a key that stands twice.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from vaulttool.parsing.document import Link, Property, Tag
from vaulttool.parsing.links import wikilink
from vaulttool.parsing.yaml import DEEPEST, plain_value
from vaulttool.text.span import Span

# White space, controls and what YAML does not print: none of it stands in what is flat.
ODD = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ud800-\uffff]")


def _or_beyond(ascii: str) -> str:
    """A class of these ASCII characters and all beyond ASCII, written as what is not in it: a class that names ranges
    of thousands of characters takes milliseconds to compile."""
    among = re.compile(f"[{ascii}]")
    return f"[^{re.escape(''.join(chr(code) for code in range(128) if not among.match(chr(code))))}]"


NO_INDICATOR = _or_beyond(r"A-Za-z0-9_./()+;^$<~")
RUN, RUN_IN_BRACKETS = _or_beyond(r"!-\"$-9;-~"), _or_beyond(r"!$-+\--9;-Z^_a-z|~")
IN_DOUBLE, IN_SINGLE = _or_beyond(r" !#-\[\]-~"), _or_beyond(r" -&(-~")
# Text without quotes: no colon before a blank and no hash behind one; in brackets neither at all.
PLAIN = rf"{NO_INDICATOR}(?:{RUN}++|:(?![:\s])|[ ]++(?![\s:\#])|\#)*+"
IN_BRACKETS = rf"{NO_INDICATOR}(?:{RUN_IN_BRACKETS}++|[ ]++(?![\s:\#,\]]))*+"
QUOTED = rf"\"{IN_DOUBLE}*+\"|'{IN_SINGLE}*+'"
LINE_END = r"[ ]*+(?:\r?\n(?:[ ]*+\r?\n)*+)"
ITEM = rf"-(?:[ ]++(?:{PLAIN}|{QUOTED}))?+{LINE_END}"
ENTRY = re.compile(
    rf"""
    (?P<key>[A-Za-z_][A-Za-z0-9_-]{{0,99}}+):
    (?: [ ]++
        (?: (?P<plain>{PLAIN})
          | (?P<quoted>{QUOTED})
          | (?P<flow>\[[ ]*+(?:(?:{IN_BRACKETS}|{QUOTED})[ ]*+(?:,[ ]*+(?:{IN_BRACKETS}|{QUOTED})[ ]*+)*+)?\])
        ){LINE_END}
      | {LINE_END}(?:(?P<indent>[ ]{{0,8}}+)(?P<list>{ITEM}(?:(?P=indent){ITEM})*+))?+
    )
    """,
    re.VERBOSE,
)
LISTED = re.compile(rf"-(?:[ ]++(?:(?P<plain>{PLAIN})|(?P<quoted>{QUOTED})))?+{LINE_END}[ ]*+", re.VERBOSE)
BRACKETED = re.compile(rf"(?P<plain>{IN_BRACKETS})|(?P<quoted>{QUOTED})", re.VERBOSE)
LONGEST = 100_000  # characters: of what is longer YAML's way tells whether it is too much


class Flat(NamedTuple):
    """What stands in a flat block."""

    properties: tuple[Property, ...]
    links: tuple[Link, ...]
    tags: tuple[Tag, ...]


def flat(block: str, start: int) -> Flat | None:
    """The content of a block of front matter that begins at ``start`` of a note, None where it may not be flat."""
    if len(block) > LONGEST or block.count("[") > DEEPEST or ODD.search(block):
        return None
    reading = _Reading(start)
    position, end = 0, len(block)
    keys: set[str] = set()
    while position < end:
        entry = ENTRY.match(block, position)
        if entry is None or (name := entry["key"]) in keys:
            return None
        keys.add(name)
        position = entry.end()
        reading.entry(block, name, entry)
    return Flat(tuple(reading.properties), tuple(reading.links), tuple(reading.tags))


class _Reading:
    """What has been read of a block that begins at ``start``."""

    def __init__(self, start: int) -> None:
        self.start = start
        self.properties: list[Property] = []
        self.links: list[Link] = []
        self.tags: list[Tag] = []

    def entry(self, block: str, name: str, entry: re.Match[str]) -> None:
        """One key and its value."""
        shift = self.start
        tagged = name.lower() == "tags"
        kind = entry.lastgroup
        value: Any
        if kind == "plain" or kind == "quoted":
            first, last = entry.span(kind)
            value = self._value(entry, kind, tagged)
        elif kind == "list":
            first, last = entry.span(kind)
            items = LISTED.finditer(block, first, last)
            last = first + len(entry[kind].rstrip())
            value = [self._value(item, item.lastgroup, tagged) for item in items]
        elif kind == "flow":
            first, last = entry.span(kind)
            value = [self._value(item, item.lastgroup, tagged) for item in BRACKETED.finditer(block, first, last)]
        else:
            value = None
            first = last = entry.end("key") + 1
        span = Span(entry.start("key") + shift, last + shift)
        self.properties.append(Property(span, Span(first + shift, last + shift), name, value))

    def _value(self, found: re.Match[str], kind: str | None, tagged: bool) -> Any:
        """A value in quotes or without; links and tags are noted. None where there is no text."""
        if kind is None:
            return None
        value: Any
        if kind == "plain":
            value = plain_value(found["plain"])
            if not tagged:
                return value
        else:
            value = found["quoted"][1:-1]
        first, last = found.span(kind)
        first, last = first + self.start, last + self.start
        if kind == "quoted" and value.startswith("[[") and value.endswith("]]") and len(value) > 4:
            self.links.append(wikilink(value[2:-2], Span(first + 1, last - 1), first + 3, "property"))
        if tagged and isinstance(value, str) and value and not re.search(r"\s", value):
            self.tags.append(Tag(Span(first, last), value.removeprefix("#")))
        return value
