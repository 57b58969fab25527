"""Numbers in prose with what stands around them, and the sentences in which they stand."""

from __future__ import annotations

import pytest
from hypothesis import given
from lengths import law
from parsing.test_laws import TEXTS

from vaulttool.parsing.amounts import Piece, pieces
from vaulttool.parsing.note import parse
from vaulttool.parsing.prose import prose
from vaulttool.text.sentences import sentence_at
from vaulttool.text.span import Span


def read(text: str) -> list[Piece]:
    """The pieces of a page's first block."""
    page = prose("Lisbon.md", text, parse(text))
    return pieces(page, page.passages[0].span)


def kinds(text: str) -> list[str]:
    """The pieces, each with the letter of its kind."""
    return [f"{piece.kind[0]}:{piece.text}" for piece in read(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("15.06 + 23.11 = 38.17", ["a:15.06", "o:+", "a:23.11", "e:=", "a:38.17"], id="an equation"),
        pytest.param("1+7×0.60 = 5.2", ["a:1", "o:+", "a:7", "o:×", "a:0.60", "e:=", "a:5.2"], id="without blanks"),
        pytest.param("6,574 slots x 2.344 MiB", ["a:6,574 slots", "o:×", "a:2.344 MiB"], id="units and x"),
        pytest.param("3*4 * **5**", ["a:3", "o:×", "a:4", "o:×", "a:5"], id="asterisks"),
        pytest.param("10 - 4 − 3 – 2", ["a:10", "o:−", "a:4", "o:−", "a:3", "o:−", "a:2"], id="minus signs"),
        pytest.param("10 −4", ["a:10", "a:−4"], id="a sign is no operator"),
        pytest.param("9,888/13,021", ["a:9,888", "o:÷", "a:13,021"], id="a slash"),
        pytest.param("$5 + 3 €", ["a:$5", "o:+", "a:3 €"], id="currencies"),
        pytest.param("425,047<!-- =run/a#b --> tokens", ["a:425,047<!-- =run/a#b --> tokens"], id="a comment before the unit"),
        pytest.param("~400 ≈ 410, ≈5", ["a:~400", "e:≈", "a:410", "m:,", "a:≈5"], id="about"),
        pytest.param("==7== and 3 == 4", ["a:7", "w:and", "a:3", "a:4"], id="highlights"),
        pytest.param("85.9 → 100 -> 2", ["a:85.9", "a:→", "a:100", "a:->", "a:2"], id="arrows"),
        pytest.param("5[^1] and 5<br>6", ["a:5", "w:and", "a:5", "m:;", "a:6"], id="footnotes and breaks"),
        pytest.param("(5) [6]", ["o:(", "a:5", "c:)", "o:[", "a:6", "c:]"], id="brackets"),
    ],
)  # fmt: skip
def test_what_is_read(text: str, found: list[str]) -> None:
    assert [one.replace(" <!-- =run/a#b -->", "") for one in kinds(text)] == [
        one.replace("<!-- =run/a#b -->", " " * len("<!-- =run/a#b -->")) for one in found
    ]


@pytest.mark.parametrize(
    "text",
    [
        "2026-09-20", "34.1-36.5", "34.1–36.5", "1.2.3", "10:30", "1,5", "0x10", "5th", "10²", "2^3", "8x16", "±1",
        "@4064", "#5", "5/mo", "10+", "1'500", "~~5", "<5", "a:5", "007", "5°", "v2", "Q1", "MTP4", "1½", "$3.0B", "5~6",
    ],
)  # fmt: skip
def test_what_is_no_amount(text: str) -> None:
    assert [piece.text for piece in read(f"so {text} it is") if piece.amount is not None] == []


@law(200)
@given(TEXTS)
def test_places_are_those_of_the_page(text: str) -> None:
    page = prose("Lisbon.md", text, parse(text))
    for passage in page.passages:
        last = passage.span.start
        for piece in pieces(page, passage.span):
            assert last <= piece.span.start < piece.span.end <= passage.span.end
            assert piece.amount is None or piece.amount.span == piece.span
            last = piece.span.end


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("It is 5. So |be it. Yes.", " So be it.", id="one of three"),
        pytest.param("See e.g. Lisbon |and vs. Porto. Yes", "See e.g. Lisbon and vs. Porto.", id="abbreviations"),
        pytest.param("It is |31.86 GiB at 0.98. Yes", "It is 31.86 GiB at 0.98.", id="decimals"),
        pytest.param("No end |here", "No end here", id="no full stop"),
        pytest.param("at 85.9 t/s. It |is", " It is", id="a unit before the end"),
    ],
)
def test_sentences(text: str, found: str) -> None:
    at = text.index("|")
    plain = text.replace("|", "")
    assert sentence_at(plain, Span(0, len(plain)), at).of(plain).strip() == found.strip()
