"""Finds the conflicts that git left in a text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vaulttool.parsing.places import Places
from vaulttool.text.span import Span

# An agent's edit block has git's marks with words of its own, and is no conflict.
BEGIN = re.compile(r"^<{7}(?! (?:SEARCH|ORIGINAL)[ \t]*\r?$)(?: [^\r\n]*)?\r?$", re.MULTILINE)
MIDDLE = re.compile(r"^={7}\r?$", re.MULTILINE)
END = re.compile(r"^>{7}(?: [^\r\n]*)?(?=\r?$)", re.MULTILINE)


def conflicts(text: str, start: int, places: Places) -> tuple[list[Span], list[Span]]:
    """The conflicts from ``start`` on, each from its first mark to its last; and those that stand in code."""
    if "<<<<<<<" not in text:
        return [], []
    found = list(_all(text, start, places))
    return [span for span, in_code in found if not in_code], [span for span, in_code in found if in_code]


def _all(text: str, position: int, places: Places) -> Iterator[tuple[Span, bool]]:
    """Each conflict, and whether it stands in code."""
    while begin := BEGIN.search(text, position):
        middle = MIDDLE.search(text, begin.end())
        end = END.search(text, middle.end()) if middle else None
        if end is None:
            return
        conflict, position = Span(begin.start(), end.end()), end.end()
        in_code = places.hidden(begin.start())
        yield conflict, in_code
        if in_code:
            later = BEGIN.finditer(text, begin.end(), end.start())
            bare = next((one for one in later if not places.hidden(one.start())), None)
            if bare is not None:  # the conflict in code has no end of its own
                yield Span(bare.start(), end.end()), False
