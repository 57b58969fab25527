"""The room that characters take on a terminal, and texts cut to it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaulttool.text.columns import head, tail, width


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        pytest.param("", 0, id="nothing"),
        pytest.param("abc", 3, id="letters"),
        pytest.param("é", 1, id="a letter with its accent"),
        pytest.param("e\u0301", 1, id="a letter and its accent"),
        pytest.param("日本", 4, id="East Asian"),
        pytest.param("ｱ", 1, id="half as wide"),
        pytest.param("🙂", 2, id="an emoji"),
        pytest.param("…", 1, id="dots"),
    ],
)
def test_width(text: str, columns: int) -> None:
    assert width(text) == columns


@pytest.mark.parametrize(
    ("text", "columns", "first", "last"),
    [
        pytest.param("abcdef", 4, "abcd", "cdef", id="letters"),
        pytest.param("abc", 4, "abc", "abc", id="it fits"),
        pytest.param("abc", 0, "", "", id="no room"),
        pytest.param("abc", -1, "", "", id="less than none"),
        pytest.param("日本語", 4, "日本", "本語", id="East Asian"),
        pytest.param("日本語", 3, "日", "語", id="half of one"),
        pytest.param("日本語", 0, "", "", id="no room for East Asian"),
        pytest.param("ae\u0301b", 2, "ae\u0301", "e\u0301b", id="an accent stays with its letter"),
        pytest.param("ae\u0301b", 1, "a", "b", id="an accent does not stay alone"),
    ],
)
def test_what_fits(text: str, columns: int, first: str, last: str) -> None:
    assert (head(text, columns), tail(text, columns)) == (first, last)


@given(st.text("ab 日🙂e\u0301…", max_size=30), st.integers(0, 30))
def test_what_fits_is_a_part_and_fits(text: str, columns: int) -> None:
    first, last = head(text, columns), tail(text, columns)
    assert text.startswith(first) and text.endswith(last)
    assert width(first) <= columns and width(last) <= columns
    assert (first == text) == (width(text) <= columns) or "e\u0301" in text
