"""A value read from evidence, written in a run and loaded again is the same number; a text is the same text."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from runs import complaints, loaded, numbers

from vaulttool.parsing.frontmatter import HANDLER
from vaulttool.readers import _run, _yaml, vllm_boot
from vaulttool.readers._numbers import as_printed, number
from vaulttool.readers._reading import Arm, Read, Reading
from vaulttool.readers.vllm_bench_serve import read as read_bench

DECIMALS = st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**15), max_value=10**15)
PRINTED = st.builds(
    lambda whole, places, grouped: f"{whole:,}{places}" if grouped else f"{whole}{places}",
    st.integers(0, 10**12),
    st.from_regex(r"(\.[0-9]{1,6})?", fullmatch=True),
    st.booleans(),
)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30)
NAMES = st.from_regex(r"[a-z][a-z0-9]{0,8}", fullmatch=True)
VALUES = st.one_of(st.booleans(), st.integers(-(10**15), 10**15), DECIMALS, TEXTS)


def document(**parts: Any) -> dict[str, Any]:
    told = {"run": "r", "title": "t", "kind": "probe", "date": "2026-10-03", "host": "h"}
    source = {"file": "f", "sha256": "0" * 64, "reader": "x/1"}
    return _run.run(told, Reading(kind="probe", **parts), source)


@given(DECIMALS)
@example(Decimal("2.00"))
@example(Decimal("1E+5"))
@example(Decimal("-0.0"))
@example(Decimal("1E-30"))
@example(Decimal("1E+300"))
@example(Decimal("1" * 60))
def test_a_number_keeps_its_value_and_digits(value: Decimal) -> None:
    text = _yaml.written(document(results=(Read(metric="a", unit="s", value=value),)))
    found = dict(numbers(HANDLER.load(text)))["/results/a/value"]
    assert Decimal(found) == value
    assert loaded(text)["results"]["a"]["value"] == float(value)
    assert complaints(loaded(text)) == []


@given(PRINTED)
def test_a_printed_number_is_read_as_what_it_says(printed: str) -> None:
    found = number(printed)
    assert found is not None
    assert found.value == Decimal(printed.replace(",", ""))
    assert str(found.value) == printed.replace(",", "") or "E" in str(found.value)
    told = as_printed(found.value, found.printed)
    assert told is None or told == printed
    if told is None:  # then the number alone reads so
        assert printed in (f"{found.value.normalize():f}", f"{found.value.normalize():f}.0")


@given(PRINTED)
def test_a_pool_read_from_a_log_is_the_same_in_the_run(printed: str) -> None:
    reading = vllm_boot.read(f"Available KV cache memory: {printed} GiB")
    text = _yaml.written(document(results=reading.results))
    found = dict(numbers(HANDLER.load(text)))["/results/kv_avail_gib/value"]
    assert Decimal(found) == Decimal(printed.replace(",", ""))
    told = loaded(text)["results"]["kv_avail_gib"]
    assert told.get("as_printed", printed) == printed


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_float_of_a_harness_is_the_same_in_the_run(value: float) -> None:
    reading = read_bench(f'{{"completed": 1, "output_throughput": {value!r}}}')
    text = _yaml.written(document(results=reading.results))
    assert float(loaded(text)["results"]["output_tps"]["value"]) == value


@given(st.dictionaries(NAMES.filter(lambda name: name != "settings"), VALUES, max_size=6), TEXTS)
@example({"a": "1.0"}, "x")
@example({"a": "true"}, "null")
@example({"a": "- b", "b": "a: b", "c": "a #b", "d": "#", "e": "a:"}, "?")
@example({"a": "{b}", "b": "[c]", "c": "a, b", "d": "a]", "e": "it's", "f": 'say "x"'}, "'")
@example({"a": "2026-10-03", "b": "12:30", "c": "yes", "d": "0x1f", "e": "1e5", "f": ".5"}, "~")
@example({"a": "\x85", "b": "\u2028", "c": "\ufeff", "d": "\x00", "e": "🙂", "f": "\x7f"}, "---")
@example({"a": " b", "b": "b ", "c": "\tb", "d": "a\nb", "e": "<<", "f": "="}, "...")
@example({"a": "http://x:1/y?z", "b": "a:b", "c": "x?y", "d": "?x", "e": "-x", "f": ":x"}, "%a")
def test_settings_and_texts_are_the_same(settings: dict[str, Any], title: str) -> None:
    arm = Arm(title, settings, (Read(metric="a", unit="s", value=Decimal(1)),))
    text = _yaml.written(document(settings=settings, evidence=title, arms={"a": arm}))
    found = loaded(text)
    assert found.get("evidence") == title
    assert found["arms"]["a"]["title"] == title
    assert _same(found.get("settings", {}), settings)
    assert _same(found["arms"]["a"].get("settings", {}), settings)


def _same(found: dict[str, Any], given: dict[str, Any]) -> bool:
    assert list(found) == list(given)
    return all(
        type(found[name]) is bool if isinstance(value, bool) else found[name] == (float(value) if isinstance(value, Decimal) else value)
        for name, value in given.items()
    )  # fmt: skip


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("fp8", "fp8"),
        ("2026-10-03", "2026-10-03"),
        ("yes", "yes"),
        ("12:30", "12:30"),
        ("0.9.3", "0.9.3"),
        ("/models/x:y", "/models/x:y"),
        ("1.62x", "1.62x"),
        ("~85.9", "~85.9"),
        ("425,047", '"425,047"'),
        ("0123", '"0123"'),
        ("true", '"true"'),
        ("--ignore-eos", '"--ignore-eos"'),
        ("", '""'),
        ('{"a":1}', "'{\"a\":1}'"),
        (True, "true"),
        (Decimal("2.00"), "2.00"),
        (Decimal("1E+2"), "100"),
        (425047, "425047"),
    ],
)
def test_how_a_value_is_written(value: Any, written: str) -> None:
    assert _yaml.scalar(value) == written
