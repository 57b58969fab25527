"""The relation language: what is read, what is refused and where, and what holds."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaulttool.model.expression import Expression, ExpressionError, parse, parse_relation
from vaulttool.text.intervals import Interval, exact, rounding

VALUES = {
    "kv_pool_tokens": "425047",
    "arena_slots": "7762",
    "settings.SPEC": "7",
    "dflash2.decode_tps": "100.0",
    "mtp.decode_tps": "85.9",
    "conc1-32k.prompt_tokens": "32768",
    "run/2026-09-22-boot#max_concurrency": "1.62",
    "run/2026-09-20-ab-fp8#dflash2.kv_pool_tokens": "384238",
    "run/R#settings.max_model_len": "262144",
    "host/dankserver#vllm-radiance.vram_free_at_init_gib": "31.23",
    "count/alert-rules": "6",
}


def printed_value(name: str) -> Interval:
    value = Decimal(VALUES[name])
    return rounding(value, int(value.as_tuple().exponent))


def point(name: str) -> Fraction:
    return Fraction(VALUES[name])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("6", "6", id="number"),
        pytest.param("-0.5", "-0.5", id="negative number"),
        pytest.param("6.1e9", "6100000000", id="power of ten"),
        pytest.param("arena_slots", "7762", id="local name"),
        pytest.param("conc1-32k.prompt_tokens", "32768", id="arm with a hyphen"),
        pytest.param("settings.SPEC", "7", id="setting"),
        pytest.param("run/2026-09-20-ab-fp8#dflash2.kv_pool_tokens", "384238", id="address with an arm"),
        pytest.param("run/R#settings.max_model_len", "262144", id="address of a setting"),
        pytest.param("host/dankserver#vllm-radiance.vram_free_at_init_gib", "31.23", id="fact of a host"),
        pytest.param("count/alert-rules", "6", id="count of things"),
        pytest.param("2 + 3 * 4", "14", id="product first"),
        pytest.param("(2 + 3) * 4", "20", id="brackets"),
        pytest.param("( 2 + 3 ) * 4", "20", id="blanks inside brackets"),
        pytest.param("10 - 3 - 2", "5", id="differences from the left"),
        pytest.param("8 / 4 / 2", "1", id="quotients from the left"),
        pytest.param("1 - -1", "2", id="minus a negative number"),
        pytest.param("1\n  + 2", "3", id="over two lines"),
        pytest.param("1 / 3 * 3", "1", id="exact"),
        pytest.param("sum(1, 2, 3)", "6", id="sum"),
        pytest.param("min(1, 2) + max(3, 4)", "5", id="least and greatest"),
        pytest.param("count(arena_slots, arena_slots, 3)", "3", id="number of arguments"),
        pytest.param("sum((1 + 2) * 3, max(1, min(2, 3)))", "11", id="functions in functions"),
        pytest.param("days(2026-09-21, 2026-10-10)", "19", id="days"),
        pytest.param("days(2026-10-10, 2026-09-21)", "-19", id="days backwards"),
        pytest.param("monotonic(1, 2, 2, 3)", "1", id="never falling"),
        pytest.param("monotonic(1, 3, 2)", "0", id="falling"),
    ],
)
def test_values(text: str, expected: str) -> None:
    assert parse(text).point(point) == Fraction(expected)


def test_a_value_within_rounding() -> None:
    gain = parse("dflash2.decode_tps / mtp.decode_tps - 1").value(printed_value)
    assert gain == Interval(Fraction("99.95") / Fraction("85.95") - 1, Fraction("100.05") / Fraction("85.85") - 1)


def test_a_sequence_is_monotonic_if_it_can_be() -> None:
    values = {"a": Interval(Fraction(1), Fraction(3)), "b": Interval(Fraction(2), Fraction(2)), "c": exact(1)}
    assert parse("monotonic(a, b)").value(values.__getitem__) == exact(1)
    assert parse("monotonic(a, b, c)").value(values.__getitem__) == exact(0)


def test_names_with_their_places_and_days_among_them() -> None:
    text = "days(start, 2026-10-10) + arena_slots * days(start, run/R#end) + arena_slots"
    read = parse(text)
    assert [name for name, _, _ in read.names] == ["start", "arena_slots", "start", "run/R#end", "arena_slots"]
    assert [name for name, _, _ in read.dates] == ["start", "start", "run/R#end"]
    assert all(text[begin:end] == name for name, begin, end in (*read.names, *read.dates))


def test_the_name_of_a_day_is_looked_up_as_its_number() -> None:
    begin = date(2026, 9, 21).toordinal()
    assert parse("days(start, 2026-10-10)").point(lambda _: Fraction(begin)) == 19


def test_names_of_a_relation_have_their_places_in_it() -> None:
    text = "a in [b, c + d]"
    read = parse_relation(text)
    assert [(name, text[begin:end]) for name, begin, end in read.names] == [(name, name) for name in "abcd"]
    assert read.dates == ()


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        pytest.param("", "the expression is empty", "", id="nothing"),
        pytest.param("  ", "the expression is empty", "", id="blanks"),
        pytest.param(
            "dflash2.decode_tps dflash2.decode",
            '"dflash2.decode" stands where an operator is expected',
            "dflash2.decode",
            id="two names",
        ),
        pytest.param("a 2", '"2" stands where an operator is expected', "2", id="name and number"),
        pytest.param("a (b)", '"(" stands where an operator is expected', "(", id="bracket after a name"),
        pytest.param("a +", 'a number or a name is missing after "+"', "+", id="nothing after an operator"),
        pytest.param("+ a", '"+" stands where a number or a name is expected', "+", id="operator at the top"),
        pytest.param("a * / b", '"/" stands where a number or a name is expected', "/", id="two operators"),
        pytest.param("a+b", 'blanks are missing around "+" in "a+b"', "+", id="plus without blanks"),
        pytest.param("a.b-c", 'blanks are missing around "-" in "a.b-c"', "-", id="minus without blanks"),
        pytest.param("a/b", 'blanks are missing around "/" in "a/b"', "/", id="quotient without blanks"),
        pytest.param("a -1", 'blanks are missing around "-"', "-", id="blank on one side of a minus"),
        pytest.param("(a)-(b)", 'blanks are missing around "-"', "-", id="minus between brackets"),
        pytest.param("(a)*2", 'blanks are missing around "*" in "*2"', "*", id="product after a bracket"),
        pytest.param("-a", '"-a" is no number, name or operator', "-a", id="minus before a name"),
        pytest.param("½ + a", '"½" is no number, name or operator', "½", id="odd character"),
        pytest.param("1.5.2", '"1.5.2" is no number, name or operator', "1.5.2", id="version"),
        pytest.param("1e999", '"1e999" is no number, name or operator', "1e999", id="power out of reach"),
        pytest.param("9" * 41, f'"{"9" * 41}" is no number, name or operator', "9" * 41, id="number without end"),
        pytest.param("run/x#", '"run/x#" is no address', "run/x#", id="address without a metric"),
        pytest.param("run/x#a/b", '"run/x#a/b" is no address', "run/x#a/b", id="address with a slash"),
        pytest.param(
            "endpoint/x#a", 'blanks are missing around "/" in "endpoint/x#a"', "/", id="no such kind of address"
        ),
        pytest.param("avg(a)", 'no function is named "avg"', "avg", id="unknown function"),
        pytest.param(
            "__import__(a)", '"__import__" is no number, name or operator', "__import__", id="nothing of Python"
        ),
        pytest.param("sum()", '")" stands where a number or a name is expected', ")", id="no argument"),
        pytest.param("sum(a,)", 'a blank is missing after ","', ",", id="comma at the end"),
        pytest.param("sum(262,144)", 'a blank is missing after ","', ",", id="grouped number"),
        pytest.param("a, b", '"," stands where an operator is expected', ",", id="comma outside a function"),
        pytest.param("(a + b", '"(" is never closed', "(", id="open bracket"),
        pytest.param("sum(a, b", '"(" is never closed', "(", id="open function"),
        pytest.param("a)", '")" closes nothing', ")", id="closing bracket"),
        pytest.param("a ]", '"]" closes nothing', "]", id="closing square bracket"),
        pytest.param("[a]", '"[" stands where a number or a name is expected', "[", id="square brackets"),
        pytest.param("a = b", '"=" stands where an operator is expected', "=", id="comparison in an expression"),
        pytest.param(
            "2026-09-21",
            '"2026-09-21" stands where a number or a name is expected',
            "2026-09-21",
            id="day outside days",
        ),
        pytest.param("days(a)", '"days" takes two days, not 1', "days", id="one day"),
        pytest.param("days(a, b, c)", '"days" takes two days, not 3', "days", id="three days"),
        pytest.param("days(a, 3)", '"3" stands where a day or the name of one is expected', "3", id="number for a day"),
        pytest.param("days(a + b, c)", '"+" stands where an operator is expected', "+", id="arithmetic with days"),
        pytest.param("days(2026-02-30, a)", 'no day is written "2026-02-30"', "2026-02-30", id="no such day"),
        pytest.param("(" * 101 + "1" + ")" * 101, "brackets are nested deeper than 100", "(", id="too deep"),
        pytest.param(
            "1 + " * 3000 + "1", "the expression is longer than 10000 characters", "1 + " * 500 + "1", id="too long"
        ),
    ],
)
def test_what_is_refused(text: str, message: str, place: str) -> None:
    with pytest.raises(ExpressionError) as raised:
        parse(text)
    error = raised.value
    assert (error.message, text[error.start : error.end]) == (message, place)


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        pytest.param("a", "a comparison is missing", "", id="no comparison"),
        pytest.param("= a", 'the left side of "=" is missing', "=", id="no left side"),
        pytest.param("a <=", 'the right side of "<=" is missing', "<=", id="no right side"),
        pytest.param("a = b = c", '"=" stands where an operator is expected', "=", id="two comparisons"),
        pytest.param("a=b", 'blanks are missing around "=" in "a=b"', "=", id="no blanks"),
        pytest.param("a == b", '"==" is no comparison', "==", id="doubled equals sign"),
        pytest.param("a >= b", '">=" is no comparison', ">=", id="the other way round"),
        pytest.param("a ≤ b", '"≤" is no comparison', "≤", id="mathematical sign"),
        pytest.param("a in 5", '"[" is missing after "in"', "5", id="no bounds"),
        pytest.param("a in [1]", '"," is missing between the bounds', "]", id="one bound"),
        pytest.param("a in [1, 5", '"]" is missing after the bounds', "", id="bounds not closed"),
        pytest.param("a in [1, 5] + 2", '"+" stands where the end is expected', "+", id="more after the bounds"),
        pytest.param("a ) = b", '")" closes nothing', ")", id="bracket on the left"),
        pytest.param("", "the expression is empty", "", id="nothing"),
    ],
)
def test_what_is_no_relation(text: str, message: str, place: str) -> None:
    with pytest.raises(ExpressionError) as raised:
        parse_relation(text)
    error = raised.value
    assert (error.message, text[error.start : error.end]) == (message, place)


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        pytest.param("summ(a)", 'did you mean "sum"?', id="nearest function"),
        pytest.param("monotone(a)", 'did you mean "monotonic"?', id="nearest long function"),
        pytest.param("avg(a)", "the functions are sum, min, max, count, days, monotonic", id="none near"),
        pytest.param("2026-09-21", "days(a, b) counts the days from a to b", id="a day"),
        pytest.param("sum(262,144)", "numbers are written without commas", id="grouped number"),
    ],
)
def test_the_remedy(text: str, remedy: str) -> None:
    with pytest.raises(ExpressionError) as raised:
        parse(text)
    assert raised.value.remedy == remedy


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        pytest.param(
            "kv_pool_tokens / run/R#settings.max_model_len = run/2026-09-22-boot#max_concurrency",
            True,
            id="within rounding",
        ),
        pytest.param("kv_pool_tokens / 262144 = 1.62", False, id="literals are exact"),
        pytest.param("kv_pool_tokens = arena_slots", False, id="far away"),
        pytest.param("1 < 2", True, id="less"),
        pytest.param("1 < 1", False, id="not less"),
        pytest.param("1 <= 1", True, id="at most"),
        pytest.param("2 <= 1", False, id="more"),
        pytest.param("0.5 in [0, 1]", True, id="between"),
        pytest.param("1 in [0, 1]", True, id="on the bound"),
        pytest.param("1.5 in [0, 1]", False, id="outside"),
        pytest.param("0 in [1, -1]", False, id="bounds the wrong way round"),
        pytest.param("kv_pool_tokens in [1, -1]", False, id="an interval neither"),
        pytest.param("-0.5 in [-1 + 0, 1 - 1]", True, id="bounds are expressions"),
    ],
)
def test_relations(text: str, holds: bool) -> None:
    assert parse_relation(text).holds(printed_value) is holds


def test_both_sides() -> None:
    assert parse_relation("1 + 1 = 3").sides(printed_value) == (exact(2), exact(3))
    assert parse_relation("2 in [0, 5]").sides(printed_value) == (exact(2), Interval(Fraction(0), Fraction(5)))


def test_division_by_what_may_be_zero() -> None:
    with pytest.raises(ZeroDivisionError):
        parse("1 / (2 - 2)").point(point)
    with pytest.raises(ZeroDivisionError):
        parse_relation("1 / a < 1").holds(lambda _: Interval(Fraction(-1), Fraction(1)))


def test_a_name_that_is_not_known_is_the_lookups_business() -> None:
    with pytest.raises(KeyError, match="unheard_of"):
        parse("1 + unheard_of").value(printed_value)


OPERANDS = st.sampled_from(["a", "b", "c.d", "2", "-0.5"])
EXPRESSIONS = st.recursive(
    OPERANDS,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from("+-*"), inner).map(" ".join),
        inner.map("({})".format),
        st.tuples(st.sampled_from(["sum", "min", "max"]), inner, inner).map(lambda parts: "{}({}, {})".format(*parts)),
    ),
    max_leaves=12,
)


@given(EXPRESSIONS, st.lists(st.fractions(-10, 10, max_denominator=8), min_size=3, max_size=3))
def test_a_value_over_intervals_holds_that_of_every_point(text: str, numbers: list[Fraction]) -> None:
    values = dict(zip(("a", "b", "c.d"), numbers, strict=True))
    around = {name: Interval(number - 1, number + Fraction(1, 2)) for name, number in values.items()}
    assert parse(text).point(values.__getitem__) in parse(text).value(around.__getitem__)


@given(EXPRESSIONS)
def test_products_come_first_as_in_python(text: str) -> None:
    values = {"a": Fraction(3), "b": Fraction(-2), "c.d": Fraction(1, 3)}
    python = text.replace("c.d", "c").replace("sum(", "total(")
    known = {"a": Fraction(3), "b": Fraction(-2), "c": Fraction(1, 3), "total": lambda *numbers: sum(numbers)}
    assert parse(text).point(values.__getitem__) == pytest.approx(eval(python, known))


@given(st.text("ab12 .,()[]+-*/=<#_½in", max_size=60))
def test_any_text_is_read_or_refused_in_place(text: str) -> None:
    reads: tuple[Callable[[str], object], ...] = (parse, parse_relation)
    for read in reads:
        try:
            read(text)
        except ExpressionError as error:
            assert 0 <= error.start <= error.end <= len(text)


@pytest.mark.parametrize("unit", ["1 + ", "(", "a.", "a-", "a/", "sum(", "9", "9e9 * ", "run/", "[", "-", " ", "<"])
def test_hostile_texts_take_no_time(unit: str) -> None:
    begin = time.perf_counter()
    for length in (9_900, 1_000_000):
        text = unit * (length // len(unit)) + "1"
        try:
            read: Expression | None = parse(text)
        except ExpressionError:
            read = None
        if read is not None:
            read.value(printed_value)
    assert time.perf_counter() - begin < 1
