"""Figures computed from others: ``derived`` of a run, worked out anew and printed in the dress of its ``as``."""

from __future__ import annotations

from decimal import Context, Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from vaulttool.model.cannot import NoDatum
from vaulttool.model.datum import Datum
from vaulttool.model.expression import ExpressionError, parse
from vaulttool.model.records import Derived, Run
from vaulttool.text.intervals import Interval, exact
from vaulttool.text.numbers import printed, written_like

if TYPE_CHECKING:
    from vaulttool.model.dataset import Dataset

DIGITS = 50  # of a quotient that has no end; far more than any figure is printed with


def derived(data: Dataset, address: str, run: Run, name: str, path: str) -> Datum:
    """The derived figure of a run. ``NoDatum`` where a name in its expression stands for no number."""
    told = run.derived[name]
    like = printed(told.printed)
    if like is None:
        raise NoDatum(f'"{told.printed}" of "{address}" is no printed number', "write it as +16 %, 2.8k tok/s or 3.4x")
    try:
        expression = parse(told.expr)
        point = expression.point(lambda one: _point(data.local(run, one)))
        interval = expression.value(lambda one: _interval(data.local(run, one)))
    except ExpressionError as error:
        raise NoDatum(f'"{told.expr}" of "{address}" cannot be read: {error.message}') from error
    except ZeroDivisionError as error:
        raise NoDatum(f'"{told.expr}" of "{address}" divides by zero') from error
    metric = data.metrics.get(name)
    unit = metric.unit if metric else like.measure or "count"
    if unit == "%":
        point, interval = point * 100, interval * exact(100)
    value = _decimal(point)
    agrees = interval.meets(like.interval)
    text = told.printed if agrees else told.printed.replace(like.text, written_like(value, like))
    title = metric.title if metric else name
    told_as = like.value if agrees else None
    return Datum(address, text, unit, value, lambda: interval, path, ("derived", name), title, run, "derived", told_as)


def disagreement(told: Derived, datum: Datum) -> str | None:
    """What the figure comes to, where that is not what ``as`` says; None where the two agree."""
    like = printed(told.printed)
    interval = datum.interval
    return None if like is None or interval is None or interval.meets(like.interval) else datum.text


def _point(datum: Datum) -> Fraction:
    """The number to compute with: the middle of a range where only that is recorded."""
    if datum.value is not None:
        return Fraction(datum.value)
    between = _interval(datum)
    return (between.low + between.high) / 2


def _interval(datum: Datum) -> Interval:
    found = datum.interval
    if found is None:
        raise NoDatum(f'"{datum.address}" is no number: "{datum.text}"')
    return found


def _decimal(number: Fraction) -> Decimal:
    """A fraction as a decimal, exact where it has an end within many digits."""
    context = Context(prec=max(DIGITS, len(str(number.numerator))))
    return context.divide(Decimal(number.numerator), Decimal(number.denominator))
