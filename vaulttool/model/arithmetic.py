"""Whether an equation of prose holds, read in every way that people mean such equations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from vaulttool.model.fitting import can_be_judged
from vaulttool.model.quantities import DECIMAL_BYTES, between, is_whole, scaled, shown, size, widened, zeros
from vaulttool.model.worth import Worth, in_turn, worths
from vaulttool.parsing.amounts import Amount
from vaulttool.parsing.equations import Equation, Side
from vaulttool.text.intervals import Interval, exact, rounding
from vaulttool.text.span import Span

# What one side may be of the other where a unit is left out: days and weeks, seconds and hours, GiB and MiB, per cent.
SCALES = [Fraction(scale) for scale in (7, 12, 24, 60, 100, 1000, 1024, 3600, 10**6, 1024**2, 10**9, 1024**3)]
NEAR = Fraction(5, 2)  # a claim further off than by this factor is about something else, where words are in between
YEARS = range(1900, 2101)
UNSEEN = re.compile(
    r"<!--.*?-->|(?<=[\r\n])[ \t]*(?:>[ \t]?)+|(?<![\s\d])[*_]+|[*_]+(?![\s\d])|(?<=\d)[*_]{2,}|[*_]{2,}(?=\d)",
    re.DOTALL,
)
GROUPED_BY_DOTS = re.compile(r"[1-9]\d{0,2}\.\d{3}")


class Broken(NamedTuple):
    """Arithmetic that does not hold: the claim, what is wrong with it, and the numbers that it should come from.

    ``computed`` is what it should be, in base units, where a page may say so elsewhere.
    """

    span: Span
    message: str
    inputs: tuple[Span, ...]
    help: str | None = None
    computed: Interval | None = None


def broken_equation(equation: Equation, text: str) -> Broken | None:
    """What is wrong with an equation; None where it holds or cannot be judged."""
    if not can_be_judged(equation):
        return None
    readings = list(_readings(equation))
    if not readings or any(_meet(equation, *reading) for reading in readings) or _is_far(equation, *readings[0]):
        return None
    left, right = readings[0]
    is_result_in_front = len(equation.left.terms) == 1 and len(equation.right.terms) > 1
    result, side = (equation.left, equation.right) if is_result_in_front else (equation.right, equation.left)
    worth = right if is_result_in_front else left
    point = worth.point - 1 if _is_gain(equation) else worth.point
    computed = shown(point, result.terms[0].amount)
    message = f'"{_line(side.span.of(text))}" comes to {computed}, not to "{_line(result.span.of(text))}"'
    return Broken(result.span, message, tuple(term.amount.span for term in side.terms), computed=worth.interval)


def is_hyphenated(equation: Equation, text: str) -> bool:
    """Whether an equation is a difference of two whole numbers with a hyphen or dash, which may be a range."""
    between_them = Span(equation.left.terms[0].amount.span.end, equation.left.terms[-1].amount.span.start)
    whole = all(is_whole(term.amount) for term in equation.left.terms)
    return equation.left.operators == ("−",) and whole and between_them.of(text).strip() in ("-", "–")


def _readings(equation: Equation) -> Iterator[tuple[Worth, Worth]]:
    """The values of both sides in each way to read their numbers, the plainest first; none where units do not fit."""
    amounts = [term.amount for term in (*equation.left.terms, *equation.right.terms)]
    ways = [worths(equation)]
    if any(amount.measure in DECIMAL_BYTES for amount in amounts):
        ways.append(worths(equation, binary=True))
    dotted = [amount for amount in amounts if GROUPED_BY_DOTS.fullmatch(amount.number.text)]
    if dotted and all(is_whole(amount) for amount in amounts if amount not in dotted):
        ways.append(worths(_with_thousands(equation)))
    yield from (way for way in ways if way is not None)


def _with_thousands(equation: Equation) -> Equation:
    """The equation in which 1.500 is fifteen hundred, as much of Europe writes it."""

    def read(side: Side) -> Side:
        return side._replace(terms=tuple(term._replace(amount=_grouped(term.amount)) for term in side.terms))

    return equation._replace(left=read(equation.left), right=read(equation.right))


def _grouped(amount: Amount) -> Amount:
    number = amount.number
    if not GROUPED_BY_DOTS.fullmatch(number.text):
        return amount
    return amount._replace(number=number._replace(value=(number.value * 1000).to_integral_value(), exponent=0))


def _meet(equation: Equation, left: Worth, right: Worth) -> bool:
    """Whether both sides can be the same number, or a number that people mean with such an equation."""
    one = _as_result(equation.left, equation.right, left.interval)
    other = _as_result(equation.right, equation.left, right.interval)
    ways = [one, *([one - exact(1)] if _is_gain(equation) else [])]
    turn = in_turn(equation.left)
    if any(way.meets(other) for way in (*ways, *([turn] if turn else []))):
        return True
    if _goes_on(equation, left) or _falls_below_zero(equation, left, right) or _is_of_years(equation, left, right):
        return True
    if _adds_marks(equation):
        return True
    is_open = left.adopts or right.adopts or not left.dimensions
    return is_open and any(scaled(one, by).meets(other) or scaled(other, by).meets(one) for by in SCALES)


def _as_result(side: Side, other: Side, interval: Interval) -> Interval:
    """A side as the result of the other: a product or quotient may be rounded down or up, and a whole number that ends
    in more zeros than what it comes from is rounded to that many."""
    amount = side.terms[0].amount
    if side.operators or not other.operators:
        return interval
    if is_whole(amount):
        most = max((zeros(term.amount.number) for term in other.terms if is_whole(term.amount)), default=0)
        number = amount.number
        if abs(number.value) >= 1000 and zeros(number) >= 2 and zeros(number) > most:
            return interval + (rounding(number.value, zeros(number)) - exact(number.value))
        if "÷" in other.operators:
            return interval + Interval(Fraction(-1), Fraction(1))
    return widened(interval) if {"×", "÷"} & {*other.operators} else interval


def _is_gain(equation: Equation) -> bool:
    """Whether a quotient is said to be a gain: 100.0 / 85.9 = +16 %."""
    number = equation.right.terms[0].amount.number
    return equation.left.operators == ("÷",) and number.measure == "%" and (number.signed or number.value < 0)


def _goes_on(equation: Equation, left: Worth) -> bool:
    """Whether a chain goes on from its result: 5 + 3 = 8 × 2 = 16."""
    first = equation.right.terms[0].amount
    return bool(equation.right.operators) and left.interval.meets(scaled(between(first), size(first.measure or "")))


def _falls_below_zero(equation: Equation, left: Worth, right: Worth) -> bool:
    """Whether what looks like a difference is a range, 2019 - 2021 = 3, or counted round and round, 81 - 251 = 86."""
    return "−" in equation.left.operators and left.point < 0 < right.point


def _is_of_years(equation: Equation, left: Worth, right: Worth) -> bool:
    """Whether two years differ by the number or by one: a birthday may be yet to come, and both may count."""
    years = [term.amount.number for term in equation.left.terms]
    are_years = equation.left.operators == ("−",) and all(year.value in YEARS and not year.grouped for year in years)
    return are_years and abs(left.point - right.point) <= 1


def _adds_marks(equation: Equation) -> bool:
    """Whether fractions are added as marks of a test are: 8/10 + 7/10 = 15/20."""
    left, right = equation.left, equation.right
    if {*left.operators[1::2]} != {"+"} or {*left.operators[::2], *right.operators} != {"÷"}:
        return False
    values = [term.amount.number.value for term in left.terms]
    whole = [term.amount.number.value for term in right.terms]
    return len(whole) == 2 and [sum(values[::2]), sum(values[1::2])] == whole


def _is_far(equation: Equation, left: Worth, right: Worth) -> bool:
    """Whether the sides are too far apart to be meant as one number, where words or units leave it open."""
    is_labelled = any(term.is_labelled for term in (*equation.left.terms, *equation.right.terms))
    if not (is_labelled or left.adopts or right.adopts) or not left.point or not right.point:
        return False
    return not 1 / NEAR <= left.point / right.point <= NEAR


def _line(text: str) -> str:
    return " ".join(UNSEEN.sub("", text).split())
