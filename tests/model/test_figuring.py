"""The laws of arithmetic in prose: what is true, however rounded, is never reported; what is off by more, always."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, ROUND_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from lengths import law

from vaulttool.model.figuring import broken, kinds
from vaulttool.parsing.note import parse
from vaulttool.parsing.prose import prose

VALUES = st.decimals(min_value="10", max_value="9999", places=4)
PLACES = st.integers(1, 3)
NEAREST = st.sampled_from([ROUND_HALF_EVEN, ROUND_HALF_UP])
ANY_WAY = st.sampled_from([ROUND_HALF_EVEN, ROUND_HALF_UP, ROUND_DOWN, ROUND_UP])
UNITS = st.sampled_from(["", " GiB", " s", " %", " t/s"])
LAW = law(150)


def told(text: str) -> list[str]:
    """What is said of a page."""
    page = prose("Lisbon.md", text, parse(text))
    return [one.message for one in broken(page, kinds(text))]


def rounded(value: Decimal | Fraction, places: int, way: str = ROUND_HALF_EVEN) -> str:
    """A number rounded, in groups of three where it is large."""
    number = value if isinstance(value, Decimal) else Decimal(value.numerator) / Decimal(value.denominator)
    return format(number.quantize(Decimal(1).scaleb(-places), way), ",f")


def about(value: Decimal) -> str:
    """A number to two digits, as ``~`` promises no more."""
    return "~" + format(value.quantize(Decimal(1).scaleb(value.adjusted() - 1), ROUND_HALF_EVEN), ",f")


@LAW
@given(st.lists(st.tuples(VALUES, PLACES, st.booleans()), min_size=2, max_size=6), PLACES, NEAREST, UNITS)
def test_a_sum_of_true_values_is_never_reported(
    parts: Sequence[tuple[Decimal, int, bool]], places: int, way: str, unit: str
) -> None:
    numbers = [about(value) if vague else rounded(value, digits, way) for value, digits, vague in parts]
    total = sum((value for value, *_ in parts), Decimal())
    assert told(f"In all {' + '.join(f'{one}{unit}' for one in numbers)} = {rounded(total, places, way)}{unit}.") == []


@LAW
@given(st.lists(st.tuples(VALUES, PLACES), min_size=2, max_size=6), PLACES, UNITS, st.integers(1, 9))
def test_a_sum_that_is_off_by_more_is_reported(
    parts: Sequence[tuple[Decimal, int]], places: int, unit: str, beyond: int
) -> None:
    numbers = [rounded(value, digits) for value, digits in parts]
    doubt = sum((Decimal(1).scaleb(-digits) for _, digits in (*parts, (0, places))), Decimal())
    claim = sum((value for value, _ in parts), Decimal()) + doubt * (1 + beyond)
    text = f"In all {' + '.join(f'{one}{unit}' for one in numbers)} = {rounded(claim, places)}{unit}."
    assert len(told(text)) == 1


@LAW
@given(VALUES, VALUES, PLACES, PLACES, PLACES, ANY_WAY, st.sampled_from("×/"))
def test_a_product_or_quotient_of_true_values_is_never_reported(
    one: Decimal, other: Decimal, first: int, second: int, places: int, way: str, sign: str
) -> None:
    value = Fraction(one) * Fraction(other) if sign == "×" else Fraction(one) / Fraction(other)
    left = f"{rounded(one, first)} {sign} {rounded(other, second)}"
    assert told(f"That is {left} = {rounded(value, places, way)}.") == []


@LAW
@given(VALUES, VALUES, st.sampled_from("×/"), st.sampled_from(["1.02", "0.97", "1.5", "0.6"]))
def test_a_product_or_quotient_that_is_off_by_more_is_reported(
    one: Decimal, other: Decimal, sign: str, factor: str
) -> None:
    value = Fraction(one) * Fraction(other) if sign == "×" else Fraction(one) / Fraction(other)
    left = f"{rounded(one, 3)} {sign} {rounded(other, 3)}"
    assert len(told(f"That is {left} = {rounded(value * Fraction(factor), 6)}.")) == 1


@LAW
@given(st.integers(100, 10**7), st.integers(100, 10**7), st.integers(0, 2), ANY_WAY)
def test_a_share_of_true_values_is_never_reported(part: int, rest: int, places: int, way: str) -> None:
    share = Fraction(100 * part, part + rest)
    assert told(f"Of them {part:,} of {part + rest:,} ({rounded(share, places, way)} %).") == []
    assert told(f"Of them {rounded(share, places, way)} % ({part:,}/{part + rest:,}).") == []


@LAW
@given(st.integers(100, 10**7), st.integers(100, 10**7), st.integers(0, 2), st.integers(3, 30))
def test_a_share_that_is_off_by_more_is_reported(part: int, rest: int, places: int, points: int) -> None:
    share = Fraction(100 * part, part + rest)
    wrong = share + points
    assume(abs(100 - share - wrong) > 2)  # nor is it what is left
    assert len(told(f"Of them {part:,} of {part + rest:,} ({rounded(wrong, places)} %).")) == 1


@LAW
@given(VALUES, VALUES, PLACES, st.integers(0, 2), ANY_WAY)
def test_a_change_of_true_values_is_never_reported(
    was: Decimal, now: Decimal, places: int, digits: int, way: str
) -> None:
    change = rounded(100 * (Fraction(now) / Fraction(was) - 1), digits, way)
    sign = "" if change.startswith("-") else "+"
    assert told(f"From {rounded(was, places)} to {rounded(now, places)} t/s ({sign}{change} %).") == []


@LAW
@given(st.lists(st.tuples(VALUES, PLACES), min_size=2, max_size=8), PLACES, NEAREST)
def test_a_total_of_true_values_is_never_reported(parts: Sequence[tuple[Decimal, int]], places: int, way: str) -> None:
    rows = "".join(f"| part {at} | {rounded(value, digits, way)} |\n" for at, (value, digits) in enumerate(parts))
    total = rounded(sum((value for value, _ in parts), Decimal()), places, way)
    assert told(f"| Part | Size |\n| - | - |\n{rows}| Total | {total} |\n") == []


@LAW
@given(st.lists(st.sampled_from([*"0123456789.,+-−×*/x=≈%()~$ \nab", "GiB", " of ", "→", "±"]), max_size=40))
def test_nothing_that_people_type_is_too_much(pieces: list[str]) -> None:
    text = "".join(pieces)
    page = prose("Lisbon.md", text, parse(text))
    for one in broken(page, kinds(text)):
        assert 0 <= one.span.start < one.span.end <= len(text)
        assert all(0 <= span.start < span.end <= len(text) for span in one.inputs)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("1 + " * 8_000 + "= 5", id="a sum without end"),
        pytest.param("1 " * 15_000, id="numbers"),
        pytest.param("= 1 " * 15_000, id="equals signs"),
        pytest.param("1 = " * 15_000, id="a chain of equals signs"),
        pytest.param("word " * 15_000 + "= 5", id="words"),
        pytest.param("band " * 15_000 + "1-2.0", id="bands"),
        pytest.param("1,2" * 15_000 + " = 5", id="digits and commas"),
        pytest.param("5 % (" * 12_000, id="brackets"),
        pytest.param("two a " * 12_000 + "b:\n\n- a\n- b\n", id="counts"),
        pytest.param("| a |\n| - |\n" + "| +5 % / " * 8_000 + "worse |\n", id="a row of shares"),
    ],
)
def test_hostile_texts_take_no_long_time(text: str) -> None:
    import time

    page = prose("Lisbon.md", text, parse(text))
    page.passages, page.plain, page.tables  # noqa: B018  # what this costs is not asked here
    start = time.perf_counter()
    list(broken(page, kinds(text)))
    assert time.perf_counter() - start < 4
