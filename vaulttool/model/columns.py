"""Columns that are computed from others: a share, a factor, a gain that most rows have right and some do not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

from vaulttool.model.arithmetic import Broken
from vaulttool.model.quantities import between, claimed, scaled, shown, size, unit
from vaulttool.parsing.amounts import Amount
from vaulttool.parsing.comparisons import may_be_names
from vaulttool.parsing.grids import Cell, Grid
from vaulttool.text.intervals import Interval, exact

FEWEST = 3  # rows that must agree before a column is taken to be computed: by chance no three do
WAS = re.compile(r"(?:was|before|old|previous|prev|from|base(?:line)?|initial|start)\b", re.IGNORECASE)
IS = re.compile(r"(?:is|now|after|new|current|to|final|end)\b", re.IGNORECASE)
NAMES = re.compile(r"version|release|year|date|model|name|grade|id\b", re.IGNORECASE)
MOST_COLUMNS = 12
HINT = re.compile(r"[0-9]\s?%|[0-9][x×](?!\w)")
ONE = exact(1)


class Formula(NamedTuple):
    """How a column may come from two others: what it is called, and how it is computed from the first and second."""

    what: str
    computed: Callable[[Interval, Interval], Interval]
    point: Callable[[Fraction, Fraction], Fraction]


RATIO = Formula("{1} by {0} is", lambda first, second: second / first, lambda first, second: second / first)
GAIN = Formula(
    "the change from {0} to {1} is",
    lambda first, second: second / first - ONE,
    lambda first, second: second / first - 1,
)


class Row(NamedTuple):
    """A claim and the two numbers that it may come from."""

    claim: Amount
    first: Amount
    second: Amount

    def holds(self, formula: Formula) -> bool:
        """Whether the claim can come from the numbers."""
        try:
            computed = formula.computed(_value(self.first), _value(self.second))
        except ZeroDivisionError:
            return True
        wanted = claimed(self.claim)
        in_points = formula is GAIN and self.first.measure == self.second.measure == "%"
        return computed.meets(wanted) or (in_points and (_value(self.second) - _value(self.first)).meets(wanted))

    def broken(self, formula: Formula, text: str) -> Broken:
        """What is wrong with the claim."""
        point = formula.point(*(Fraction(one.number.value) * size(unit(one)) for one in (self.first, self.second)))
        what = formula.what.format(*(f'"{one.span.of(text)}"' for one in (self.first, self.second)))
        message = f'{what} {shown(point, self.claim)}, not "{self.claim.span.of(text)}"'
        return Broken(self.claim.span, message, (self.first.span, self.second.span))


def broken_columns(grid: Grid, text: str) -> Iterator[Broken]:
    """The cells of computed columns that do not come from those beside them."""
    if not 3 <= grid.width <= MOST_COLUMNS or HINT.search(grid.table.span.of(text)) is None:
        return
    computed = [at for at in range(1, grid.width) if _is_computed(grid.column(at))]
    if not computed:
        return
    columns = [[cell.value if cell else None for cell in grid.column(at)] for at in range(grid.width)]
    for at in computed:
        rows = _named(grid, columns, at) or _common(columns, at, computed)
        if rows is not None:
            formula, members = rows
            yield from (row.broken(formula, text) for row in members if not row.holds(formula))


def _is_computed(column: Sequence[Cell | None]) -> bool:
    """Whether a column holds shares, gains or factors and no other numbers."""
    found = False
    for cell in column:
        if cell is not None and cell.value is not None:
            if cell.value.measure not in ("%", "x"):
                return False
            found = True
    return found


def _is_gain(column: Sequence[Amount | None]) -> bool:
    found = [amount.number for amount in column if amount is not None]
    return all(number.measure == "%" for number in found) and any(number.signed or number.value < 0 for number in found)


def _rows(columns: Sequence[Sequence[Amount | None]], at: int, first: int, second: int) -> list[Row]:
    """The rows in which all three columns have numbers of the same kind."""
    found = []
    for claim, one, other in zip(columns[at], columns[first], columns[second], strict=True):
        if claim is not None and one is not None and other is not None:
            alike = one.measure == other.measure and one.currency == other.currency
            if alike and one.number.value > 0 and other.number.value > 0:
                found.append(Row(claim, one, other))
    return found


def _named(grid: Grid, columns: Sequence[Sequence[Amount | None]], at: int) -> tuple[Formula, list[Row]] | None:
    """The rows of a gain beside exactly one column that is called old and one that is called new. It may be that of
    what should fall: then none is wrong if each is the gain of the old over the new."""
    was = [one for one in range(1, grid.width) if one != at and WAS.match(grid.head[one].words)]
    now = [one for one in range(1, grid.width) if one != at and IS.match(grid.head[one].words)]
    if len(was) != 1 or len(now) != 1 or not _is_gain(columns[at]):
        return None
    if any(NAMES.search(grid.head[one].words) for one in (*was, *now)):
        return None
    rows = _rows(columns, at, was[0], now[0])
    other = _rows(columns, at, now[0], was[0])
    pairs = list(zip(rows, other, strict=True))
    if all(may_be_names(row.first, row.second) for row in rows):
        return None
    wrong = [row for row, back in pairs if not row.holds(GAIN) and not back.holds(GAIN)]
    return GAIN, wrong


def _common(
    columns: Sequence[Sequence[Amount | None]], at: int, computed: Sequence[int]
) -> tuple[Formula, list[Row]] | None:
    """The formula that nearly all rows follow, with its rows; None where there is none, or one that all follow."""
    best: tuple[int, Formula, list[Row]] | None = None
    formula = GAIN if _is_gain(columns[at]) else RATIO
    plain = [one for one in range(len(columns)) if one not in computed and any(columns[one])]
    for first, second in permutations(plain, 2):
        rows = _rows(columns, at, first, second)
        good = [row for row in rows if row.holds(formula)]
        if len({row.claim.number.value for row in good}) < FEWEST:
            continue
        if len(good) == len(rows):
            return None
        if 4 * (len(rows) - len(good)) <= len(rows) and (best is None or len(good) > best[0]):
            best = len(good), formula, rows
    return None if best is None else best[1:]


def _value(amount: Amount) -> Interval:
    return scaled(between(amount, whole=True), size(unit(amount)))
