"""Lines of a known shape in a log: written as they are printed, with the names of figures in braces.

``{kv_pool_tokens}`` is a figure, ``{=max_model_len}`` a setting that is a number, ``{'mode}`` a setting that is a word,
``{_}`` a number and ``{'_}`` a word that are not kept, ``{#}`` the beginning of a number; ``{:}`` is blanks, colons,
dots and equals signs; ``<...>`` may be missing; ``...`` is any text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from vaulttool.readers._lines import lines
from vaulttool.readers._numbers import DECIMAL
from vaulttool.readers._reading import Line, ReadingError

PIECE = re.compile(r"\{(?P<name>[^}]*)\}|(?P<optional>[<>])|(?P<any>\.\.\.)|(?P<blank>\s+)|(?P<other>.)")
WORD = r"[^\s'\"(),/]+"
NOT_BEFORE = r"(?<![A-Za-z0-9_'\"])"  # what is quoted in another line is no line of its own


class Shape(NamedTuple):
    """One kind of line: how it opens, the forms in which it is printed from there to its end, parts that may
    follow anywhere in it, and the outcome of a boot that it tells. The first form serves as an example."""

    opens: str
    forms: Sequence[str]
    example: str
    parts: Sequence[str] = ()
    outcome: str | None = None


class Seen(NamedTuple):
    """A line of a known shape and the texts of its figures and settings by name."""

    shape: Shape
    line: Line
    start: int
    texts: dict[str, str]


class Shapes:
    """All shapes of one kind of log, compiled."""

    def __init__(self, shapes: Sequence[Shape]) -> None:
        self.shapes = shapes

    @cached_property
    def _opening(self) -> re.Pattern[str]:
        opened = "|".join(f"(?P<s{number}>{_pattern(shape.opens)})" for number, shape in enumerate(self.shapes))
        return re.compile(NOT_BEFORE + f"(?:{opened})")

    @cached_property
    def _words(self) -> list[str]:
        """A word of each opening: most lines of a log have none of them, and are passed over quickly."""
        return sorted({max(_words(shape.opens).split(), key=len) for shape in self.shapes})

    @cached_property
    def _forms(self) -> list[list[re.Pattern[str]]]:
        return [[re.compile(_pattern(form) + _end(form)) for form in shape.forms] for shape in self.shapes]

    @cached_property
    def _parts(self) -> list[list[re.Pattern[str]]]:
        return [[re.compile(_pattern(part)) for part in shape.parts] for shape in self.shapes]

    def seen(self, text: str) -> Iterator[Seen]:
        """The lines that have a known shape; ``ReadingError`` at one that begins like it and goes on otherwise."""
        for line in lines(text):
            told = any(word in line.text for word in self._words)
            opened = self._opening.search(line.text) if told else None
            if opened:
                yield self._fitting(line, opened.start(), int((opened.lastgroup or "s0")[1:]))

    def _fitting(self, line: Line, start: int, number: int) -> Seen:
        shape = self.shapes[number]
        for form in self._forms[number]:
            found = form.fullmatch(line.text, start)
            if found:
                parts = (part.search(line.text, start) for part in self._parts[number])
                groups = [found.groupdict(), *(part.groupdict() for part in parts if part)]
                return Seen(shape, line, start, {k: v for group in groups for k, v in group.items() if v is not None})
        raise ReadingError(
            f'a line begins like "{_words(shape.opens)}" and does not go on as such a line does',
            f'whole, it reads like "{shape.example}"; it was cut or changed: save the log again',
            [line],
        )


def _words(template: str) -> str:
    """The words of a template."""
    return re.sub(r"\{[^}]*\}|[<>]|\s+$", "", template).strip()


def _pattern(template: str) -> str:
    """The regular expression of a template."""
    return "".join(_piece(piece) for piece in PIECE.finditer(template))


def _end(form: str) -> str:
    """What may follow a form: a full stop and blanks, unless it takes any text itself."""
    return "" if form.rstrip(">").endswith("...") else r"\.?\s*"


def _piece(piece: re.Match[str]) -> str:
    name = piece["name"]
    if name is None:
        return _literal(piece)
    if name == ":":
        return r"[\s:.=]{0,80}"
    if name == "#":
        return r"(?=[-−]?[0-9])"
    if name == "_":
        return DECIMAL
    if name[0] == "'":
        return WORD if name == "'_" else f"(?P<set_{name[1:]}>{WORD})"
    return f"(?P<set_{name[1:]}>{DECIMAL})" if name[0] == "=" else f"(?P<{name}>{DECIMAL})"


def _literal(piece: re.Match[str]) -> str:
    if piece["optional"]:
        return "(?:" if piece["optional"] == "<" else ")?"
    if piece["any"]:
        return ".*?"
    return r"\s+" if piece["blank"] else re.escape(piece["other"])
