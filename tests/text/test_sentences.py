"""Where sentences end, and where a dot is part of one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaulttool.text.sentences import sentence_at, sentences
from vaulttool.text.span import Span


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("One. Two", ["One. ", "Two"], id="two"),
        pytest.param("One! Two? Three.", ["One! ", "Two? ", "Three."], id="other marks"),
        pytest.param("**One.** Two", ["**One.** ", "Two"], id="emphasis closes"),
        pytest.param('He said "no." Then', ['He said "no." ', "Then"], id="a quote closes"),
        pytest.param("(One.) [[Two]]", ["(One.) ", "[[Two]]"], id="a bracket"),
        pytest.param("One.\nTwo", ["One.\n", "Two"], id="a line end"),
        pytest.param("One\nline. Two", ["One\nline. ", "Two"], id="over lines"),
        pytest.param("One\r\n\r\nTwo", ["One\r\n\r\n", "Two"], id="an empty line"),
        pytest.param("One.\r\n\0\0Two", ["One.\r\n\0\0", "Two"], id="the mark of a quote"),
        pytest.param("It is 0.98 at v2.4.0 in a.b.c", ["It is 0.98 at v2.4.0 in a.b.c"], id="numbers and names"),
        pytest.param("It took 31.86 GiB. Then", ["It took 31.86 GiB. ", "Then"], id="a number before the end"),
        pytest.param("The old shape, cf. [[Lisbon]]", ["The old shape, cf. [[Lisbon]]"], id="cf."),
        pytest.param("Values, e.g. 5, and so on", ["Values, e.g. 5, and so on"], id="e.g."),
        pytest.param("Lisbon vs. Porto", ["Lisbon vs. Porto"], id="vs."),
        pytest.param("See no. 5 there", ["See no. 5 there"], id="a number behind no."),
        pytest.param("It says no. The rest", ["It says no. ", "The rest"], id="a no that ends"),
        pytest.param("Arm R. Porto won", ["Arm R. Porto won"], id="an initial"),
        pytest.param("It took 5 s. It holds", ["It took 5 s. ", "It holds"], id="a unit of one letter"),
        pytest.param("Set it to x2. then restart", ["Set it to x2. then restart"], id="a small letter goes on"),
        pytest.param("Wait... What", ["Wait... ", "What"], id="an ellipsis"),
        pytest.param("", [""], id="nothing"),
    ],
)
def test_sentences(text: str, found: list[str]) -> None:
    assert [span.of(text) for span in sentences(text, Span(0, len(text)))] == found


def test_a_stretch() -> None:
    text = "Before. One. Two. After."
    assert [span.of(text) for span in sentences(text, Span(8, 17))] == ["One. ", "Two."]


def test_the_sentence_of_a_place() -> None:
    text = "One. Two here. Three."
    whole = Span(0, len(text))
    assert sentence_at(text, whole, text.index("here")).of(text) == "Two here. "
    assert sentence_at(text, whole, len(text)).of(text) == "Three."


@given(st.text(alphabet='aA.!? \n\r\0*)"e.g0', max_size=60))
def test_sentences_cover_the_text(text: str) -> None:
    assert "".join(span.of(text) for span in sentences(text, Span(0, len(text)))) == text
