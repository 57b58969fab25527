"""Ratios of what was measured in turn, and how growth is fitted."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import NamedTuple


class Ratio(NamedTuple):
    """One side by the other: of the medians, and the least and greatest of the pairs."""

    of_medians: float
    least: float
    greatest: float


def ratio(ours: Sequence[float], theirs: Sequence[float]) -> Ratio:
    """What we take by what they take, from runs in turn."""
    each = [one / other for one, other in zip(ours, theirs, strict=True)]
    return Ratio(statistics.median(ours) / statistics.median(theirs), min(each), max(each))


def pairs_within(asked: int, taken: float, most: float) -> int:
    """How many pairs fit into so many seconds, if one takes ``taken``: at least one, at most what is asked."""
    return max(1, min(asked, int(most / max(taken, 1e-9))))


def exponent(sizes: Sequence[float], costs: Sequence[float]) -> float:
    """The power of size with which cost grows: the slope of the line through the logarithms."""
    return statistics.linear_regression([math.log(one) for one in sizes], [math.log(one) for one in costs]).slope
