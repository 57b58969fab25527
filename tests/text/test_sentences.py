"""Where sentences end."""

from __future__ import annotations

import pytest

from vaulttool.text.sentences import sentence_at, sentences
from vaulttool.text.span import Span


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("One. Two! Three?", ["One.", "Two!", "Three?"], id="three"),
        pytest.param("It took 31.86 GiB. Then", ["It took 31.86 GiB.", "Then"], id="a number with decimals"),
        pytest.param("See e.g. Lisbon. Then", ["See e.g. Lisbon.", "Then"], id="an abbreviation"),
        pytest.param("Lisbon vs. Porto", ["Lisbon vs. Porto"], id="another abbreviation"),
        pytest.param("Set it to x. then restart", ["Set it to x. then restart"], id="a small letter goes on"),
        pytest.param('He said "no." Then', ['He said "no."', "Then"], id="a quote ends it"),
        pytest.param("**Bold.** Then", ["**Bold.**", "Then"], id="emphasis ends it"),
        pytest.param("One\nline. Two", ["One\nline.", "Two"], id="over lines"),
        pytest.param("One\r\n\r\nTwo", ["One", "Two"], id="an empty line"),
        pytest.param("  ", [], id="nothing"),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert [one.of(text).strip() for one in sentences(text, Span(0, len(text)))] == expected


def test_the_sentence_of_a_place() -> None:
    text = "One. Two here. Three."
    assert sentence_at(text, Span(0, len(text)), text.index("here")).of(text) == " Two here."
