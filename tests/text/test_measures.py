"""Units of measure: the words for them and exact conversion."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaulttool.text.measures import MEASURES, converted, measure_named, with_unit

SCHEMAS = Path(__file__).parents[2] / "schemas"


@pytest.mark.parametrize("schema", ["run", "metrics", "host"])
def test_the_schemas_know_the_same_units(schema: str) -> None:
    content = json.loads((SCHEMAS / f"{schema}.schema.json").read_text(encoding="utf-8"))
    assert content["$defs"]["unit"]["enum"] == list(MEASURES)


@pytest.mark.parametrize(
    ("number", "unit", "expected"),
    [
        pytest.param("425,047", "tok", "425,047 tok", id="a word after a blank"),
        pytest.param("1.62", "x", "1.62x", id="a factor without one"),
        pytest.param("43.1", "%", "43.1 %", id="per cent after a blank"),
        pytest.param("0.82", "ratio", "0.82", id="nothing after a ratio"),
        pytest.param("9", "count", "9", id="nothing after a count"),
        pytest.param("105.7", "us", "105.7 us", id="microseconds in plain letters"),
    ],
)
def test_a_number_with_its_unit(number: str, unit: str, expected: str) -> None:
    assert with_unit(number, unit) == expected


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        pytest.param("tok", "tok", id="as in the data"),
        pytest.param("tokens", "tok", id="in full"),
        pytest.param("t/s", "tok/s", id="short"),
        pytest.param("µs", "us", id="micro sign"),
        pytest.param("μs", "us", id="Greek mu"),
        pytest.param("sec", "s", id="sec"),
        pytest.param("bytes", "B", id="bytes"),
        pytest.param("×", "x", id="multiplication sign"),
        pytest.param("%", "%", id="per cent"),
        pytest.param("", None, id="nothing"),
        pytest.param("ratio", None, id="never written"),
        pytest.param("count", None, id="never written either"),
        pytest.param("gib", None, id="other case"),
        pytest.param("Mb", None, id="megabits"),
        pytest.param("kB", None, id="not in the table"),
        pytest.param("T/s", None, id="upper case rate"),
        pytest.param("rules", None, id="any noun"),
        pytest.param("tok ", None, id="a blank too many"),
    ],
)
def test_the_words_of_a_page(word: str, expected: str | None) -> None:
    assert measure_named(word) == expected


@pytest.mark.parametrize(
    ("value", "from_", "to", "expected"),
    [
        pytest.param("14.42", "GiB", "MiB", "14766.08", id="binary"),
        pytest.param("4831838208", "B", "GiB", "4.5", id="bytes"),
        pytest.param("1", "B", "GiB", "0.000000000931322574615478515625", id="exact to the last digit"),
        pytest.param("1.4", "GB", "MB", "1400", id="decimal"),
        pytest.param("1", "GB", "MiB", "953.67431640625", id="decimal to binary"),
        pytest.param("105.7", "us", "ms", "0.1057", id="times"),
        pytest.param("90", "s", "min", "1.5", id="minutes"),
        pytest.param("43.1", "%", "ratio", "0.431", id="per cent to ratio"),
        pytest.param("0.8245", "ratio", "%", "82.45", id="ratio to per cent"),
        pytest.param("7", "tok", "tok", "7", id="the same unit"),
        pytest.param("-0.06", "GiB", "MiB", "-61.44", id="negative"),
        pytest.param("1.51", "x", "%", None, id="a factor is no share"),
        pytest.param("1.51", "x", "ratio", None, id="a factor is no ratio"),
        pytest.param("9", "count", "slots", None, id="a count is no slots"),
        pytest.param("9", "count", "ratio", None, id="a count is no ratio"),
        pytest.param("9", "tok", "tok/s", None, id="an amount is no rate"),
        pytest.param("9", "GB", "GB/s", None, id="bytes are no rate"),
        pytest.param("9", "tok/draft", "tok/step", None, id="a draft is no step"),
        pytest.param("9", "s", "GB", None, id="time is no bytes"),
    ],
)
def test_conversion(value: str, from_: str, to: str, expected: str | None) -> None:
    assert converted(Decimal(value), from_, to) == (None if expected is None else Decimal(expected))


def test_minutes_that_no_decimal_can_express_are_near_enough() -> None:
    minutes = converted(Decimal(100), "s", "min")
    assert minutes is not None
    assert abs(minutes * 60 - 100) < Decimal("1e-20")


@pytest.mark.parametrize(("from_", "to"), [("furlong", "s"), ("s", "furlong")])
def test_an_unknown_unit_is_a_bug(from_: str, to: str) -> None:
    with pytest.raises(KeyError):
        converted(Decimal(1), from_, to)


@given(st.decimals(allow_nan=False, allow_infinity=False, places=6), st.sampled_from(["B", "KiB", "GiB", "MB", "GB"]))
def test_there_and_back_is_exact(value: Decimal, unit: str) -> None:
    there = converted(value, "MiB", unit)
    assert there is not None
    assert converted(there, unit, "MiB") == value
