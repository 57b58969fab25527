"""Measured figures over time: a metric over all runs that have it, the arms of a run side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from vaulttool.model.cannot import NoDatum
from vaulttool.model.dataset import Dataset
from vaulttool.model.datum import Datum
from vaulttool.model.records import Run, Unknown

WIDTH, HEIGHT = 720, 200
LEFT, RIGHT, TOP, BOTTOM = 64, 16, 12, 28
APART = 9  # between the arms of one run
KINDS = 6  # ways to draw an arm
ROWS = 4  # lines to read values by


class Figure(NamedTuple):
    """One figure of a run: when and what it was measured on, of which arm, how it is printed, between what it lies.
    ``share`` is that of the greatest value of its metric, in percent; ``kind`` tells arms apart."""

    day: str
    knows_day: bool
    run: str
    title: str
    subject: str
    arm: str
    text: str
    low: float
    high: float
    share: float
    kind: int
    quality: str


class Dot(NamedTuple):
    """A figure in the drawing, with the range that it covers."""

    x: float
    y: float
    low: float
    high: float
    kind: int
    hint: str


class Level(NamedTuple):
    """A line to read values by."""

    y: float
    label: str


class Day(NamedTuple):
    """A day below the axis."""

    x: float
    label: str


class Chart(NamedTuple):
    """The drawing of a metric over time."""

    width: int
    height: int
    dots: Sequence[Dot]
    levels: Sequence[Level]
    days: Sequence[Day]


class Series(NamedTuple):
    """A metric with its figures, the oldest first. ``better`` says which direction is, empty where neither is."""

    metric: str
    title: str
    unit: str
    better: str
    definition: str
    figures: Sequence[Figure]
    chart: Chart | None


def measured(data: Dataset) -> list[Series]:
    """Every metric that some run has: those first that were measured on several days, then those with most figures."""
    found: dict[str, list[tuple[Run, str, Datum]]] = {}
    for run in data.runs.values():
        for arm, metric in _names(run):
            try:
                datum = data.figure(f"run/{run.run}#{f'{arm}.' if arm else ''}{metric}")
            except NoDatum:
                continue  # a finding tells of it
            if datum.interval is not None:
                found.setdefault(metric, []).append((run, arm, datum))
    series = [_series(data, metric, some) for metric, some in found.items()]
    return sorted(series, key=lambda one: (one.chart is None, -len(one.figures), one.title, one.metric))


def _names(run: Run) -> Iterator[tuple[str, str]]:
    """The figures of a run: arm, empty where there is none, and metric."""
    yield from (("", metric) for metric in run.results)
    yield from ((arm, metric) for arm, told in run.arms.items() for metric in told.results)
    yield from (("", metric) for metric in run.derived)


def _series(data: Dataset, metric: str, some: Sequence[tuple[Run, str, Datum]]) -> Series:
    known = data.metrics.get(metric)
    greatest = max(max(abs(_bounds(datum)[0]), abs(_bounds(datum)[1])) for _, _, datum in some)
    figures = [_figure(run, arm, datum, greatest) for run, arm, datum in some]
    figures.sort(key=lambda one: (one.day, one.run))
    return Series(
        metric,
        known.title if known else metric,
        some[0][2].unit,
        (known.better or "") if known else "",
        (known.definition or "") if known else "",
        figures,
        _chart(figures),
    )


def _figure(run: Run, arm: str, datum: Datum, greatest: float) -> Figure:
    low, high = _bounds(datum)
    told = run.arms.get(arm)
    day = run.date if not isinstance(run.date, Unknown) else run.date.to or run.date.from_ or ""
    return Figure(
        day,
        not isinstance(run.date, Unknown),
        run.run,
        run.title,
        run.endpoint or run.container or run.host,
        (told.title or arm) if told else "",
        datum.text,
        low,
        high,
        round(100 * max(abs(high), abs(low)) / greatest, 1) if greatest else 0.0,
        list(run.arms).index(arm) % KINDS if arm else 0,
        datum.quality,
    )


def _bounds(datum: Datum) -> tuple[float, float]:
    """Between what a figure lies; one that is a number has no width here."""
    if datum.value is not None:
        return float(datum.value), float(datum.value)
    interval = datum.interval
    return (float(interval.low), float(interval.high)) if interval else (0.0, 0.0)


def _chart(figures: Sequence[Figure]) -> Chart | None:
    """The drawing, where there are several days to draw."""
    dated = [one for one in figures if one.day and len(one.day) == 10]
    days = sorted({date.fromisoformat(one.day) for one in dated})
    if len(days) < 2:
        return None
    low = min([0.0, *(one.low for one in dated)])
    high = max([0.0, *(one.high for one in dated)])
    if low == high:
        return None
    span = (days[-1] - days[0]).days

    def x(day: date) -> float:
        return LEFT + 40 + (WIDTH - LEFT - RIGHT - 80) * (day - days[0]).days / span

    def y(value: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low), 1)

    dots: list[Dot] = []
    for day in days:
        of_day = [one for one in dated if one.day == day.isoformat()]
        first = -APART * (len(of_day) - 1) / 2
        for at, one in enumerate(of_day):
            middle = round(min(max(x(day) + max(first, -36) + min(APART, 72 / len(of_day)) * at, LEFT), WIDTH - 4), 1)
            hint = f"{one.day}, {one.title}{f', {one.arm}' if one.arm else ''}: {one.text}"
            dots.append(Dot(middle, y((one.low + one.high) / 2), y(one.low), y(one.high), one.kind, hint))
    levels = [low + (high - low) * at / ROWS for at in range(ROWS + 1)]
    return Chart(
        WIDTH,
        HEIGHT,
        dots,
        [Level(y(level), _short(level)) for level in levels],
        [Day(round(x(day), 1), day.isoformat()[2:]) for day in _apart(days, span)],
    )


def _apart(days: Sequence[date], span: int) -> Iterator[date]:
    """The days that have room for their names below the axis."""
    last: date | None = None
    for day in days:
        if last is None or (day - last).days >= span / 9:
            yield day
            last = day


def _short(value: float) -> str:
    """A number beside the axis."""
    for size, letter in ((1_000_000_000, "G"), (1_000_000, "M"), (10_000, "k")):
        if abs(value) >= size:
            return f"{_plain(value / (1000 if letter == 'k' else size))}{letter}"
    return _plain(value)


def _plain(value: float) -> str:
    return format(Decimal(f"{value:.3g}"), "f")
