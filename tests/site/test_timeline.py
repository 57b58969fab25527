"""Eras as bars: their order, gaps, overlaps, and days that are not known."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lengths import law

from vaulttool.model.records import Endpoint, Era, Unknown
from vaulttool.site.timeline import Timeline, timeline


def drawn(*eras: tuple[Any, Any], today: str = "2026-12-01") -> Timeline:
    made = tuple(
        Era(id=f"e{at}", title=f"Shape {at}", start=start, end=end, page="[[Lisbon]]")
        for at, (start, end) in enumerate(eras)
    )
    return timeline(Endpoint("lisbon", "atlas", "[[Lisbon]]", made), today)


def test_eras_stand_one_below_the_other_in_order() -> None:
    found = drawn(("2026-10-01", "2026-10-05"), ("2026-09-01", "2026-09-05"), ("2026-11-01", None))
    assert [bar.id for bar in found.bars] == ["e1", "e0", "e2"]
    assert [bar.y for bar in found.bars] == sorted({bar.y for bar in found.bars})
    assert [bar.x for bar in found.bars] == sorted(bar.x for bar in found.bars)


def test_a_bar_is_as_long_as_its_era() -> None:
    found = drawn(("2026-09-01", "2026-09-11"), ("2026-09-11", "2026-09-16"), today="2026-09-21")
    first, second = found.bars
    assert first.width == pytest.approx(2 * second.width, abs=0.2)
    assert second.x == pytest.approx(first.x + first.width, abs=0.2)


def test_an_open_era_goes_on_to_today() -> None:
    found = drawn(("2026-09-01", None))
    assert found.bars[0].x + found.bars[0].width == pytest.approx(found.today, abs=0.2)
    assert found.bars[0].open_end and found.bars[0].status == "ACTIVE"


@pytest.mark.parametrize(
    ("eras", "gaps"),
    [
        pytest.param([("2026-09-01", "2026-09-05"), ("2026-09-20", None)], 1, id="days without an era"),
        pytest.param([("2026-09-01", "2026-09-05"), ("2026-09-05", None)], 0, id="one after the other"),
        pytest.param([("2026-09-01", "2026-09-05"), ("2026-09-06", None)], 0, id="the next day"),
        pytest.param(
            [("2026-09-01", "2026-09-30"), ("2026-09-05", "2026-09-08"), ("2026-10-01", None)],
            0,
            id="one within another",
        ),
        pytest.param([("2026-09-01", None)], 0, id="one"),
        pytest.param([], 0, id="none"),
    ],
)
def test_gaps_are_where_no_era_is(eras: list[tuple[Any, Any]], gaps: int) -> None:
    assert len(drawn(*eras).gaps) == gaps


@pytest.mark.parametrize(
    ("start", "end", "opens", "goes_on"),
    [
        pytest.param(Unknown("lost"), "2026-09-05", True, False, id="no start"),
        pytest.param(Unknown("lost", "2026-09-01", "2026-09-03"), "2026-09-05", True, False, id="a start between days"),
        pytest.param("2026-09-01", Unknown("lost"), False, True, id="no end"),
        pytest.param(Unknown("lost"), Unknown("lost"), True, True, id="neither"),
        pytest.param(Unknown("lost"), None, True, True, id="open without a start"),
    ],
)
def test_a_day_that_is_not_known_is_drawn_so(start: Any, end: Any, opens: bool, goes_on: bool) -> None:
    bar = drawn(("2026-08-01", "2026-08-20"), (start, end)).bars[-1]
    assert (bar.open_start, bar.open_end) == (opens, goes_on)
    assert "a day that is not known" in bar.hint


days = st.dates(date(2001, 1, 1), date(2099, 12, 31)).map(date.isoformat)


@given(st.lists(st.tuples(days, st.none() | days), max_size=8), days)
@law(100)
def test_every_bar_lies_in_the_drawing(eras: list[tuple[str, str | None]], today: str) -> None:
    found = drawn(*eras, today=today)
    for bar in found.bars:
        assert bar.x >= 0 and bar.width > 0 and bar.x + bar.width <= found.width + 3
        assert bar.y + 20 <= found.height
    assert len(found.ticks) <= 14
    assert all(gap.width >= 0 for gap in found.gaps)
