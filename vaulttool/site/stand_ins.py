"""Stand-ins for what the site draws itself, such as links: a Markdown reader passes them on as plain text."""

from __future__ import annotations

import re
from html import escape

OPEN, CLOSE = "\ue000", "\ue001"  # of Unicode's private use
STAND_IN = re.compile(rf"{OPEN}(?P<number>\d+){CLOSE}")
FOREIGN = str.maketrans({OPEN: "\ufffd", CLOSE: "\ufffd"})


class StandIns:
    """The stand-ins of one text: for each the HTML that takes its place, and the source that it stands for."""

    def __init__(self) -> None:
        self._things: list[tuple[str, str]] = []

    def put(self, html: str, source: str) -> str:
        """A stand-in for a piece of HTML."""
        self._things.append((html, source))
        return f"{OPEN}{len(self._things) - 1}{CLOSE}"

    def shown(self, text: str) -> str:
        """A text as HTML: escaped, with what its stand-ins stand for."""
        parts: list[str] = []
        end = 0
        for found in STAND_IN.finditer(text):
            parts += escape(text[end : found.start()]), self._things[int(found["number"])][0]
            end = found.end()
        return "".join(parts) + escape(text[end:])

    def source(self, text: str) -> str:
        """A text as it was written, for where no HTML may stand. It is not escaped."""
        return STAND_IN.sub(lambda found: self._things[int(found["number"])][1], text) if OPEN in text else text


def foreign(text: str) -> str:
    """A text in which nothing looks like a stand-in; every character keeps its place."""
    return text.translate(FOREIGN)
