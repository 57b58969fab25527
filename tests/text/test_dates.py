"""Days as people write them, and what only looks like one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaulttool.text.dates import HIDDEN, dates, days_between, is_reversed, only_date
from vaulttool.text.span import Span


def read(text: str) -> list[tuple[str, ...]]:
    return [tuple(day.text for day in one.days) for one in dates(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("2026-10-02", ["2026-10-02"], id="alone"),
        pytest.param("(boot 2026-09-22).", ["2026-09-22"], id="in brackets, at the end"),
        pytest.param("**2026-10-02**: switched", ["2026-10-02"], id="bold"),
        pytest.param("2026-10-02T12:00:00Z", ["2026-10-02"], id="with a time"),
        pytest.param("2026-10-02 12:00", ["2026-10-02"], id="with a time behind a blank"),
        pytest.param("[2026-10-02](x)", ["2026-10-02"], id="shown of a link"),
        pytest.param("on 2 October 2026, and", ["2026-10-02"], id="name of the month"),
        pytest.param("Oct. 2nd, 2026", ["2026-10-02"], id="month first"),
        pytest.param("30 February 2026", ["2026-02-30"], id="no day, by name"),
        pytest.param("2026-02-30", ["2026-02-30"], id="no day"),
        pytest.param("2026-13-01", ["2026-13-01"], id="no month"),
        pytest.param("2026-10-01, 2026-10-02", ["2026-10-01", "2026-10-02"], id="two"),
    ],
)
def test_a_day(text: str, expected: list[str]) -> None:
    assert read(text) == [(day,) for day in expected]


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        pytest.param("2026-09-16 → 2026-09-19", "2026-09-16", "2026-09-19", id="in full"),
        pytest.param("2026-09-16 - 2026-09-19", "2026-09-16", "2026-09-19", id="hyphen between blanks"),
        pytest.param("2026-09-21 → 10-10", "2026-09-21", "2026-10-10", id="without the year"),
        pytest.param("(2026-09-21 -> 10-10; x", "2026-09-21", "2026-10-10", id="arrow of two signs"),
        pytest.param("2026-09-21–10-10", "2026-09-21", "2026-10-10", id="dash without blanks"),
        pytest.param("2026-09-16 to 19", "2026-09-16", "2026-09-19", id="day alone"),
        pytest.param("from 2026-09-16 to 19 two replicas", "2026-09-16", "2026-09-19", id="day alone, words behind"),
        pytest.param("2026-09-16–19 replicas", "2026-09-16", "2026-09-19", id="day alone behind a dash"),
        pytest.param("2026-12-20 → 01-05", "2026-12-20", "2027-01-05", id="over the end of a year"),
        pytest.param("2026-09-28 to 02.", "2026-09-28", "2026-10-02", id="over the end of a month"),
        pytest.param("2026-12-28 to 02.", "2026-12-28", "2027-01-02", id="day alone over the end of a year"),
        pytest.param("2026-09-21 → 09-31", "2026-09-21", "2026-09-31", id="an end that is no day"),
        pytest.param("2026-10-10 → 2026-09-21", "2026-10-10", "2026-09-21", id="the wrong way round"),
    ],
)
def test_a_range(text: str, first: str, last: str) -> None:
    assert read(text) == [(first, last)]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("2026-09-16 - 19 new issues", id="hyphen and a number of things"),
        pytest.param("2026-09-16 – 19 new issues", id="dash and a number of things"),
        pytest.param("2026-09-16 - 10-12 people", id="hyphen and a range of numbers"),
        pytest.param("2026-09-16 → 12 machines", id="arrow and a number of things"),
        pytest.param("2026-09-16 → 19.5 GiB", id="arrow and a number"),
        pytest.param("2026-09-16 to 31 people", id="a day that the month lacks"),
        pytest.param("2026-09-16 and 19", id="no range"),
    ],
)
def test_a_day_that_begins_no_range(text: str) -> None:
    assert read(text) == [("2026-09-16",)]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("INC-2026-13-99", id="an id"),
        pytest.param("INC-2026-12-01", id="an id that could be a day"),
        pytest.param("ticket 2026-13-01", id="an id behind its word"),
        pytest.param("2026-99-99", id="neither month nor day"),
        pytest.param("2026-13-99", id="neither, nearly"),
        pytest.param("2026-00-00", id="a placeholder"),
        pytest.param("2026-10-00", id="a placeholder for the day"),
        pytest.param("2026-99-99.md", id="a file name"),
        pytest.param("2026-10-02.md", id="a file name that is a day"),
        pytest.param("2026-09-22-boot", id="a slug"),
        pytest.param("run/2026-09-22", id="a path"),
        pytest.param("https://a.b/2026-02-30/x", id="a URL"),
        pytest.param("2026-02-30/x", id="a folder"),
        pytest.param("file_2026-02-30", id="part of a word"),
        pytest.param("v2026-02-30", id="a version"),
        pytest.param("0.13.0-e060895", id="a version with a commit"),
        pytest.param("2026-13-01T12:00", id="with a time, no day"),
        pytest.param("+49 2026-12-99", id="a telephone number"),
        pytest.param("tel. 2026-02-30", id="a telephone number behind its word"),
        pytest.param("2026-02-30 45 11", id="more digits"),
        pytest.param("192.168.0.235:7770", id="an address"),
        pytest.param("12:30:00", id="a time"),
        pytest.param("[[2026-10-02", id="a note's name"),
        pytest.param(f"x {HIDDEN}{HIDDEN}2026-10-02{HIDDEN}", id="shown of a link to a note"),
        pytest.param("1789-02-30", id="another century"),
        pytest.param("Feb 45, 2026", id="no day at all"),
        pytest.param("maybe 5 2026", id="a word that begins like a month"),
    ],
)
def test_no_day(text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Era 2026-10-10 → 2026-09-21.", True, id="an era"),
        pytest.param("It served from 2026-10-10 to 2026-09-21.", True, id="from and to"),
        pytest.param("2026-09-21 → 2026-10-10", False, id="the right way round"),
        pytest.param("2026-12-20 → 01-05", False, id="abbreviated"),
        pytest.param("2026-10-10", False, id="no range"),
        pytest.param("The review moved from 2026-10-10 to 2026-09-21.", False, id="moved"),
        pytest.param("Corrected: 2026-10-10 → 2026-09-21.", False, id="corrected"),
        pytest.param("Due date 2026-10-10 → 2026-09-21.", False, id="a date that changed"),
        pytest.param("Newest first: 2026-10-10 – 2026-09-21.", False, id="sorted downwards"),
        pytest.param("It changed. Era 2026-10-10 → 2026-09-21.", True, id="changed in another sentence"),
    ],
)
def test_a_range_the_wrong_way_round(text: str, expected: bool) -> None:
    (one,) = dates(text)
    assert is_reversed(text, one, Span(0, len(text))) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-10-02", "2026-10-02"),
        ("2026-10-02T12:00", "2026-10-02"),
        ("2026-10-02 12:00", "2026-10-02"),
        ("2026-02-30", "2026-02-30"),
        ("2026-10-02x", None),
        ("on 2026-10-02", None),
        ("2026", None),
    ],
)
def test_a_text_that_is_one_day(text: str, expected: str | None) -> None:
    found = only_date(text)
    assert (found.text if found else None) == expected


@pytest.mark.parametrize(
    ("text", "exists", "swapped", "length"),
    [
        ("2024-02-29", True, None, 29),
        ("2026-02-29", False, None, 28),
        ("2026-13-01", False, "2026-01-13", 0),
        ("2026-12-11", True, "2026-11-12", 31),
    ],
)
def test_what_is_known_of_a_day(text: str, exists: bool, swapped: str | None, length: int) -> None:
    day = only_date(text)
    assert day is not None
    assert (day.exists, day.swapped, day.length) == (exists, swapped, length)


def test_days_between_two_days() -> None:
    assert days_between("2026-12-30", "2027-01-02") == 3


@given(st.dates(), st.sampled_from(["", "(", "on ", "**"]), st.sampled_from(["", ")", ".", ", then", "**", ": x"]))
def test_every_day_of_our_time_is_read_back(day: object, before: str, behind: str) -> None:
    text = f"{before}{day}{behind}"
    expected = [(str(day),)] if text[len(before) : len(before) + 2] in ("19", "20", "21") else []
    assert read(text) == expected


@given(st.text("0123456789-–→T:. /tobyMayJun\0[", max_size=60))
def test_spans_lie_in_the_text_and_in_order(text: str) -> None:
    found = list(dates(text))
    assert all(0 <= one.span.start < one.span.end <= len(text) for one in found)
    assert [one.span for one in found] == sorted(one.span for one in found)
