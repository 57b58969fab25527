"""Intervals of exact numbers: what a rounded figure may have been, and arithmetic with it."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import msgspec


class Interval(msgspec.Struct, frozen=True, gc=False):
    """All numbers from ``low`` to ``high``, both included.

    Comparisons ask whether some choice of numbers makes them true, so that rounding alone never makes one false.
    """

    low: Fraction
    high: Fraction

    def __add__(self, other: Interval) -> Interval:
        return Interval(self.low + other.low, self.high + other.high)

    def __sub__(self, other: Interval) -> Interval:
        return Interval(self.low - other.high, self.high - other.low)

    def __mul__(self, other: Interval) -> Interval:
        products = [a * b for a in (self.low, self.high) for b in (other.low, other.high)]
        return Interval(min(products), max(products))

    def __truediv__(self, other: Interval) -> Interval:
        """``ZeroDivisionError`` where the divisor may be zero."""
        if other.low <= 0 <= other.high:
            raise ZeroDivisionError("the divisor may be zero")
        return self * Interval(1 / other.high, 1 / other.low)

    def __contains__(self, number: Fraction) -> bool:
        return self.low <= number <= self.high

    def meets(self, other: Interval) -> bool:
        """Whether both can be the same number."""
        return self.low <= other.high and other.low <= self.high

    def below(self, other: Interval, strict: bool) -> bool:
        """Whether this can be less than the other, or at most equal where not ``strict``."""
        return self.low < other.high if strict else self.low <= other.high

    def within(self, bounds: Interval) -> bool:
        """Whether this can lie within bounds, which may be the wrong way round: then nothing does."""
        return max(self.low, bounds.low) <= min(self.high, bounds.high)


def exact(value: Decimal | Fraction | int) -> Interval:
    """The interval that holds one number alone."""
    number = Fraction(value)
    return Interval(number, number)


def rounding(value: Decimal, exponent: int) -> Interval:
    """What may have been rounded to the value at the digit of 10**exponent: half a step to both sides.

    >>> rounding(Decimal("31.86"), -2)
    Interval(low=Fraction(6371, 200), high=Fraction(6373, 200))
    """
    number, half = Fraction(value), Fraction(10) ** exponent / 2
    return Interval(number - half, number + half)
