"""One datum behind an address: its value, how exact it is, and how it is printed."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from functools import partial
from typing import Any, NamedTuple

from vaulttool.model.cannot import NoDatum
from vaulttool.model.records import Arm, Fact, Host, Metric, Result, Run
from vaulttool.parsing.data import Keys
from vaulttool.text.intervals import Interval, exact, rounding
from vaulttool.text.measures import MEASURES
from vaulttool.text.names import nearest
from vaulttool.text.numbers import plain, printed


class Datum(NamedTuple):
    """What stands at an address.

    ``value`` is None for a range and for what is no number; ``bounds`` makes the interval of its rounding, which is
    seldom asked for. ``text`` is how it is printed, with its unit. ``path`` and ``keys`` say where it was read. Of a
    derived figure ``value`` is what it comes to, ``told_as`` what its run prints, where the two agree. ``how`` is its
    statistic, and per what it is.
    """

    address: str
    text: str
    unit: str
    value: Decimal | None
    bounds: Callable[[], Interval] | None
    path: str
    keys: Keys
    title: str = ""
    run: Run | None = None
    quality: str = "measured"
    told_as: Decimal | None = None
    how: str = ""

    @property
    def interval(self) -> Interval | None:
        """Between what it lies; None for what is no number."""
        return self.bounds() if self.bounds else None


def of_result(address: str, run: Run, name: str, result: Result, metric: Metric | None, path: str, keys: Keys) -> Datum:
    """A figure of a run."""
    title = metric.title if metric else name
    return Datum(
        address,
        _text_of_result(result),
        result.unit,
        None if result.value is None else Decimal(result.value),
        partial(result_interval, result),
        path,
        keys,
        title,
        run,
        result.quality,
        how=_how(result),
    )


def _how(result: Result) -> str:
    """How a figure was made of several, and what it is one of: ``geomean``, ``p50``, ``per card``."""
    return ", ".join(part for part in (result.stat or "", f"per {result.per}" if result.per else "") if part)


def of_setting(address: str, holder: Run | Arm, name: str, path: str, keys: Keys) -> Datum:
    """A setting of a run or arm; an exact number, or text."""
    if name not in holder.settings:
        found = nearest(name, list(holder.settings), likeness=60)
        known = ", ".join(holder.settings) or "none"
        raise NoDatum(
            f'no setting "{name}" is at "{address}"', f'did you mean "{found}"?' if found else f"it has {known}"
        )
    return _scalar(address, holder.settings[name], "", path, (*keys, "settings", name), name)


def of_fact(address: str, host: Host, name: str, path: str) -> Datum:
    """The fact of a host that holds today: ``FACT``, or ``ENGINE.FACT`` where it depends on the engine."""
    engine, dot, key = name.rpartition(".")
    facts = [(index, fact) for index, fact in enumerate(host.facts) if fact.key == key]
    wanted = [(index, fact) for index, fact in facts if fact.to is None and (not dot or fact.engine == engine)]
    if len(wanted) == 1:
        index, fact = wanted[0]
        return _of_fact(address, fact, path, ("facts", index))
    if not facts:
        found = nearest(key, [fact.key for fact in host.facts], likeness=60)
        raise NoDatum(f'the host "{host.host}" has no fact "{key}"', f'did you mean "{found}"?' if found else None)
    if not wanted:
        raise NoDatum(f'no fact "{name}" of the host "{host.host}" holds today', "each has an end")
    engines = ", ".join(f"{fact.engine}.{key}" for _, fact in wanted if fact.engine)
    raise NoDatum(f'the host "{host.host}" has several facts "{key}"', f"write one of {engines}" if engines else None)


def _of_fact(address: str, fact: Fact, path: str, keys: Keys) -> Datum:
    found = _scalar(address, fact.value, fact.unit or "", path, (*keys, "value"), fact.key)
    return found._replace(text=fact_text(fact))


def fact_text(fact: Fact) -> str:
    """A fact as it is printed, with its unit."""
    unit = fact.unit or ""
    return with_unit(fact.as_printed, unit) if fact.as_printed else _scalar("", fact.value, unit, "", (), "").text


def _scalar(address: str, value: Any, unit: str, path: str, keys: Keys, title: str) -> Datum:
    """A plain value as a datum."""
    number = None if isinstance(value, (bool, str)) else Decimal(value)
    if number is None:
        text = str(value).lower() if isinstance(value, bool) else value
        return Datum(address, text, unit, None, None, path, keys, title)
    bounds = partial(rounding, number, _exponent(number)) if unit else partial(exact, number)
    return Datum(address, with_unit(plain(number), unit), unit, number, bounds, path, keys, title)


def _text_of_result(result: Result) -> str:
    """How a figure is printed, with its unit."""
    if result.as_printed:
        return with_unit(result.as_printed, result.unit)
    if result.value is None:
        return with_unit(f"{plain(Decimal(result.low or 0))}-{plain(Decimal(result.high or 0))}", result.unit)
    return with_unit(plain(Decimal(result.value)), result.unit)


def result_interval(result: Result) -> Interval:
    """Between what a figure lies: where it was rounded, or in its range."""
    if result.value is None:
        low, high = Decimal(result.low or 0), Decimal(result.high or 0)
        return Interval(rounding(low, _exponent(low)).low, rounding(high, _exponent(high)).high)
    value = Decimal(result.value)
    shown = printed(result.as_printed) if result.as_printed else None
    return rounding(value, shown.exponent if shown else _exponent(value))


def _exponent(value: Decimal) -> int:
    """The exponent of the last digit as written; that of the units for a whole number."""
    exponent = value.as_tuple().exponent
    return min(exponent, 0) if isinstance(exponent, int) else 0


def with_unit(number: str, unit: str) -> str:
    """A printed number with its unit, unless it ends with that already, as 1.62x does."""
    ending = MEASURES[unit].ending if unit else ""
    return number if not ending or number.endswith(ending.strip()) else number + ending


def shown_setting(value: Any) -> str:
    """A setting as it is written."""
    return _scalar("", value, "", "", (), "").text
