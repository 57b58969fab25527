"""Relations between figures: which of them the data do not satisfy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Context, Decimal
from fractions import Fraction
from typing import NamedTuple

from vaulttool.model import records
from vaulttool.model.cannot import NoDatum
from vaulttool.model.dataset import Dataset
from vaulttool.model.datum import Datum
from vaulttool.model.expression import Expression, ExpressionError, Relation, parse_relation
from vaulttool.model.expression_steps import Lookup
from vaulttool.parsing.data import Keys
from vaulttool.text.intervals import Interval, exact
from vaulttool.text.numbers import plain

DIGITS = 8  # of a computed side, as people want to read it
SAID = {"=": "not", "<": "not less than", "<=": "more than", "in": "not in"}


class Unmet(NamedTuple):
    """A relation that does not hold, where it stands, what is wrong, and the figures that it asks for."""

    path: str
    keys: Keys
    message: str
    figures: Sequence[Datum]


class _NoNumber(Exception):
    """A figure that a relation computes with and that is no number."""


def unmet(data: Dataset) -> Iterator[Unmet]:
    """The relations that no choice within the bounds of their figures satisfies, or that cannot be computed.

    Those that cannot be read, or ask for what is not there, are left to the checks of the data.
    """
    path = data.paths.get(("relations", ""), "")
    for at, told in enumerate(data.relations.relations):
        try:
            relation = parse_relation(told.expr)
            figures = [data.figure(name) for name in dict.fromkeys(name for name, *_ in relation.names)]
        except (ExpressionError, NoDatum):
            continue
        message = _wrong(told, relation, {datum.address: datum for datum in figures})
        if message is not None:
            yield Unmet(path, ("relations", at, "expr"), message, figures)


def _wrong(told: records.Relation, relation: Relation, figures: Mapping[str, Datum]) -> str | None:
    """What is wrong with a relation, None where it holds."""
    days = {name for name, *_ in relation.dates}

    def lookup(name: str) -> Interval:
        datum = figures[name]
        found = _day(datum) if name in days else datum.interval
        if found is None:
            raise _NoNumber(f'"{name}" is no {"day" if name in days else "number"}: "{datum.text}"')
        return found

    try:
        if relation.holds(lookup):
            return None
        message = f'the relation "{told.id}" does not hold: {_sides(relation, lookup)}'
    except ZeroDivisionError:
        return f'the relation "{told.id}" cannot be computed: it divides by what may be zero'
    except _NoNumber as error:
        return f'the relation "{told.id}" cannot be computed: {error}'
    inputs = ", ".join(f"{name} is {datum.text}" for name, datum in figures.items() if name not in message.split('"'))
    return message + (f" ({inputs})" if inputs else "")


def _sides(relation: Relation, lookup: Lookup) -> str:
    """What the sides come to, and that they do not stand to one another as the relation says."""
    left, _, right = relation.text.partition(f" {relation.comparison} ")
    one = _side(left, relation.left, lookup)
    said = SAID[relation.comparison]
    if relation.upper is None:
        return f"{one}, {said} {_side(right, relation.right, lookup)}"
    bounds = (_number(_middle(bound, lookup)) for bound in (relation.right, relation.upper))
    return f"{one}, {said} [{', '.join(bounds)}]"


def _side(text: str, side: Expression, lookup: Lookup) -> str:
    """One side with what it comes to."""
    number = _number(_middle(side, lookup))
    return number if text.strip() == number else f'"{text.strip()}" = {number}'


def _middle(side: Expression, lookup: Lookup) -> Fraction:
    found = side.value(lookup)
    return (found.low + found.high) / 2


def _day(datum: Datum) -> Interval | None:
    """A figure as a day; None where it is none."""
    try:
        return exact(date.fromisoformat(datum.text).toordinal())
    except ValueError:
        return None


def _number(value: Fraction) -> str:
    """A number with as many digits as people want to read, all of them if it is whole."""
    if value.denominator == 1:
        return str(value.numerator)
    rounded = Context(prec=DIGITS).divide(Decimal(value.numerator), Decimal(value.denominator))
    return plain(rounded.normalize())
