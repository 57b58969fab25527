"""Numbers of prose as intervals in base units: what each may have been before it was rounded, and of what kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction

from vaulttool.parsing.amounts import Amount
from vaulttool.text.intervals import Interval, exact
from vaulttool.text.measures import MEASURES
from vaulttool.text.numbers import Printed

Dimensions = tuple[tuple[str, int], ...]  # such as (("byte", 1), ("second", -1)); empty for a plain number
OF_KIND: Mapping[str, Dimensions] = {
    "bytes": (("byte", 1),),
    "time": (("second", 1),),
    "bytes a token": (("byte", 1),),
    "byte rate": (("byte", 1), ("second", -1)),
    "token rate": (("second", -1),),
    "transfers": (("transfer", 1), ("second", -1)),
}
CURRENCIES = ("$", "€", "£", "¥")
SIZES = {"GB/s": 10**9, "GT/s": 10**9}  # in bytes and transfers a second, while the table has one of each kind
DECIMAL_BYTES = {"MB": 2**20, "GB": 2**30, "GB/s": 2**30}  # what many people mean by them
COUNTED = frozenset(
    ["tok", "slots", "req", "count", "tok/draft", "tok/step"]
)  # whole numbers of these are counted, not rounded


def dimensions(amount: Amount) -> Dimensions:
    """What kind of thing an amount is: a plain number, bytes, seconds, a currency."""
    return dimensions_of(unit(amount))


def unit(amount: Amount) -> str:
    """The unit of measure or currency of an amount by name; empty where it has none."""
    return amount.currency or amount.measure or ""


def dimensions_of(name: str) -> Dimensions:
    """The dimensions of a unit or currency by name."""
    if name in CURRENCIES:
        return ((name, 1),)
    return OF_KIND.get(MEASURES[name].kind, ()) if name else ()


def size(name: str, binary: bool = False) -> Fraction:
    """How many base units one of a unit is, by name; of ``MB`` and ``GB`` those that ``binary`` says."""
    if not name or name in CURRENCIES:
        return Fraction(1)
    if binary and name in DECIMAL_BYTES:
        return Fraction(DECIMAL_BYTES[name])
    return Fraction(SIZES.get(name, MEASURES[name].size)) if name != "%" else Fraction(1, 100)


def is_whole(amount: Amount) -> bool:
    """Whether an amount is a whole number as people count: no decimals, no ``~``, no unit of what is measured."""
    number = amount.number
    counted = number.measure is None or number.measure in COUNTED
    return counted and not number.suffix and not number.approximate and int(number.value.as_tuple().exponent) == 0


def zeros(number: Printed) -> int:
    """How many zeros a whole number ends in."""
    digits = str(abs(int(number.value)))
    return len(digits) - len(digits.rstrip("0")) if digits.strip("0") else 0


def between(amount: Amount, is_about: bool = False, whole: bool = False) -> Interval:
    """Between what an amount lies, in the unit that it is written in. ``whole``: it is exact if it is whole."""
    number = amount.number
    if whole and is_whole(amount) and not is_about:
        return exact(number.value)
    return number._replace(approximate=number.approximate or is_about).interval


def widened(interval: Interval) -> Interval:
    """What may have been rounded down or up to a number, not only to the nearer side, as 2/3 is 66 % to many."""
    half = (interval.high - interval.low) / 2
    return Interval(interval.low - half, interval.high + half)


def claimed(amount: Amount) -> Interval:
    """Between what the result of a division lies, in base units."""
    return widened(scaled(amount.number.interval, size(unit(amount))))


def scaled(interval: Interval, factor: Fraction) -> Interval:
    """An interval in another unit."""
    return interval * exact(factor)


def combined(parts: Iterable[tuple[Dimensions, int]]) -> Dimensions:
    """The dimensions of a product; the number is 1 for a factor, -1 for a divisor."""
    total: Counter[str] = Counter()
    for dimension, sign in parts:
        for name, power in dimension:
            total[name] += sign * power
    return tuple(sorted((name, power) for name, power in total.items() if power))


def shown(value: Fraction, like: Amount) -> str:
    """A number in base units as text in the dress of an amount, with more digits where it would read the same."""
    number = like.number
    decimals = max(-int(number.value.as_tuple().exponent) + number.power, 0)
    value /= size(number.measure or "") * Fraction(10) ** number.power
    for digits in range(decimals, decimals + 4):
        text = _rounded(value, digits, number.grouped)
        if Decimal(text.replace(",", "")) != number.value.scaleb(-number.power):
            break
    sign = "+" if value > 0 and (number.signed or number.value < 0) else ""
    text = text.replace("-", "−") if "-" not in number.text else text
    unit = f" {number.unit}" if number.unit else ""
    coin = like.currency
    return f"{coin}{sign}{text}{number.suffix}{unit}"


def _rounded(value: Fraction, digits: int, grouped: bool) -> str:
    step = Fraction(10) ** digits
    whole = round(value * step)
    number = Decimal(whole).scaleb(-digits)
    return format(number, f"{',' if grouped or abs(number) >= 10_000 else ''}.{digits}f")
