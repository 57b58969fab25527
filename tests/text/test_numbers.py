"""Numbers as people print them."""

from __future__ import annotations

import time
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaulttool.text.intervals import Interval
from vaulttool.text.numbers import Printed, last_number, plain, printed, rounds_to, written_like


def read(text: str) -> Printed:
    found = printed(text)
    assert found is not None, text
    return found


@pytest.mark.parametrize(
    ("text", "value", "exponent", "unit"),
    [
        pytest.param("0", "0", 0, "", id="zero"),
        pytest.param("425,047", "425047", 0, "", id="grouped"),
        pytest.param("11,047,010,304 B", "11047010304", 0, "B", id="grouped thrice"),
        pytest.param("7,891.8", "7891.8", -1, "", id="grouped with decimals"),
        pytest.param("262144", "262144", 0, "", id="not grouped"),
        pytest.param("31.86", "31.86", -2, "", id="decimals"),
        pytest.param("2.00x", "2", -2, "", id="zeros at the end count"),
        pytest.param("1.62x", "1.62", -2, "", id="factor"),
        pytest.param("3.4×", "3.4", -1, "", id="multiplication sign"),
        pytest.param("3.4 ×", "3.4", -1, "×", id="multiplication sign after a blank"),
        pytest.param("~12.58 GiB", "12.58", -2, "GiB", id="about, with a unit"),
        pytest.param("≈16", "16", 0, "", id="almost equal"),
        pytest.param("≈ 16", "16", 0, "", id="almost equal and a blank"),
        pytest.param("about 40 s", "40", 1, "s", id="about in letters"),
        pytest.param("~400", "400", 2, "", id="zeros of an approximate number do not count"),
        pytest.param("~420k", "420000", 4, "", id="zeros before a multiplier neither"),
        pytest.param("~2.0k", "2000", 2, "", id="decimals of an approximate number count"),
        pytest.param("~0", "0", 0, "", id="about zero"),
        pytest.param("400", "400", 0, "", id="zeros of an exact number count"),
        pytest.param("+16 %", "16", 0, "%", id="plus, per cent after a blank"),
        pytest.param("-9 %", "-9", 0, "%", id="hyphen as minus"),
        pytest.param("−0.06 GiB", "-0.06", -2, "GiB", id="minus sign"),
        pytest.param("43.1%", "43.1", -1, "", id="per cent"),
        pytest.param("2.8k tok/s", "2800", 2, "tok/s", id="thousands"),
        pytest.param("~66k", "66000", 3, "", id="thousands, about"),
        pytest.param("5M", "5000000", 6, "", id="millions"),
        pytest.param("1.5e9", "1500000000", 8, "", id="power of ten"),
        pytest.param("3.15e9 B", "3150000000", 7, "B", id="power of ten with a unit"),
        pytest.param("1e-5", "0.00001", -5, "", id="negative power of ten"),
        pytest.param("12ms", "12", 0, "ms", id="unit without a blank"),
        pytest.param("5MB", "5", 0, "MB", id="megabytes are not million bytes of five"),
        pytest.param("425,047\u202ftokens", "425047", 0, "tokens", id="narrow no-break space"),
    ],
)
def test_what_is_read(text: str, value: str, exponent: int, unit: str) -> None:
    found = read(text)
    assert (found.value, found.exponent, found.unit) == (Decimal(value), exponent, unit)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param(" 5", id="a blank before"),
        pytest.param("5 ", id="a blank after"),
        pytest.param("0.31/0.10", id="two numbers"),
        pytest.param("30-42", id="range"),
        pytest.param("~38–39", id="range with a dash"),
        pytest.param("±1.4", id="tolerance"),
        pytest.param("1,2", id="badly grouped"),
        pytest.param("1234,567", id="first group too long"),
        pytest.param("12,3456", id="last group too long"),
        pytest.param("0,425", id="decimal comma or nothing grouped"),
        pytest.param("425,", id="comma at the end"),
        pytest.param("5.", id="dot at the end"),
        pytest.param(".5", id="no digit before the dot"),
        pytest.param("1.2.3", id="version"),
        pytest.param("v2", id="letter before"),
        pytest.param("007", id="leading zeros"),
        pytest.param("2026-09-22", id="date"),
        pytest.param("12:30", id="time"),
        pytest.param("5 GiB/s", id="unknown unit"),
        pytest.param("5 gib", id="unit in other case"),
        pytest.param("128K", id="K may be 1024"),
        pytest.param("5kB", id="kilobytes are not in the table"),
        pytest.param("1.62x tok", id="factor with a unit"),
        pytest.param("43%  ", id="blanks after per cent"),
        pytest.param("5  GiB", id="two blanks"),
        pytest.param("- 5", id="minus apart"),
        pytest.param("--5", id="two signs"),
        pytest.param("0x1F", id="hexadecimal"),
        pytest.param("1e1000", id="power out of reach"),
        pytest.param("９", id="digits of another script"),
        pytest.param("1½", id="fraction"),
        pytest.param("10²", id="power"),
        pytest.param("**5**", id="emphasis belongs to the text"),
        pytest.param("nan", id="not a number"),
        pytest.param("5\n", id="line end"),
        pytest.param("9" * 200, id="longer than any figure"),
    ],
)
def test_what_is_no_number(text: str) -> None:
    assert printed(text) is None


