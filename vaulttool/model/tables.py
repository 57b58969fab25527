"""Whether the arithmetic of tables holds: totals, percentages of other rows, bands, and verdicts within the noise."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from vaulttool.model.arithmetic import Broken
from vaulttool.model.quantities import between, is_whole, scaled, shown, size, unit
from vaulttool.parsing.amounts import Amount
from vaulttool.parsing.grids import Cell, Grid
from vaulttool.text.intervals import Interval, exact

TOTAL = re.compile(r"(?:grand |overall )?(?:total|totals|sum|sums)(?: \(sum\))?:?|in total:?|[Σ∑]:?", re.IGNORECASE)
PART_OF_A_ROW = re.compile(r"[-–—↳└├•·…]|\.\.\.|of which|thereof|incl|.*\b(?:sub-?)?(?:totals?|sum)\b", re.IGNORECASE)
HINT = re.compile(r"\b(?:totals?|sums?)\b|[Σ∑]", re.IGNORECASE)
NO_SUM = re.compile(
    r"%|share|rate|ratio|average|avg|mean|median|per\b|min|max|price|score|rank|speed|year|id\b|no\.?$|index",
    re.IGNORECASE,
)


def broken_tables(grid: Grid, text: str) -> Iterator[Broken]:
    """What is wrong with the arithmetic of one table."""
    if HINT.search(grid.table.span.of(text)) is None:
        return
    yield from _totals(grid, text)
    yield from _row_totals(grid, text)


class Sum(NamedTuple):
    """A total as printed, and the numbers that it should be the sum of."""

    claim: Amount
    parts: tuple[Amount, ...]

    @property
    def computed(self) -> Interval:
        """What the parts add up to, in base units."""
        whole = all(is_whole(amount) for amount in (*self.parts, self.claim))
        total = exact(0)
        for part in self.parts:
            total += scaled(between(part, whole=whole), size(unit(part)))
        return total

    @property
    def point(self) -> Fraction:
        """Their sum as printed, in base units."""
        return sum((Fraction(part.number.value) * size(unit(part)) for part in self.parts), Fraction(0))

    @property
    def holds(self) -> bool:
        """Whether the total can be their sum."""
        whole = all(is_whole(amount) for amount in self.parts)
        return self.computed.meets(scaled(between(self.claim, whole=whole), size(unit(self.claim))))

    @property
    def may_be_an_average(self) -> bool:
        """Whether the total lies among its parts, as an average or the largest does, or these are one number again and
        again, as of the same things counted at every step."""
        values = [part.number.value for part in self.parts]
        return min(values) <= self.claim.number.value <= max(values) or len({*values}) == 1

    @property
    def is_near(self) -> bool:
        """Whether the total is not so far off that it may be one of other rows, too."""
        value = Fraction(self.claim.number.value) * size(unit(self.claim))
        return bool(self.point) and Fraction(1, 2) <= value / self.point <= 2


def _totals(grid: Grid, text: str) -> Iterator[Broken]:
    """Cells of a last row that is named a total, and are not the sums of their columns."""
    if len(grid.rows) < 3 or not grid.rows[-1].cells or not TOTAL.fullmatch(grid.rows[-1].cells[0].words):
        return
    names = [row.cells[0].words if row.cells else "" for row in grid.rows[:-1]]
    if any(not name or PART_OF_A_ROW.match(name) for name in names):
        return
    sums = [found for at in range(1, grid.width) if (found := _sum(grid.head[at], grid.column(at))) is not None]
    wrong = [one for one in sums if not one.holds and not one.may_be_an_average]
    if len(wrong) == len(sums) and (len(wrong) > 1 or not all(one.is_near for one in wrong)):
        return  # the rows may be some of many
    for one in wrong:
        yield _not_the_sum(one, text, "the column adds up to")


def _sum(head: Cell, column: Sequence[Cell | None]) -> Sum | None:
    """The total of a column; None where a cell holds no number of its kind."""
    claim = column[-1].value if column[-1] is not None else None
    if claim is None or NO_SUM.search(head.words):
        return None
    cells = [cell for cell in column[:-1] if cell is not None and not cell.is_empty]
    return _of(claim, column[-1].noun if column[-1] else "", cells)


def _of(claim: Amount, noun: str, cells: Sequence[Cell]) -> Sum | None:
    """A total of these cells; None where one holds no number of the total's kind."""
    parts = [cell.value for cell in cells]
    known = [part for part in parts if part is not None]
    if len(known) < 2 or len(known) != len(parts):
        return None
    kinds = {(part.measure, part.currency) for part in known}
    nouns = {cell.noun for cell in cells}
    if len(kinds) > 1 or (kinds != {(claim.measure, claim.currency)} and kinds != {(None, "")}) or nouns - {"", noun}:
        return None
    if kinds != {(claim.measure, claim.currency)}:
        return None
    return Sum(claim, tuple(known))


def _row_totals(grid: Grid, text: str) -> Iterator[Broken]:
    """Cells of a last column that is named a total, where most rows add up and some do not."""
    if grid.width < 3 or not TOTAL.fullmatch(grid.head[-1].words):
        return
    if any(NO_SUM.search(cell.words) for cell in grid.head[1:-1]):
        return
    sums = []
    for row in grid.rows:
        cells = row.cells
        claim = cells[-1].value if len(cells) == grid.width else None
        found = _of(claim, cells[-1].noun, [cell for cell in cells[1:-1] if not cell.is_empty]) if claim else None
        if found is None:
            return
        sums.append(found)
    wrong = [one for one in sums if not one.holds]
    if len(sums) >= 3 and 3 * len(wrong) <= len(sums):
        for one in wrong:
            yield _not_the_sum(one, text, "the row adds up to")


def _not_the_sum(one: Sum, text: str, what: str) -> Broken:
    message = f'{what} {shown(one.point, one.claim)}, not to "{one.claim.span.of(text)}"'
    return Broken(one.claim.span, message, tuple(part.span for part in one.parts))
