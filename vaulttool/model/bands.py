"""Bands that values were summed up to, ``band 34.1-36.5``, and the value that lies outside."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from vaulttool.model.arithmetic import Broken
from vaulttool.model.quantities import between
from vaulttool.parsing.amounts import Amount, Piece
from vaulttool.parsing.grids import Cell, Grid, Row
from vaulttool.text.numbers import printed
from vaulttool.text.span import Span

NUMBER = r"[0-9][0-9,]*+(?:\.[0-9]++)?+"
WISHED = ("normal", "reference", "target", "recommended", "safe", "valid", "ideal", "healthy", "allowed", "expected")
BAND = re.compile(
    rf"""
    {"".join(f"(?<!{word}[ ])" for word in WISHED)}
    \b(?:band|range[sd]?|ranging|spread)\b (?:[ ]of|[ ]from|[ ]is|[ ]was)? [\s:*_]*+
    (?P<low>{NUMBER}) \s?[-–]\s? (?P<high>{NUMBER}) (?![\w.,/%-]*[\w%])
    """,
    re.VERBOSE | re.IGNORECASE,
)
# What tells fast that a text has no band: a hyphen or dash between a digit and a number with decimals.
HINTS = (re.compile(r"-(?<=[0-9]-)(?=[0-9]+\.[0-9])"), re.compile(r"–(?<=[0-9]–)(?=[0-9]+\.[0-9])"))
LEAST_LISTED = 3
NEAR = Fraction(11, 10)  # how far from a band a value may lie that is still one of its own


def may_band(text: str) -> bool:
    """Whether a text may have a band."""
    return any(hint.search(text) for hint in HINTS) and BAND.search(text) is not None


def beyond_bands(grid: Grid, text: str) -> Iterator[Broken]:
    """Bands in the cells of a table that values of their row lie outside of."""
    if may_band(grid.table.span.of(text)):
        for row in grid.rows:
            for cell in row.cells:
                for band in BAND.finditer(cell.prose.plain, cell.span.start, cell.span.end):
                    yield from _outside(band, _listed(row, cell), text)


def beyond_band(band: re.Match[str], found: Sequence[Piece], text: str) -> Iterator[Broken]:
    """A band in a sentence whose listed values lie outside; ``found`` are the sentence's pieces."""
    for values in _lists(found):
        yield from _outside(band, values, text)


def _listed(row: Row, cell: Cell) -> Sequence[Amount]:
    """The values of a row of which a cell speaks: no shares and factors, and all of one unit."""
    others = [other for other in row.cells[1:] if other is not cell and other.values]
    plain = [one for one in others if not any(value.measure in ("%", "x") for value in one.values)]
    values = [value for one in plain for value in one.values]
    return values if len({value.measure for value in values}) == 1 else ()


def _lists(found: Sequence[Piece]) -> Iterator[Sequence[Amount]]:
    """Numbers that stand in a row with nothing but a slash or comma between them."""
    row: list[Amount] = []
    for at, piece in enumerate(found):
        if piece.amount is not None:
            row = [] if at and found[at - 1].kind in ("word", "amount") else row
            row.append(piece.amount)
        elif piece.text not in ("÷", ",", "/"):
            yield row
            row = []
    yield row


def _outside(band: re.Match[str], values: Sequence[Amount], text: str) -> Iterator[Broken]:
    """The value beyond one end of a band whose other end is that of the values, so that these are what it sums up."""
    low, high = printed(band["low"]), printed(band["high"])
    if low is None or high is None or "." not in low.text + high.text or len(values) < LEAST_LISTED:
        return
    by_size = sorted(values, key=lambda amount: amount.number.value)
    least, most = between(by_size[0]), between(by_size[-1])
    span = Span(band.start("low"), band.end("high"))
    if least.meets(low.interval) and high.interval.high < most.low <= high.interval.high * NEAR:
        message = f'"{by_size[-1].span.of(text)}" lies above the band "{span.of(text)}"'
        yield Broken(span, message, (by_size[-1].span,))
    if most.meets(high.interval) and low.interval.low / NEAR <= least.high < low.interval.low:
        message = f'"{by_size[0].span.of(text)}" lies below the band "{span.of(text)}"'
        yield Broken(span, message, (by_size[0].span,))
