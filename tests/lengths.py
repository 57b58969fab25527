"""How long the long tests run: a part of their examples by default, all of them with ``pytest --slow``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from hypothesis import settings

SHORT = 10  # of so many examples a short run tries one, and of so many cases in a row
FEWEST = 15  # examples that a short run tries all the same

T = TypeVar("T")

_slow = False


def choose(slow: bool) -> None:
    """Take the long form, or the short one; to be called before any test is imported."""
    global _slow
    _slow = slow
    settings.register_profile("short", max_examples=examples(100))
    settings.register_profile("long", max_examples=100)
    settings.load_profile("long" if slow else "short")


def is_slow() -> bool:
    """Whether this is a run of the long form."""
    return _slow


def examples(all_of_them: int) -> int:
    """How many random examples of a law are tried."""
    return all_of_them if _slow else min(all_of_them, max(FEWEST, all_of_them // SHORT))


def length(short: int, long: int) -> int:
    """The one number in a short run, the other in a long one."""
    return long if _slow else short


def law(all_of_them: int) -> settings:
    """What a law with so many random examples is tried with; it may take its time over each."""
    return settings(max_examples=examples(all_of_them), deadline=None)


def some(cases: Sequence[T], first: int = 0, step: int = SHORT) -> Sequence[T]:
    """All cases, or every tenth, from one of the first ten on; the last is always among them."""
    if _slow:
        return cases
    return [*cases[first % step : -1 : step], *cases[-1:]]
