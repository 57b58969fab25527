"""Expressions as a list of steps over a stack of intervals, so that no expression is too deep to compute."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import reduce
from typing import NamedTuple

from vaulttool.text.intervals import Interval, exact

Lookup = Callable[[str], Interval]


class Step(NamedTuple):
    """One step: a number or a name puts its value on the stack, a function takes ``takes`` values and puts one."""

    number: Interval | None = None
    name: str = ""
    function: str = ""
    takes: int = 0


def computed(steps: Sequence[Step], lookup: Lookup) -> Interval:
    """The value that the steps leave; what ``lookup`` raises is raised, ``ZeroDivisionError`` by a division."""
    stack: list[Interval] = []
    for step in steps:
        if step.function:
            taken = stack[-step.takes :]
            del stack[-step.takes :]
            stack.append(FUNCTIONS[step.function](taken))
        else:
            stack.append(lookup(step.name) if step.number is None else step.number)
    return stack[0]


def _least(values: Sequence[Interval]) -> Interval:
    return Interval(min(value.low for value in values), min(value.high for value in values))


def _greatest(values: Sequence[Interval]) -> Interval:
    return Interval(max(value.low for value in values), max(value.high for value in values))


def _total(values: Sequence[Interval]) -> Interval:
    return reduce(operator.add, values)


def _never_falls(values: Sequence[Interval]) -> Interval:
    """1 if the values can be chosen so that none is less than the one before, else 0."""
    floor = values[0].low
    for value in values:
        floor = max(floor, value.low)
        if value.high < floor:
            return exact(0)
    return exact(1)


FUNCTIONS: dict[str, Callable[[Sequence[Interval]], Interval]] = {
    "+": lambda values: values[0] + values[1],
    "-": lambda values: values[0] - values[1],
    "*": lambda values: values[0] * values[1],
    "/": lambda values: values[0] / values[1],
    "sum": _total,
    "min": _least,
    "max": _greatest,
    "count": lambda values: exact(len(values)),
    "days": lambda values: values[1] - values[0],
    "monotonic": _never_falls,
}