def test_what_is_said_beside_the_value() -> None:
    assert read("~425,047 tok")[3:] == (True, True, False, "", "tok")
    assert read("+2.8k")[3:] == (False, False, True, "k", "")
    assert read("≈−0.06%")[3:] == (True, False, False, "%", "")
    assert read("~12.58 GiB").text == "~12.58"


@pytest.mark.parametrize(
    ("text", "measure"),
    [("1.62x", "x"), ("43 %", "%"), ("43%", "%"), ("2.8k t/s", "tok/s"), ("5 µs", "us"), ("5", None), ("5k", None)],
)
def test_the_measure(text: str, measure: str | None) -> None:
    assert read(text).measure == measure


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        pytest.param("31.86", "31.855", "31.865", id="half a step"),
        pytest.param("2.8k", "2750", "2850", id="half a step of hundreds"),
        pytest.param("~12.58", "12.08", "13.08", id="two digits of an approximate number"),
        pytest.param("~122k", "117000", "127000", id="two digits of thousands"),
        pytest.param("~100", "95", "105", id="the second digit may be a zero"),
        pytest.param("~5", "4.5", "5.5", id="no more digits than were printed"),
        pytest.param("~0.60", "0.595", "0.605", id="zeros before it are no digits"),
        pytest.param("~0", "-0.5", "0.5", id="about zero"),
    ],
)
def test_what_may_have_been_rounded(text: str, low: str, high: str) -> None:
    assert read(text).interval == Interval(Fraction(low), Fraction(high))


