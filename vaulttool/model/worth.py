"""What a side of an equation comes to: an interval in base units, with the units left out that stand elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from vaulttool.model.quantities import (
    Dimensions,
    between,
    combined,
    dimensions,
    dimensions_of,
    is_whole,
    scaled,
    size,
    unit,
)
from vaulttool.parsing.equations import Equation, Side, Term
from vaulttool.text.intervals import Interval, exact

Product = list[tuple[Term, int]]  # factors with 1, divisors with -1


class Worth(NamedTuple):
    """What a side comes to, in base units: between what bounds, and as printed. ``adopts``: the unit of some number is
    one that stands elsewhere."""

    interval: Interval
    point: Fraction
    dimensions: Dimensions
    adopts: bool


class Reading(NamedTuple):
    """How numbers are read: all exact if all are whole; the unit of the other side; MB and GB as powers of two; a 1
    as exact that defines a unit."""

    whole: bool
    other: str
    binary: bool
    defines: bool


def worths(equation: Equation, binary: bool = False) -> tuple[Worth, Worth] | None:
    """What both sides come to; None where their units do not fit, or something is divided by what may be zero."""
    left, right = equation.left, equation.right
    whole = all(is_whole(term.amount) for term in (*left.terms, *right.terms))
    about = right._replace(terms=tuple(term._replace(is_about=True) for term in right.terms))
    try:
        one = _sum(left, Reading(whole, _unit_of(right), binary, not (left.operators or right.operators)))
        other = _sum(about if equation.is_about else right, Reading(whole, _unit_of(left), binary, False))
    except ZeroDivisionError:
        return None
    if one is None or other is None or one.dimensions != other.dimensions:
        return None
    return one, other


def products(side: Side) -> list[tuple[int, Product]]:
    """A side as products with their signs."""
    found: list[tuple[int, Product]] = [(1, [(side.terms[0], 1)])]
    for operator, term in zip(side.operators, side.terms[1:], strict=True):
        if operator in ("×", "÷"):
            found[-1][1].append((term, 1 if operator == "×" else -1))
        else:
            found.append((1 if operator == "+" else -1, [(term, 1)]))
    return found


def in_turn(side: Side) -> Interval | None:
    """A side computed from left to right, as a pocket calculator does; None where that is no other way, or there are
    units."""
    if len({operator in ("×", "÷") for operator in side.operators}) < 2:
        return None
    if any(dimensions(term.amount) or term.amount.measure == "%" for term in side.terms):
        return None
    total = between(side.terms[0].amount, whole=True)
    for operator, term in zip(side.operators, side.terms[1:], strict=True):
        value = between(term.amount, whole=True)
        if operator == "÷" and value.low <= 0 <= value.high:
            return None
        total = {"+": total.__add__, "−": total.__sub__, "×": total.__mul__, "÷": total.__truediv__}[operator](value)
    return total


def _unit_of(side: Side) -> str:
    """The one unit of a side; empty where it has none or several."""
    found = {unit(term.amount) for term in side.terms if dimensions(term.amount)}
    return found.pop() if len(found) == 1 else ""


def _sum(side: Side, reading: Reading) -> Worth | None:
    """What a side adds up to. What has no unit is in the one unit of the side, else in that of the other."""
    parts = products(side)
    kinds = {kind for _, product in parts if (kind := _dimensions(product))}
    adopted = _unit_of(side) if kinds else reading.other
    adopts = bool(adopted) and any(not _dimensions(product) for _, product in parts)
    if len(kinds) > 1 or (kinds and not adopted and any(not _dimensions(product) for _, product in parts)):
        return None
    total, point = exact(0), Fraction(0)
    for sign, product in parts:
        interval, middle = _product(product, reading)
        factor = Fraction(sign)
        if adopted and not _dimensions(product):
            factor *= size(adopted, reading.binary)
        total += scaled(interval, factor)
        point += middle * factor
    return Worth(total, point, kinds.pop() if kinds else dimensions_of(adopted), adopts)


def _dimensions(product: Product) -> Dimensions:
    return combined((dimensions(term.amount), power) for term, power in product)


def _product(product: Product, reading: Reading) -> tuple[Interval, Fraction]:
    """What one product comes to, within its bounds and as printed."""
    interval, point = exact(1), Fraction(1)
    for at, (term, power) in enumerate(product):
        factor = size(unit(term.amount), reading.binary)
        value = between(term.amount, term.is_about, reading.whole or _is_counted(product, at))
        value = scaled(exact(1) if reading.defines and term.amount.number.value == 1 else value, factor)
        middle = Fraction(term.amount.number.value) * factor
        interval = interval * value if power > 0 else interval / value
        point = point * middle if power > 0 else point / middle
    return interval, point


def _is_counted(product: Sequence[tuple[Term, int]], at: int) -> bool:
    """Whether a whole number is how many times something is taken, which nobody rounds; what is divided may be."""
    if len(product) == 1:
        return False
    is_divided = at == 0 and any(power < 0 for _, power in product)
    return not is_divided or all(is_whole(term.amount) for term, _ in product)
