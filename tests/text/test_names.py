"""How names and headings compare."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaulttool.text.names import cleaned, heading_key, nearest


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("Note", "Note", id="plain"),
        pytest.param("Cafe\u0301", "Café", id="decomposed"),
        pytest.param("a\u00a0b", "a b", id="no-break space"),
        pytest.param("a\u202fb", "a b", id="narrow no-break space"),
        pytest.param("a\u2009b", "a\u2009b", id="thin space stays"),
    ],
)
def test_cleaning(name: str, expected: str) -> None:
    assert cleaned(name) == expected


@pytest.mark.parametrize(
    ("heading", "key"),
    [
        pytest.param("Getting  Started", "getting started", id="case and runs of spaces"),
        pytest.param("A/b: c (d)?", "a b c d", id="punctuation is a space"),
        pytest.param("See [[Other|that]] now", "see other that now", id="a link keeps both parts"),
        pytest.param("e-mail", "e-mail", id="hyphens stay"),
        pytest.param("Don't", "don't", id="apostrophes stay"),
        pytest.param("snake_case", "snake_case", id="underscores stay"),
        pytest.param("⚙️ Setup", "⚙️ setup", id="emoji stay"),
        pytest.param("!?", "", id="nothing left"),
    ],
)
def test_heading_keys(heading: str, key: str) -> None:
    assert heading_key(heading) == key


@given(st.text())
def test_cleaning_and_keys_are_stable(text: str) -> None:
    assert cleaned(cleaned(text)) == cleaned(text)
    assert unicodedata.is_normalized("NFC", cleaned(text))
    assert heading_key(heading_key(text)) == heading_key(text)


@pytest.mark.parametrize(
    ("wanted", "names", "expected"),
    [
        pytest.param("Lisboa", ["Porto", "Lisbon"], "Lisbon", id="one letter"),
        pytest.param("LISBON", ["Lisbon"], "Lisbon", id="case"),
        pytest.param("frank archon", ["frank-archon", "frank-primary"], "frank-archon", id="hyphen"),
        pytest.param("zzz", ["Lisbon"], None, id="nothing like it"),
        pytest.param("x", [], None, id="no names"),
    ],
)
def test_the_nearest_name(wanted: str, names: list[str], expected: str | None) -> None:
    assert nearest(wanted, names) == expected
