"""Arithmetic with what a rounded figure may have been."""

from __future__ import annotations

import operator
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from vaulttool.text.intervals import Interval, exact, rounding

Operator = Callable[[Interval, Interval], Interval]


def between(low: str, high: str) -> Interval:
    return Interval(Fraction(low), Fraction(high))


@pytest.mark.parametrize(
    ("value", "exponent", "expected"),
    [
        pytest.param("31.86", -2, ("31.855", "31.865"), id="two decimals"),
        pytest.param("425047", 0, ("425046.5", "425047.5"), id="whole"),
        pytest.param("2800", 2, ("2750", "2850"), id="hundreds"),
        pytest.param("-0.06", -2, ("-0.065", "-0.055"), id="negative"),
        pytest.param("2.00", -2, ("1.995", "2.005"), id="zeros count"),
    ],
)
def test_rounding(value: str, exponent: int, expected: tuple[str, str]) -> None:
    assert rounding(Decimal(value), exponent) == between(*expected)


def test_what_is_exact_has_no_width() -> None:
    assert exact(Decimal("0.98")) == exact(Fraction(49, 50)) == between("0.98", "0.98")


@pytest.mark.parametrize(
    ("left", "right", "meets"),
    [
        pytest.param(("1", "2"), ("2", "3"), True, id="touching"),
        pytest.param(("1", "4"), ("2", "3"), True, id="one inside the other"),
        pytest.param(("1", "1"), ("1", "1"), True, id="the same number"),
        pytest.param(("1", "2"), ("2.0001", "3"), False, id="a gap"),
        pytest.param(("3", "4"), ("1", "2"), False, id="a gap on the other side"),
    ],
)
def test_meeting(left: tuple[str, str], right: tuple[str, str], meets: bool) -> None:
    assert between(*left).meets(between(*right)) is between(*right).meets(between(*left)) is meets


@pytest.mark.parametrize(
    ("left", "right", "less", "at_most"),
    [
        pytest.param(("1", "1"), ("2", "2"), True, True, id="less"),
        pytest.param(("1", "1"), ("1", "1"), False, True, id="equal"),
        pytest.param(("2", "2"), ("1", "1"), False, False, id="more"),
        pytest.param(("1", "3"), ("0", "2"), True, True, id="perhaps less"),
        pytest.param(("2", "3"), ("1", "2"), False, True, id="perhaps equal, never less"),
    ],
)
def test_below(left: tuple[str, str], right: tuple[str, str], less: bool, at_most: bool) -> None:
    assert between(*left).below(between(*right), strict=True) is less
    assert between(*left).below(between(*right), strict=False) is at_most


def test_nothing_lies_within_bounds_the_wrong_way_round() -> None:
    assert between("0", "10").within(between("1", "5"))
    assert not between("0", "10").within(between("5", "1"))
    assert not between("6", "10").within(between("1", "5"))


@pytest.mark.parametrize("divisor", [("0", "0"), ("-1", "1"), ("0", "1"), ("-1", "0")])
def test_no_division_by_what_may_be_zero(divisor: tuple[str, str]) -> None:
    with pytest.raises(ZeroDivisionError):
        exact(1) / between(*divisor)


FRACTIONS = st.fractions(min_value=-100, max_value=100, max_denominator=50)


@st.composite
def intervals_with_a_point(draw: st.DrawFn) -> tuple[Interval, Fraction]:
    low, point, high = sorted(draw(st.tuples(FRACTIONS, FRACTIONS, FRACTIONS)))
    return Interval(low, high), point


@given(intervals_with_a_point(), intervals_with_a_point(), st.sampled_from(["add", "sub", "mul", "truediv"]))
def test_arithmetic_holds_that_of_every_point(
    left: tuple[Interval, Fraction], right: tuple[Interval, Fraction], name: str
) -> None:
    assume(name != "truediv" or not (right[0].low <= 0 <= right[0].high))
    apply = getattr(operator, name)
    assert apply(left[1], right[1]) in apply(left[0], right[0])
    assert apply(exact(left[1]), exact(right[1])) == exact(apply(left[1], right[1]))
