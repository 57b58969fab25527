"""Percentages of the wrong base: "+51 % worse" is said of what the better one gains over this."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from vaulttool.model.arithmetic import Broken
from vaulttool.model.quantities import between
from vaulttool.parsing.amounts import Amount
from vaulttool.parsing.grids import Cell, Grid, Row
from vaulttool.text.intervals import Interval, exact
from vaulttool.text.numbers import Printed, printed
from vaulttool.text.span import Span

SHARE = r"[+−-]?[0-9]++(?:\.[0-9]++)?+\s?%"
WORSE = ("worse", "lower", "less", "smaller", "fewer")  # slower and faster may be meant of the time
BETTER = ("better", "higher", "more", "larger", "greater")
COMPARED = re.compile(
    rf"(?<![\w.,/−-])(?P<shares>{SHARE}(?:\s?[/,]\s?{SHARE})*)\s+(?P<word>{'|'.join((*WORSE, *BETTER))})\b"
)
Way = Callable[[Interval, Interval], Interval]  # of a value and its base
ONE, HUNDRED = exact(1), exact(100)


def wrong_bases(grid: Grid, text: str) -> Iterator[Broken]:
    """Percentages in cells that are not by how much their row is worse than another one, but that better than this."""
    if COMPARED.search(grid.table.span.of(text)) is None:
        return
    for at, row in enumerate(grid.rows):
        for cell in row.cells:
            yield from _in_cell(cell, at, grid.rows, text)


def _in_cell(cell: Cell, at: int, rows: Sequence[Row], text: str) -> Iterator[Broken]:
    row, others = rows[at], [*rows[:at], *rows[at + 1 :]]
    beside = [*rows[max(at - 1, 0) : at], *rows[at + 1 : at + 2]]
    for found in COMPARED.finditer(cell.prose.plain, cell.span.start, cell.span.end):
        shares = [share for written in re.findall(SHARE, found["shares"]) if (share := printed(written)) is not None]
        if not shares or any(_columns(shares, row, other, _change) for other in others):
            continue
        way = _gain_of_base if found["word"].lower() in WORSE else _loss_of_base
        for other in others if len(shares) > 1 else beside:  # one percentage may be that of many rows by chance
            columns = _columns(shares, row, other, way)
            if columns:
                yield _broken(found, row, other, columns, text)
                break


def _columns(shares: Sequence[Printed], row: Row, other: Row, way: Way) -> list[int]:
    """The columns, from left to right, whose values give the shares; none where they do not."""
    columns: list[int] = []
    rest = sorted(at for at in row.numbers if at in other.numbers)
    for share in shares:
        found = next((at for at in rest if _gives(way, row.numbers[at], other.numbers[at], share)), None)
        if found is None:
            return []
        columns.append(found)
        rest = [at for at in rest if at > found]
    return columns


def _gives(way: Way, value: Amount, base: Amount, share: Printed) -> bool:
    """Whether two values give a share; one without a sign is a change to either side."""
    if value.number.value <= 0 or base.number.value <= 0 or value.measure != base.measure:
        return False
    given = way(between(value), between(base)) * HUNDRED
    has_no_sign = not share.signed and share.value > 0
    return given.meets(share.interval) or (has_no_sign and way is _change and (given * exact(-1)).meets(share.interval))


def _change(value: Interval, base: Interval) -> Interval:
    return value / base - ONE


def _gain_of_base(value: Interval, base: Interval) -> Interval:
    return base / value - ONE


def _loss_of_base(value: Interval, base: Interval) -> Interval:
    return ONE - base / value


def _broken(found: re.Match[str], row: Row, other: Row, columns: Sequence[int], text: str) -> Broken:
    """What is wrong: by how much each value really differs from its base."""
    pairs = [(row.numbers[at], other.numbers[at]) for at in columns]
    message = f'"{" ".join(found[0].split())}" has the wrong base: {" and ".join(_told(*pair, text) for pair in pairs)}'
    return Broken(Span(*found.span("shares")), message, tuple(one.span for pair in pairs for one in pair))


def _told(value: Amount, base: Amount, text: str) -> str:
    change = (Fraction(value.number.value) / Fraction(base.number.value) - 1) * 100
    way = "below" if change < 0 else "above"
    return f'"{value.span.of(text)}" is {abs(float(change)):.1f} % {way} "{base.span.of(text)}"'
