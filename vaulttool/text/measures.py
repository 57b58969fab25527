"""Units of measure: the closed table of them, the words that pages use, exact conversion within a kind."""

from __future__ import annotations

from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal
from typing import NamedTuple

SPARE_DIGITS = 64  # more than a division by 2**30 can add, so that all but a division by 60 is exact


class Measure(NamedTuple):
    """A unit of measure: how many of its kind's smallest it holds, and the words for it, the one to write first."""

    kind: str
    size: Decimal
    words: tuple[str, ...] = ()
    gap: str = " "

    @property
    def ending(self) -> str:
        """What follows a number in this unit: `` tok``, ``x``; nothing for a ratio or a count."""
        return self.gap + self.words[0] if self.words else ""


def _one(kind: str, *words: str, gap: str = " ") -> Measure:
    return Measure(kind, Decimal(1), words, gap)


def _time(seconds: str, *words: str) -> Measure:
    return Measure("time", Decimal(seconds), words)


def _bytes(size: int, *words: str) -> Measure:
    return Measure("bytes", Decimal(size), words)


MEASURES = {
    "tok": _one("tokens", "tok", "token", "tokens"),
    "tok/s": _one("token rate", "tok/s", "t/s", "token/s", "tokens/s"),
    "tok/draft": _one("tokens a draft", "tok/draft", "tokens/draft"),
    "tok/step": _one("tokens a step", "tok/step", "tokens/step"),
    "us": _time("0.000001", "us", "µs", "μs"),  # the micro sign and the Greek letter
    "ms": _time("0.001", "ms"),
    "s": _time("1", "s", "sec", "secs", "second", "seconds"),
    "min": _time("60", "min", "mins", "minute", "minutes"),
    "B": _bytes(1, "B", "byte", "bytes"),
    "KiB": _bytes(2**10, "KiB"),
    "MiB": _bytes(2**20, "MiB"),
    "GiB": _bytes(2**30, "GiB"),
    "MB": _bytes(10**6, "MB"),
    "GB": _bytes(10**9, "GB"),
    "B/tok": _one("bytes a token", "B/tok", "B/token", "bytes/token"),
    "GB/s": _one("byte rate", "GB/s"),
    "GT/s": _one("transfers", "GT/s"),
    "%": Measure("share", Decimal("0.01"), ("%",)),
    "ratio": _one("share"),
    "x": _one("factor", "x", "×", gap=""),  # no share: a gain of 51 % is a factor of 1.51
    "slots": _one("slots", "slots", "slot"),
    "req": _one("requests", "req", "reqs", "request", "requests"),
    "count": _one("count"),
}
NAMES = {word: name for name, measure in MEASURES.items() for word in measure.words}


def measure_named(word: str) -> str | None:
    """The unit that a word on a page stands for (``tokens``: ``tok``), None for any other word; case counts."""
    return NAMES.get(word)


def with_unit(number: str, unit: str) -> str:
    """A number with its unit as people print it: ``425,047 tok``, ``1.62x``; ``KeyError`` for an unknown unit."""
    return number + MEASURES[unit].ending


def converted(value: Decimal, from_: str, to: str) -> Decimal | None:
    """The value in another unit of the same kind, None for a unit of another kind; ``KeyError`` for an unknown unit.

    Exact, except that minutes which no decimal can express have sixty digits more than the value.
    """
    source, target = MEASURES[from_], MEASURES[to]
    if source.kind != target.kind:
        return None
    digits = len(value.as_tuple().digits) + SPARE_DIGITS
    context = Context(prec=digits, Emin=MIN_EMIN, Emax=MAX_EMAX)
    return context.divide(context.multiply(value, source.size), target.size)