@pytest.mark.parametrize(
    ("text", "number"),
    [
        pytest.param("425,047", "425,047", id="alone"),
        pytest.param("The pool is 425,047", "425,047", id="after words"),
        pytest.param("The pool is 425,047 ", "425,047", id="a blank before the end"),
        pytest.param("was 384,238, now **425,047**", "425,047", id="strong"),
        pytest.param("*~1.62x*", "~1.62x", id="emphasis"),
        pytest.param("_42_", "42", id="underscores"),
        pytest.param("`14.42`", "14.42", id="code"),
        pytest.param("`14.42` GiB", "14.42", id="unit after code"),
        pytest.param("**14.42 GiB**", "14.42", id="unit inside"),
        pytest.param("14.42 GiB", "14.42", id="unit"),
        pytest.param("12.5ms", "12.5", id="unit without a blank"),
        pytest.param("425,047 tokens.", "425,047", id="full stop after the unit"),
        pytest.param("425,047.", "425,047", id="full stop"),
        pytest.param("425,047,", "425,047", id="comma"),
        pytest.param("up 43.1 %", "43.1", id="per cent after a blank"),
        pytest.param("up 43.1%", "43.1%", id="per cent"),
        pytest.param("(−0.06", "−0.06", id="minus sign after a bracket"),
        pytest.param("fell -9 %", "-9", id="hyphen as minus"),
        pytest.param("| 425,047", "425,047", id="table cell"),
        pytest.param("|425,047", "425,047", id="table cell without a blank"),
        pytest.param("SPEC=7", "7", id="after an equals sign"),
        pytest.param("- 7", "7", id="list item"),
        pytest.param("holds about 400 slots", "about 400", id="about in letters"),
        pytest.param("the roundabout 5", "5", id="about as the end of a word"),
        pytest.param("on 2026-09-22 325", "325", id="after a date"),
        pytest.param("GPU 0: 31.86", "31.86", id="after a number"),
        pytest.param("a line\n7", "7", id="top of a line"),
        pytest.param("a line\r7", "7", id="top of a line that begins after CR"),
        pytest.param("x" * 500 + " 7", "7", id="after a long text"),
    ],
)
def test_the_number_at_the_end(text: str, number: str) -> None:
    found = last_number(text + "<!-- =a 1 -->", len(text))
    assert found is not None
    assert (found[0].of(text), found[1].text) == (number, number)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param("The pool", id="no number"),
        pytest.param("425,047 in the pool", id="words after it"),
        pytest.param("425,047\n", id="on the line above"),
        pytest.param("425,047\r", id="on the line above, CR"),
        pytest.param("0.9.3", id="version"),
        pytest.param("radiance-vllm:0.9", id="tag of an image"),
        pytest.param("v2", id="v before it"),
        pytest.param("x8", id="lanes"),
        pytest.param("Gen5", id="end of a word"),
        pytest.param("GPU_0", id="end of a name"),
        pytest.param("frank-27B", id="part of a model's name"),
        pytest.param("2026-09-22", id="date"),
        pytest.param("2026-09", id="month"),
        pytest.param("12:30", id="time"),
        pytest.param("192.168.0.235", id="address"),
        pytest.param("dankserver:7770", id="port"),
        pytest.param("[[Note#5", id="anchor"),
        pytest.param("1,2", id="badly grouped"),
        pytest.param("425,04", id="last group too short"),
        pytest.param("1234,567", id="first group too long"),
        pytest.param("10 500", id="thousands with a blank"),
        pytest.param("about 10 500", id="thousands with a blank after a word"),
        pytest.param("10\u202f500", id="thousands with a narrow blank"),
        pytest.param("30-42", id="range"),
        pytest.param("30–42", id="range with a dash"),
        pytest.param("0.31/0.10", id="two numbers"),
        pytest.param("1/2", id="fraction"),
        pytest.param("±1.4", id="tolerance"),
        pytest.param("2×8", id="product"),
        pytest.param("10^9", id="power"),
        pytest.param("10²", id="power as a character"),
        pytest.param("$5", id="money"),
        pytest.param("#12", id="issue"),
        pytest.param("~~425~~", id="struck out"),
        pytest.param("~**425**", id="~ outside the emphasis"),
        pytest.param(".5", id="no digit before the dot"),
        pytest.param("007", id="leading zeros"),
        pytest.param("1. ", id="number of a list item"),
        pytest.param("5  GiB", id="two blanks before the unit"),
        pytest.param("5 GiB tok", id="two units"),
        pytest.param("5 gib", id="unknown unit"),
        pytest.param("128K", id="K may be 1024"),
        pytest.param("(425,047)", id="bracket after it"),
        pytest.param("5th", id="ordinal"),
        pytest.param("café5", id="letters with accents"),
        pytest.param("\u0663", id="digits of another script"),
        pytest.param("9" * 200, id="longer than any figure"),
    ],
)
def test_no_number_at_the_end(text: str) -> None:
    assert last_number(text + "<!-- =a 1 -->", len(text)) is None


@pytest.mark.parametrize(
    ("value", "text", "fresh"),
    [
        pytest.param("425047", "425,047", True, id="the same"),
        pytest.param("425046.5", "425,047", True, id="tie upwards"),
        pytest.param("425047.5", "425,047", True, id="tie downwards"),
        pytest.param("1.6214", "1.62x", True, id="decimals"),
        pytest.param("2", "2.00x", True, id="zeros"),
        pytest.param("2769", "2.8k", True, id="multiplier"),
        pytest.param("-9.3", "−9 %", True, id="minus sign"),
        pytest.param("437", "~400", True, id="zeros of an approximate number"),
        pytest.param("418312", "~420k", True, id="zeros before a multiplier"),
        pytest.param("425048", "425,047", False, id="one more"),
        pytest.param("1.6251", "1.62x", False, id="just above"),
        pytest.param("437", "400", False, id="zeros of an exact number"),
        pytest.param("451", "~400", False, id="next hundred"),
        pytest.param("2.011", "2.00x", False, id="zeros count"),
        pytest.param("9", "−9 %", False, id="other sign"),
        pytest.param("12.7", "~12.58", False, id="decimals of an approximate number count"),
        pytest.param("1e999999", "5", False, id="out of all proportion"),
    ],
)
def test_freshness(value: str, text: str, fresh: bool) -> None:
    assert rounds_to(Decimal(value), read(text)) is fresh


