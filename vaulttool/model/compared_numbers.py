"""Whether shares, changes, multiples and differences that a page states are those of the numbers beside them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from vaulttool.model import quantities
from vaulttool.model.arithmetic import Broken
from vaulttool.model.quantities import between, scaled, shown
from vaulttool.parsing.comparisons import Comparison
from vaulttool.text.intervals import Interval, exact

ONE = exact(1)
NEAR = Fraction(3, 10)  # a multiple further off than this is one of another number in the sentence


def broken_comparison(comparison: Comparison, text: str) -> Broken | None:
    """What is wrong with a number that is said of others; None where it holds or cannot be judged."""
    claim = comparison.claim
    if any(amount.number.value == 0 for amount in comparison.values):
        return None
    claimed = quantities.claimed(claim)
    try:
        readings = list(_readings(comparison))
    except ZeroDivisionError:
        return None
    if any(reading.meets(claimed) for reading in readings):
        return None
    point = _point(comparison)
    if comparison.kind == "multiple" and abs(point / Fraction(claim.number.value) - 1) > NEAR:
        return None
    values = comparison.values[:2]
    names = [f'"{amount.span.of(text)}"' for amount in values]
    what = WHAT[comparison.kind].format(*names)
    message = f'{what} {shown(point, claim)}, not "{claim.span.of(text)}"'
    return Broken(claim.span, message, tuple(amount.span for amount in values))


WHAT = {
    "share": "{0} of {1} is",
    "change": "the change from {0} to {1} is",
    "versus": "the difference between {0} and {1} is",
    "multiple": "{1} by {0} is",
    "difference": "the difference between {1} and {0} is",
}


def _readings(comparison: Comparison) -> Iterator[Interval]:
    """All that the claim may mean, as plain numbers."""
    kind, claim = comparison.kind, comparison.claim
    first, *others = (between(amount, whole=True) for amount in comparison.values)  # of one unit, written or not
    for other in others:
        if kind == "share":
            yield first / other
            yield ONE - first / other
        elif kind == "multiple":
            yield other / first
        elif claim.measure == "x":
            yield from (other / first, first / other, other / first - ONE, first / other - ONE)
        else:
            yield other / first - ONE
            yield from _other_bases(comparison, first, other)


def _other_bases(comparison: Comparison, first: Interval, other: Interval) -> Iterator[Interval]:
    """What a percentage may mean where words leave the base open, or where what falls is better."""
    kind = comparison.kind
    if all(amount.measure == "%" for amount in comparison.values):
        yield scaled(other - first, Fraction(1, 100))  # in points
    if (kind in ("versus", "change") and comparison.claim.number.value > 0) or kind == "versus":
        yield first / other - ONE
    elif kind == "difference":
        for ratio in (other / first, first / other):
            yield from (ratio - ONE, ONE - ratio)


def _point(comparison: Comparison) -> Fraction:
    """What the claim should be, as a plain number."""
    first, second = (Fraction(amount.number.value) for amount in comparison.values[:2])
    if comparison.kind == "share":
        return first / second
    if comparison.kind == "multiple":
        return second / first
    if comparison.claim.measure == "x":
        return max(first, second) / min(first, second)
    change = second / first - 1
    return abs(change) if comparison.kind == "difference" else change
