"""Percent escapes as ``decodeURI`` reads them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaulttool.text.url import decoded, fully_decoded


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        pytest.param("plain", "plain", id="nothing to decode"),
        pytest.param("My%20Note.md", "My Note.md", id="space"),
        pytest.param("100%25", "100%", id="percent"),
        pytest.param("a%28b%29", "a(b)", id="parentheses"),
        pytest.param("%5Bx%5D", "[x]", id="brackets"),
        pytest.param("Caf%C3%A9", "Café", id="two bytes"),
        pytest.param("%F0%9F%92%A1", "💡", id="four bytes"),
        pytest.param("a+b", "a+b", id="plus is a plus"),
        pytest.param("%23%24%26%2B%2C%2F%3A%3B%3D%3F%40", "%23%24%26%2B%2C%2F%3A%3B%3D%3F%40", id="reserved"),
        pytest.param("%2f%3f", "%2f%3f", id="reserved in lower case"),
        pytest.param("a%20%2F%20b", "a %2F b", id="reserved between others"),
        pytest.param("%zz", None, id="no hexadecimal"),
        pytest.param("50%", None, id="cut off"),
        pytest.param("%E9", None, id="no UTF-8"),
        pytest.param("%C3%2F%A9", None, id="a reserved byte inside a character"),
        pytest.param("%ED%A0%80", None, id="half a surrogate pair"),
        pytest.param("%C0%AF", None, id="overlong"),
    ],
)
def test_decoding(url: str, expected: str | None) -> None:
    assert decoded(url) == expected


def test_a_forge_decodes_reserved_characters_too() -> None:
    assert fully_decoded("C%23%20notes%2Fa%3F.md") == "C# notes/a?.md"


@given(st.text())
def test_decoding_never_fails(url: str) -> None:
    result = decoded(url)
    assert result is None or len(result) <= len(url)
