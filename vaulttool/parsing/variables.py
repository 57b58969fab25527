"""Variables written into a text as Compose reads them: ``$NAME``, ``${NAME:-default}`` and their relatives."""

from __future__ import annotations

import re
from collections.abc import Callable

Lookup = Callable[[str], str | None]

DEEPEST = 30
SIGN = re.compile(
    r"""
    \$(?:
        (?P<escaped> \$ )
      | \{ (?P<braced> [A-Za-z_][A-Za-z0-9_]* ) (?P<operator> :?[-?+] )?
      | (?P<plain> [A-Za-z_][A-Za-z0-9_]* )
    )
    """,
    re.VERBOSE,
)
BRACES = re.compile(r"\$\$|\$\{|\}")


def resolved(text: str, lookup: Lookup) -> str:
    """The text with its variables replaced; ``lookup`` gives a value, or None for one that is not known.

    Without a value ``${NAME:-default}`` and ``${NAME-default}`` give the default, ``${NAME:+other}`` nothing;
    everything else stays as it is written. With the colon an empty value counts as none. ``$$`` is one ``$``.
    """
    return _Text(text, lookup).between(0, len(text), 0) if "$" in text else text


class _Text:
    """One text, with the places where its braces close, found once so that none is searched for twice."""

    def __init__(self, text: str, lookup: Lookup) -> None:
        self.text = text
        self.lookup = lookup
        self.closing: dict[int, int] = {}
        opened: list[int] = []
        for found in BRACES.finditer(text):
            if found[0] == "${":
                opened.append(found.start())
            elif found[0] == "}" and opened:
                self.closing[opened.pop()] = found.start()

    def between(self, start: int, end: int, depth: int) -> str:
        """The part between two offsets with its variables replaced."""
        parts: list[str] = []
        at = start
        while found := SIGN.search(self.text, at, end):
            parts.append(self.text[at : found.start()])
            part, at = self._value(found, depth)
            parts.append(part)
        return "".join([*parts, self.text[at:end]])

    def _value(self, found: re.Match[str], depth: int) -> tuple[str, int]:
        """What one sign stands for, and where it ends."""
        if found["escaped"]:
            return "$", found.end()
        if found["plain"]:
            value = self.lookup(found["plain"])
            return (found[0] if value is None else value), found.end()
        close = self.closing.get(found.start())
        if close is None or (not found["operator"] and close != found.end()) or depth > DEEPEST:
            return found[0], found.end()
        return self._braced(found, close, depth), close + 1

    def _braced(self, found: re.Match[str], close: int, depth: int) -> str:
        value, operator = self.lookup(found["braced"]), found["operator"] or ""
        there = value is not None and (value != "" or not operator.startswith(":"))
        if operator.endswith("+"):
            return self.between(found.end(), close, depth + 1) if there else ""
        if there:
            return value or ""
        if operator.endswith("-"):
            return self.between(found.end(), close, depth + 1)
        return self.text[found.start() : close + 1]
