"""Eras follow one another: in order, without overlap or gap, one of them open."""

from __future__ import annotations

import pytest

from vaulttool.model.era_order import order_problems
from vaulttool.model.records import Era, Unknown, When


def era(id: str, start: str, end: str | None = "") -> Era:
    """An era on days of September; ``?`` is a day that is not known, an empty end none."""

    def when(day: str) -> When:
        return Unknown("not recorded") if day == "?" else f"2026-09-{day}"

    return Era(id, id, when(start), "[[Page]]", when(end) if end else None)


@pytest.mark.parametrize(
    ("eras", "told"),
    [
        pytest.param([("a", "10", "9"), ("b", "10", "")], [(0, "end", "ends on")], id="ends before it starts"),
        pytest.param([("a", "05", ""), ("b", "06", "")], [(0, None, "two eras are open")], id="two are open"),
        pytest.param([("a", "05", ""), ("b", "06", "07")], [(0, None, "is open, and")], id="one is open, and one follows"),
        pytest.param([("a", "01", ""), ("b", "02", ""), ("c", "03", "")], [(0, None, "two"), (1, None, "two")], id="three are open"),
        pytest.param([("a", "10", "12"), ("b", "05", "06")], [(1, "start", "before")], id="in the wrong order"),
        pytest.param([("a", "10", "?"), ("b", "05", "06")], [(1, "start", "before")], id="in the wrong order, an end unknown"),
        pytest.param([("a", "10", "?"), ("b", "?", "?"), ("c", "05", "06")], [(2, "start", "before")], id="in the wrong order, one between"),
        pytest.param([("a", "05", "10"), ("b", "09", "")], [(1, "start", "before")], id="they overlap"),
        pytest.param([("a", "05", "10"), ("b", "05", "")], [(1, "start", "before")], id="they start together"),
        pytest.param([("a", "05", "10"), ("b", "12", "")], [(1, "start", "nothing is told")], id="a day between"),
        pytest.param([("a", "05", "10"), ("b", "20", "")], [(1, "start", "nothing is told")], id="many days between"),
        pytest.param([("a", "05", "05"), ("b", "07", "07"), ("c", "09", "")], [(1, "start", "nothing"), (2, "start", "nothing")], id="two gaps"),
        pytest.param([("a", "31", "31"), ("b", "33", "")], [], id="days that are none are another rule's"),
    ],
)  # fmt: skip
def test_what_is_out_of_order(eras: list[tuple[str, str, str]], told: list[tuple[int, str | None, str]]) -> None:
    found = list(order_problems([era(id, start, "09" if end == "9" else end) for id, start, end in eras]))
    assert [keys for keys, _, _ in found] == [
        ("eras", index, key) if key else ("eras", index) for index, key, _ in told
    ]
    assert all(part in message for (_, message, _), (_, _, part) in zip(found, told, strict=True))


@pytest.mark.parametrize(
    "eras",
    [
        pytest.param([], id="none"),
        pytest.param([("a", "05", "")], id="one, open"),
        pytest.param([("a", "05", "06")], id="one, ended"),
        pytest.param([("a", "05", "05")], id="one day"),
        pytest.param([("a", "05", "10"), ("b", "10", "")], id="the same day"),
        pytest.param([("a", "05", "10"), ("b", "11", "")], id="the day after"),
        pytest.param([("a", "05", "05"), ("b", "05", "05"), ("c", "05", "")], id="three on one day"),
        pytest.param([("a", "05", "10"), ("b", "10", "10"), ("c", "10", "12")], id="one day between"),
        pytest.param([("a", "?", "10"), ("b", "11", "")], id="a start that is not known"),
        pytest.param([("a", "05", "?"), ("b", "20", "")], id="an end that is not known"),
        pytest.param([("a", "05", "10"), ("b", "?", "")], id="the next start is not known"),
        pytest.param([("a", "05", "10"), ("b", "?", "?"), ("c", "20", "")], id="nothing known between"),
        pytest.param([("a", "?", "?"), ("b", "?", "?")], id="nothing known at all"),
        pytest.param([("a", "?", "")], id="open since a day that is not known"),
        pytest.param([("a", "30", "30"), ("b", "30", "")], id="at the end of a month"),
    ],
)  # fmt: skip
def test_what_is_in_order(eras: list[tuple[str, str, str]]) -> None:
    assert list(order_problems([era(id, start, end) for id, start, end in eras])) == []


def test_across_months_and_years() -> None:
    def at(id: str, start: str, end: str | None) -> Era:
        return Era(id, id, start, "[[Page]]", end)

    fine = [at("a", "2026-09-01", "2026-12-31"), at("b", "2027-01-01", "2027-02-28"), at("c", "2027-03-01", None)]
    assert list(order_problems(fine)) == []
    leap = [at("a", "2028-02-01", "2028-02-28"), at("b", "2028-03-01", None)]
    assert [keys for keys, _, _ in order_problems(leap)] == [("eras", 1, "start")]
