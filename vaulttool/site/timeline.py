"""Eras as bars along the days, one below the other: gaps and overlaps are seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from vaulttool.model.records import Endpoint, Era, Unknown, When
from vaulttool.model.status import status

WIDTH, LEFT, RIGHT = 960, 8, 8
HEAD, LANE, BAR = 26, 30, 20
SHORTEST = 3  # of a bar, in units of the drawing
LETTER = 6.6  # about as wide as one in the drawing
MOST_TICKS = 12
STEPS = (1, 2, 7, 14)  # days between ticks, where months are too far apart
FADE = timedelta(days=2)  # how far a bar reaches beyond a day that is all that is known


class Bar(NamedTuple):
    """One era: where its bar stands, what stands in or beside it. ``open_start`` and ``open_end`` say that a day is not
    known, or that the era goes on."""

    id: str
    x: float
    y: float
    width: float
    label: str
    label_x: float
    inside: bool
    anchor: str
    status: str
    hint: str
    open_start: bool
    open_end: bool


class Gap(NamedTuple):
    """A time in which no era is on record."""

    x: float
    width: float
    hint: str


class Tick(NamedTuple):
    """A day below the axis."""

    x: float
    label: str


class Timeline(NamedTuple):
    """The drawing of one endpoint's eras; ``today`` is where the present day stands."""

    width: int
    height: int
    bars: Sequence[Bar]
    gaps: Sequence[Gap]
    ticks: Sequence[Tick]
    today: float


class Stretch(NamedTuple):
    """An era from its first day to the day on which it ended, as far as they are known."""

    era: Era
    start: date
    end: date
    knows_start: bool
    knows_end: bool


def timeline(endpoint: Endpoint, today: str) -> Timeline:
    """The eras of an endpoint, in the order of their first days."""
    now = date.fromisoformat(today)
    found = sorted(_stretches(endpoint, now), key=lambda one: one.start)
    first = min((one.start for one in found), default=now)
    last = max([one.end for one in found] + [now])
    scale = (WIDTH - LEFT - RIGHT) / max((last - first).days, 1)

    def x(day: date) -> float:
        return round(LEFT + (day - first).days * scale, 1)

    height = HEAD + LANE * max(len(found), 1) + 6
    return Timeline(
        WIDTH,
        height,
        [_bar(one, lane, x(one.start), x(one.end)) for lane, one in enumerate(found)],
        [
            Gap(x(start), round(x(end) - x(start), 1), f"nothing on record from {start} to {end}")
            for start, end in _gaps(found)
        ],
        [Tick(x(day), label) for day, label in _ticks(first, last)],
        x(now),
    )


def _stretches(endpoint: Endpoint, now: date) -> Iterator[Stretch]:
    """The eras with days to draw them by: of one that is not known, the nearest that is."""
    before: date | None = None
    for era in endpoint.eras:
        start, knows_start = _day(era.start, later=True)
        end, knows_end = (now, True) if era.end is None else _day(era.end, later=False)
        start = start or before or (end - FADE if end else now)
        end = max(end or start + FADE, start)
        yield Stretch(era, start, end, knows_start, knows_end)
        before = end


def _day(when: When, later: bool) -> tuple[date | None, bool]:
    """A day, and whether it is known; of one that is not, the last or the first on which it can have been."""
    if not isinstance(when, Unknown):
        return date.fromisoformat(when), True
    nearest = (when.to or when.from_) if later else (when.from_ or when.to)
    return (date.fromisoformat(nearest) if nearest else None), False


def _gaps(found: Sequence[Stretch]) -> Iterator[tuple[date, date]]:
    """The times between eras of which nothing is on record."""
    reached: date | None = None
    for one in found:
        if reached is not None and (one.start - reached).days > 1:
            yield reached, one.start
        reached = max(reached or one.end, one.end)


def _bar(one: Stretch, lane: int, start: float, end: float) -> Bar:
    width = round(max(end - start, SHORTEST), 1)
    label = one.era.title
    room = len(label) * LETTER + 12
    inside = room <= width
    before = start - room > 0 and end + room > WIDTH
    label_x = start + 6 if inside else start - 6 if before else start + width + 6
    if not inside and not before and label_x + room > WIDTH:
        label = label[: max(int((WIDTH - label_x - 12) / LETTER) - 1, 0)] + "…"
    told = status(one.era)
    span = f"{_said(one.era.start)} to {'today' if one.era.end is None else _said(one.era.end)}"
    return Bar(
        one.era.id,
        start,
        HEAD + lane * LANE + 4,
        width,
        label,
        round(label_x, 1),
        inside,
        "end" if not inside and before else "start",
        told,
        f"{one.era.title}: {told}, {span}",
        not one.knows_start,
        one.era.end is None or not one.knows_end,
    )


def _said(when: When) -> str:
    return "a day that is not known" if isinstance(when, Unknown) else when


def _ticks(first: date, last: date) -> Iterator[tuple[date, str]]:
    """Days to write below: firsts of months, or closer ones in a short time."""
    days = (last - first).days
    if days <= MOST_TICKS * STEPS[-1] // 2:
        step = next((step for step in STEPS if days / step <= MOST_TICKS), STEPS[-1])
        for at in range(0, days + 1, step):
            day = first + timedelta(days=at)
            yield day, day.isoformat()[5:]
        return
    months = [date(year, month, 1) for year in range(first.year, last.year + 1) for month in range(1, 13)]
    inside = [day for day in months if first <= day <= last]
    for day in inside[:: -(-len(inside) // MOST_TICKS)]:
        yield day, day.isoformat()[:7]
