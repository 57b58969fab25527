"""Which days, months and years a text names."""

from __future__ import annotations

import pytest

from vaulttool.text.days import dates, names_day_until


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("on 2026-10-09.", ["2026-10-09"], id="a day"),
        pytest.param("2026-09-21 to 2026-10-10", ["2026-09-21", "2026-10-10"], id="two days"),
        pytest.param("`2026-10`", ["2026-10"], id="a month"),
        pytest.param("tag frank-primary-fp8-mtp-20261001", ["2026-10-01"], id="a day in a tag"),
        pytest.param("scripts/20260920-llama", ["2026-09-20"], id="a day without hyphens"),
        pytest.param("Sep 2026, September 20, 2026 and Oct. 3rd 2026", ["2026-09", "2026-09", "2026-10"], id="names of months"),
        pytest.param("20.09.2026 and 3/10/2026", ["2026-09", "2026-10"], id="days with points"),
        pytest.param("since 2024 and in 2025", ["2024", "2025"], id="years"),
        pytest.param("a window of 200704 tokens, 2048 of them", [], id="numbers"),
        pytest.param("1.2026-10 and 12026-10", [], id="parts of other numbers"),
        pytest.param("2026-13-01 and 2026-00", [], id="no months"),
        pytest.param("may 2 of 3", [], id="a word that begins like a month"),
        pytest.param("a window of 2000 tokens", [], id="what looks like a year"),
    ],
)  # fmt: skip
def test_the_dates_in_a_text(text: str, expected: list[str]) -> None:
    assert list(dates(text)) == expected


@pytest.mark.parametrize(
    ("text", "last", "expected"),
    [
        pytest.param("until 2026-10-09", "2026-10-09", True, id="the day itself"),
        pytest.param("since 2026-10-10", "2026-10-09", False, id="the day after"),
        pytest.param("in 2026-10", "2026-10-09", True, id="the month, which may be before"),
        pytest.param("in 2026-11", "2026-10-09", False, id="a later month"),
        pytest.param("2026-11-01, 2026-09-01", "2026-10-09", True, id="one of two"),
        pytest.param("on 2030-01-01", "", True, id="any, where the day is not known"),
        pytest.param("today", "", False, id="none"),
    ],
)
def test_a_date_up_to_a_day(text: str, last: str, expected: bool) -> None:
    assert names_day_until(text, last) is expected
