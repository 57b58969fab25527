"""Whether the numbers of an equation fit together, so that it can be judged: units, currencies, things counted."""

from __future__ import annotations

from vaulttool.model.quantities import COUNTED, dimensions, is_whole
from vaulttool.parsing.amounts import Amount
from vaulttool.parsing.equations import Equation, Side, Term


def can_be_judged(equation: Equation) -> bool:
    """Whether an equation is one of numbers that fit together, and not of names, unknowns or units left out."""
    left, right = equation.left, equation.right
    if not left.operators and not right.operators:
        return _is_conversion(left.terms[0], right.terms[0])
    currencies = {term.amount.currency for term in (*left.terms, *right.terms)} - {""}
    if len(currencies) > 1 or _are_names(equation) or _is_fraction(equation):
        return False
    return _factors_fit(equation) and _is_of_one_dress(left) and _is_of_one_dress(right) and _nouns_fit(equation)


def _is_conversion(left: Term, right: Term) -> bool:
    """Whether both sides are the same amount in two units: 4 GiB = 4096 MiB."""
    one, other = left.amount, right.amount
    is_one_kind = bool(dimensions(one)) and dimensions(one) == dimensions(other) and one.measure != other.measure
    return is_one_kind and not (left.noun or right.noun or one.currency)


def _are_names(equation: Equation) -> bool:
    """Whether "71 = 69 − 70 + 109" may be about things with numbers: small whole ones, the result in front."""
    left, right = equation.left, equation.right
    if left.operators or not right.operators or equation.goes_on:
        return False
    terms = (*left.terms, *right.terms)
    return any(term.is_labelled for term in right.terms) or all(
        is_whole(term.amount) and not term.amount.measure and abs(term.amount.number.value) < 1000 for term in terms
    )


def _is_fraction(equation: Equation) -> bool:
    """Whether 3/4 = 12 or 6/8 = 2 may be a date, a mark or a measure of music: no blanks and small whole numbers."""
    left, right = equation.left, equation.right
    if left.operators != ("÷",) or right.operators:
        return False
    over, under = (term.amount for term in left.terms)
    small = all(is_whole(one) and abs(one.number.value) <= 100 for one in (over, under))
    return small and over.span.end + 1 >= under.span.start and is_whole(right.terms[0].amount)


def _factors_fit(equation: Equation) -> bool:
    """Whether 1.62x stands only where a factor can, in a product or as a quotient: 2x may be two of an unknown."""
    terms = (*equation.left.terms, *equation.right.terms)
    factors = [term.amount for term in terms if term.amount.measure == "x"]
    if not factors:
        return True
    operators = {*equation.left.operators, *equation.right.operators}
    is_result_in_front = not equation.left.operators and equation.left.terms[0].amount.measure == "x"
    if is_result_in_front or operators & {"+", "−"}:
        return False
    return "÷" in operators or not any(_has_no_decimals(amount) for amount in factors)


def _has_no_decimals(amount: Amount) -> bool:
    return int(amount.number.value.as_tuple().exponent) >= 0


def _is_of_one_dress(side: Side) -> bool:
    """Whether what is added is all per cent or not, and all with a suffix for thousands or large enough for none."""
    if not {"+", "−"} & {*side.operators} or {"×", "÷"} & {*side.operators}:
        return True
    numbers = [term.amount.number for term in side.terms]
    has_suffix = any(number.power for number in numbers)
    has_small = any(not number.power and abs(number.value) < 1000 for number in numbers)
    return len({number.measure == "%" for number in numbers}) == 1 and not (has_suffix and has_small)


def _nouns_fit(equation: Equation) -> bool:
    """Whether the words behind numbers are things counted, the same on both sides, and no units that nobody knows."""
    left, right = equation.left, equation.right
    terms = (*left.terms, *right.terms)
    is_measured = any(dimensions(term.amount) for term in terms)
    result = "" if right.operators else _noun(right.terms[-1])
    counted = {noun for term in (terms if right.operators else left.terms) if (noun := _noun(term))}
    is_known = not result or result in counted or (not result.startswith("word ") and not _words(counted))
    if {"+", "−"} & {*left.operators, *right.operators}:
        return is_known and len(counted) <= 1 and not (counted and is_measured)
    if is_measured and _words(counted):
        is_times = all(is_whole(term.amount) for term in left.terms if term.noun)
        return is_known and is_times and any(dimensions(term.amount) for term in left.terms)
    return is_known


def _words(counted: set[str]) -> set[str]:
    return {noun for noun in counted if noun.startswith("word ")}


def _noun(term: Term) -> str:
    """What a number counts, in one form for one and for many; an unknown one begins with ``word``."""
    if term.noun:
        return "word " + term.noun.lower().rstrip("s")
    measure = term.amount.measure
    return measure if measure in COUNTED else ""
