"""JSON as a harness writes it: numbers keep their digits; what is no JSON or no number is an error with its line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any, NamedTuple

from vaulttool.readers._lines import lines
from vaulttool.readers._numbers import as_printed
from vaulttool.readers._reading import Line, Read, ReadingError
from vaulttool.text.span import LINE_END

CONSTANT = re.compile(r"(?<![\w\"])(?:NaN|-?Infinity)(?![\w\"])")
MOST_DIGITS = 400


class Entry(NamedTuple):
    """A JSON value that stands for itself: the line where it begins, and whether it is one of several lines."""

    line: Line
    value: Any
    alone: bool


def entries(text: str) -> Iterator[Entry]:
    """The value that a text is, or those of its lines (JSON Lines); ``ReadingError`` where it is neither."""
    told = list(lines(text.removeprefix("\ufeff")))
    if len(told) > 1 and told[0].text.strip()[-1:] in ("}", "]") and _parses(told[0].text):
        for line in told:
            yield Entry(line, _loaded(line.text, line.number), False)
    else:
        first = told[0] if len(told) == 1 else Line(told[0].number if told else 1, "")
        yield Entry(first, _loaded(text.removeprefix("\ufeff"), 1), True)


def _parses(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _loaded(text: str, first: int) -> Any:
    """The value of a text whose first line has the given number."""
    try:
        return json.loads(
            text, parse_float=_decimal, parse_int=_decimal, parse_constant=_none, object_pairs_hook=_object
        )
    except _Unfit as unfit:
        raise ReadingError(unfit.args[0], "", _showing(text, first, unfit.args[1])) from unfit
    except json.JSONDecodeError as error:
        line = Line(first + error.lineno - 1, LINE_END.split(text)[error.lineno - 1] if text else "")
        message = f"this is no JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        raise ReadingError(message, "it was cut or changed: save it again", [line], error.colno) from error
    except RecursionError as error:
        raise ReadingError("the JSON is nested too deep to be read") from error


class _Unfit(Exception):
    """JSON that says nothing certain: what is wrong, and the pattern of the text that is."""


def _decimal(text: str) -> Decimal:
    value = _finite(text)
    if value is None:
        raise _Unfit(f"the number {text[:40]} is beyond all measure", re.compile(re.escape(text)))
    return value


def _finite(text: str) -> Decimal | None:
    try:
        value = Decimal(text)
    except InvalidOperation:
        return None
    return value if len(text) <= MOST_DIGITS and abs(value.adjusted()) < MOST_DIGITS else None


def _none(text: str) -> Any:
    raise _Unfit(f"{text} is no measurement", CONSTANT)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise _Unfit(f'the key "{name}" stands twice in one object', re.compile(re.escape(f'"{name}"') + r"\s*:"))
        found[name] = value
    return found


def _showing(text: str, first: int, pattern: re.Pattern[str]) -> list[Line]:
    """The lines that a pattern finds, two at most."""
    split = LINE_END.split(text)
    return [Line(first + at, line) for at, line in enumerate(split) if pattern.search(line)][:2]


def pointer(*steps: str | int) -> str:
    """The JSON pointer of a place."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in steps)


class Place(NamedTuple):
    """An object of the evidence: its keys, and where it stands."""

    values: Mapping[str, Any]
    steps: tuple[str | int, ...]
    line: Line | None

    def at(self, *steps: str | int) -> str:
        """What to call a place in it in a message."""
        where = pointer(*self.steps, *steps)
        return where or "/"

    def wrong(self, message: str, remedy: str = "") -> ReadingError:
        """An error at this object."""
        return ReadingError(message, remedy, [self.line] if self.line else [])

    def below(self, name: str) -> Place:
        """An object in it; empty where there is none."""
        inner = self.values.get(name)
        return Place(inner if isinstance(inner, Mapping) else {}, (*self.steps, name), self.line)

    def number(self, name: str) -> Decimal | None:
        """A number by its key; None where it is absent or null. ``ReadingError`` where it is something else."""
        value = self.values.get(name)
        if value is None or isinstance(value, Decimal):
            return value
        raise self.wrong(f'"{self.at(name)}" is no number')

    def text(self, name: str) -> str:
        """A text by its key; empty where there is none."""
        value = self.values.get(name)
        return value if isinstance(value, str) else ""

    def figure(
        self,
        name: str,
        metric: str,
        unit: str,
        stat: str | None = None,
        definition: str | None = None,
        n: int | None = None,
    ) -> Iterator[Read]:
        """A figure by its key, if it is there."""
        value = self.number(name)
        if value is not None:
            place: dict[str, Any] = {"line": self.line.number} if self.line else {"pointer": pointer(*self.steps, name)}
            printed = as_printed(value, str(value))
            yield Read(
                metric=metric,
                unit=unit,
                value=value,
                as_printed=printed,
                stat=stat,
                definition=definition,
                n=n,
                **place,
            )


def objects(text: str, what: str, remedy: str) -> list[Place]:
    """The objects of a text: one, an array of them, or one a line. ``ReadingError`` for anything else in it."""
    found = []
    for entry in entries(text):
        listed = isinstance(entry.value, list)
        for number, value in enumerate(entry.value if listed else [entry.value]):
            if not isinstance(value, Mapping):
                raise ReadingError(f"this is no {what}", remedy, [] if entry.alone else [entry.line])
            found.append(Place(value, (number,) if listed else (), None if entry.alone else entry.line))
    if not found:
        raise ReadingError(f"there is no {what} in it", remedy)
    require_different(found, what)
    return found


def require_different(places: Sequence[Place], what: str) -> None:
    """``ReadingError`` where one object stands twice: the evidence is doubled."""
    for number, place in enumerate(places):
        for before in places[:number]:
            if before.values == place.values:
                shown = [at.line for at in (before, place) if at.line]
                raise ReadingError(f"the same {what} stands twice, as {_at(before)} and {_at(place)}", "", shown)


def _at(place: Place) -> str:
    return f"line {place.line.number}" if place.line else f'"{place.at()}"'
