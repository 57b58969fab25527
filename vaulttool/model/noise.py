"""Verdicts of no difference on rows of a table that differ by more than the noise that the table states."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from vaulttool.model.arithmetic import Broken
from vaulttool.model.quantities import between
from vaulttool.parsing.amounts import Amount
from vaulttool.parsing.grids import Cell, Grid, Row
from vaulttool.text.intervals import Interval
from vaulttool.text.numbers import Printed, printed
from vaulttool.text.span import Span

NUMBER = r"[0-9][0-9,]*+(?:\.[0-9]++)?+"
NOISE = re.compile(
    rf"""
    \bnoise\b[^|;±]{{0,24}}±[ ]?(?P<after>{NUMBER})(?P<after_unit>[ ]?%)?
  | ±[ ]?(?P<before>{NUMBER})(?P<before_unit>[ ]?%)?[^|;±]{{0,24}}\bnoise\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
NO_DIFFERENCE = re.compile(
    r"[\W_]*(?P<word>neutral|(?:at )?parity|(?:with)?in (?:the )?noise|no (?:measurable )?(?:difference|change))\b",
    re.IGNORECASE,
)
NAMED_BASE = re.compile(
    r"\b(?:base(?:line)?|incumbent|reference|control|reproduces|re-?check(?:ed)?|repeat(?:ed)?)\b", re.IGNORECASE
)
ALIKE = 3  # by what factor columns may differ that a noise without a unit is true of


class Noise(NamedTuple):
    """How much values may differ by chance."""

    span: Span
    number: Printed
    is_share: bool

    def covers(self, value: Amount, base: Amount) -> bool:
        """Whether two values may differ by no more than this."""
        bound = self.number.interval.high
        if self.is_share:
            bound = bound / 100 * between(base).high
        return Interval(-bound, bound).meets(between(value) - between(base))


def beyond_noise(grid: Grid, text: str) -> Iterator[Broken]:
    """Verdicts of no difference on rows that differ from every other one by more than the noise of the table."""
    if NOISE.search(grid.table.span.of(text)) is None:
        return
    noise = next((found for row in grid.rows for cell in row.cells if (found := _noise(cell)) is not None), None)
    for row in grid.rows if noise is not None else ():
        for cell in row.cells[1:]:
            verdict = NO_DIFFERENCE.match(cell.prose.plain, cell.span.start, cell.span.end)
            if verdict and noise is not None and _noise(cell) is None:
                yield from _difference(row, grid.rows, noise, Span(*verdict.span("word")), text)


def _noise(cell: Cell) -> Noise | None:
    """The noise that a cell states."""
    found = NOISE.search(cell.prose.plain, cell.span.start, cell.span.end)
    if found is None:
        return None
    side = "after" if found["after"] else "before"
    number = printed(found[side])
    return None if number is None else Noise(Span(*found.span(side)), number, bool(found[f"{side}_unit"]))


def _difference(row: Row, rows: Sequence[Row], noise: Noise, verdict: Span, text: str) -> Iterator[Broken]:
    """What lies outside the noise in a row, seen from the nearest of the rows that are called a base."""
    bases = [other for other in rows if other is not row and len(other.numbers) >= 2 and _are_alike(row, other)]
    if not bases or len(row.numbers) < 2 or any(_is_covered(row, base, noise) for base in bases):
        return
    named = [base for base in bases if any(NAMED_BASE.search(cell.words) for cell in base.cells)]
    nearest = min(named or bases, key=lambda base: max(abs(_by(row, base, at)) for at in row.numbers))
    outside = [at for at in row.numbers if not noise.covers(row.numbers[at], nearest.numbers[at])]
    told = " and ".join(_told(row.numbers[at], nearest.numbers[at], text) for at in outside)
    message = f'"{verdict.of(text)}" is more than the noise of ±{noise.span.of(text)}: {told}'
    inputs = [span for at in outside for span in (row.numbers[at].span, nearest.numbers[at].span)]
    yield Broken(verdict, message, (*inputs, noise.span))


def _are_alike(row: Row, other: Row) -> bool:
    """Whether two rows have values in the same columns, all of one unit and size."""
    if row.numbers.keys() != other.numbers.keys():
        return False
    values = [*row.numbers.values(), *other.numbers.values()]
    sizes = [abs(value.number.value) for value in values]
    return len({value.measure for value in values}) == 1 and max(sizes) <= ALIKE * min(sizes)


def _is_covered(row: Row, base: Row, noise: Noise) -> bool:
    return all(noise.covers(value, base.numbers[at]) for at, value in row.numbers.items())


def _by(row: Row, base: Row, at: int) -> Decimal:
    return row.numbers[at].number.value - base.numbers[at].number.value


def _told(value: Amount, base: Amount, text: str) -> str:
    by = value.number.value - base.number.value
    return f'"{value.span.of(text)}" is {abs(by)} {"above" if by > 0 else "below"} "{base.span.of(text)}"'