@pytest.mark.parametrize(
    ("value", "like", "expected"),
    [
        pytest.param("430112", "425,047", "430,112", id="grouped"),
        pytest.param("430112", "425047", "430112", id="not grouped"),
        pytest.param("999", "425,047", "999", id="nothing left to group"),
        pytest.param("1026", "999", "1026", id="never grouped of itself"),
        pytest.param("1.6251", "1.62x", "1.63x", id="decimals and suffix"),
        pytest.param("1.625", "1.62x", "1.63x", id="half up"),
        pytest.param("-1.625", "-1.62", "-1.63", id="half away from zero"),
        pytest.param("2", "1.62x", "2.00x", id="zeros"),
        pytest.param("3", "3.4×", "3.0×", id="multiplication sign"),
        pytest.param("2512", "2.8k tok/s", "2.5k", id="multiplier, the unit left out"),
        pytest.param("3166500000", "1.5e9", "3.2e9", id="power of ten"),
        pytest.param("-0.1", "−0.06 GiB", "−0.10", id="minus sign stays"),
        pytest.param("-12", "+16 %", "-12", id="plus becomes hyphen"),
        pytest.param("12.4", "+16 %", "+12", id="plus stays"),
        pytest.param("12", "-9 %", "12", id="no plus for a number that lost its minus"),
        pytest.param("-0.001", "−0.06", "0.00", id="zero has no minus"),
        pytest.param("13.049", "~12.58 GiB", "~13.05", id="about"),
        pytest.param("12", "≈ 16", "≈ 12", id="almost equal and a blank"),
        pytest.param("460", "about 400", "about 500", id="about in letters"),
        pytest.param("460", "~400", "~500", id="zeros of an approximate number"),
        pytest.param("40", "~400", "~40", id="but one digit is left"),
        pytest.param("1460", "~1,300", "~1,500", id="grouped about"),
        pytest.param("425047", "~420k", "~430k", id="zeros before a multiplier"),
        pytest.param("0.4", "~100", "~0", id="less than the number can show"),
        pytest.param("12345678901234567890123456789012345", "1", "12345678901234567890123456789012345", id="long"),
    ],
)
def test_the_same_dress(value: str, like: str, expected: str) -> None:
    assert written_like(Decimal(value), read(like)) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [("1e3", "1000"), ("2.00", "2.00"), ("1E-7", "0.0000001"), ("-0.06", "-0.06"), ("425047", "425047")],
)
def test_a_number_in_full(value: str, expected: str) -> None:
    assert plain(Decimal(value)) == expected


DIGITS = st.one_of(st.integers(0, 10**12), st.integers(0, 99).map(lambda number: number * 100))


@st.composite
def figures(draw: st.DrawFn) -> Printed:
    """A number in any dress that people use."""
    mark = draw(st.sampled_from(["", "~", "≈", "≈ ", "about "]))
    sign = draw(st.sampled_from(["", "+", "-", "−"]))
    digits = format(draw(DIGITS), draw(st.sampled_from(["", ","])))
    decimals = draw(st.sampled_from(["", ".0", ".5", ".25", ".00", ".1234567"]))
    suffix = draw(st.sampled_from(["", "x", "×", "%", "k", "M", "e9", "e-4"]))
    return read(mark + sign + digits + decimals + suffix)


VALUES = st.one_of(
    st.decimals(-(10**13), 10**13, allow_nan=False),
    st.integers(-(10**6), 10**6).map(lambda number: Decimal(number) / 2),
    st.decimals(-10, 10, allow_nan=False, places=9),
)


@given(VALUES, figures())
def test_what_is_written_is_fresh_and_is_written_once(value: Decimal, like: Printed) -> None:
    text = written_like(value, like)
    assert rounds_to(value, read(text))
    assert written_like(value, read(text)) == text


@given(figures())
def test_a_number_is_written_as_it_was_read(like: Printed) -> None:
    again = read(written_like(like.value, like))
    assert again.value == like.value
    assert Fraction(like.value) in like.interval


@given(VALUES)
def test_a_rounding_that_people_do_is_fresh(value: Decimal) -> None:
    rounded = value.quantize(Decimal("0.01"), ROUND_HALF_UP)
    assert rounds_to(value, read(plain(rounded)))


@given(st.text("0123456789,.-−+~≈ xk%*_`e\nGiBtok/s", max_size=120), st.integers(0, 120))
def test_the_span_reads_back_the_number(text: str, end: int) -> None:
    found = last_number(text, min(end, len(text)))
    if found is not None:
        assert found[0].end <= end
        assert found[0].of(text) == found[1].text
        assert printed(found[1].text) == found[1]._replace(unit="")


@pytest.mark.parametrize("unit", ["9", "9,", "999,", "9.", "*", "_", "`", " ", "~", "-", "9e", "about ", "9 B ", "\n"])
def test_hostile_texts_take_no_time(unit: str) -> None:
    text = unit * 200_000
    begin = time.perf_counter()
    printed(text)
    for end in range(len(text) - 200, len(text)):
        last_number(text, end)
    assert time.perf_counter() - begin < 1
