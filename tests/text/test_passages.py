"""Passages that several texts have in common, and the laws that hold for all of them."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lengths import examples

from vaulttool.text.passages import in_common, passages

USUAL = 20
LIMITS = settings(max_examples=examples(200), deadline=None, suppress_health_check=[HealthCheck.too_slow])


def words(name: str, count: int) -> list[str]:
    """Words of their own, which no other name has."""
    return [f"{name}{number}" for number in range(count)]


def found(texts: list[list[str]], fewest: int = 20, likeness: float = 0.8) -> list[list[tuple[int, int, int]]]:
    """The passages as places, which are text, start and end."""
    return [[place[:3] for place in passage] for passage in passages(texts, fewest, likeness, USUAL)]


def without(text: list[str], *places: int) -> list[str]:
    """A text with other words at these places."""
    return [f"other{place}" if place in places else word for place, word in enumerate(text)]


P, Q, R = words("p", 30), words("q", 30), words("r", 30)


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        pytest.param([P, P], [[(0, 0, 30), (1, 0, 30)]], id="whole texts"),
        pytest.param([words("a", 9) + P, P + words("b", 9)], [[(0, 9, 39), (1, 0, 30)]], id="at an end"),
        pytest.param([words("a", 9) + P + words("b", 9)] * 1 + [words("c", 3) + P + words("d", 3)], [[(0, 9, 39), (1, 3, 33)]], id="in the middle"),
        pytest.param([P + words("a", 5), P + words("b", 5), P + words("c", 5)], [[(0, 0, 30), (1, 0, 30), (2, 0, 30)]], id="three texts"),
        pytest.param([P + words("a", 20) + Q, Q + words("b", 20) + P], [[(0, 0, 30), (1, 50, 80)], [(0, 50, 80), (1, 0, 30)]], id="two passages in another order"),
        pytest.param([P + words("a", 1), without(P, 12) + words("b", 1)], [[(0, 0, 30), (1, 0, 30)]], id="a changed word"),
        pytest.param([P + words("a", 1), without(P, 10, 20) + words("b", 1)], [[(0, 0, 30), (1, 0, 30)]], id="two changed words"),
        pytest.param([P + words("a", 1), [*P[:14], "more", "words", *P[14:], "end"]], [[(0, 0, 30), (1, 0, 32)]], id="words put in"),
        pytest.param([P + words("a", 1), P[:14] + P[16:] + words("b", 1)], [[(0, 0, 30), (1, 0, 28)]], id="words left out"),
        pytest.param([P + words("a", 13) + Q, P + words("b", 13) + Q], [[(0, 0, 30), (1, 0, 30)], [(0, 43, 73), (1, 43, 73)]], id="too many other words between"),
        pytest.param([P + Q, P + Q, P], [[(0, 0, 60), (1, 0, 60), (2, 0, 30)]], id="a part of it in a third text"),
        pytest.param([P + Q, Q + R, R + P], [[(0, 0, 30), (2, 30, 60)], [(0, 30, 60), (1, 0, 30)], [(1, 30, 60), (2, 0, 30)]], id="a ring of three"),
        pytest.param([P + P, P + words("a", 2)], [[(0, 0, 30), (0, 30, 60), (1, 0, 30)]], id="twice in one text, once in another"),
    ],
)  # fmt: skip
def test_passages(texts: list[list[str]], expected: list[list[tuple[int, int, int]]]) -> None:
    assert sorted(found(texts)) == sorted(expected)


@pytest.mark.parametrize(
    "texts",
    [
        pytest.param([P, Q], id="nothing in common"),
        pytest.param([], id="no text"),
        pytest.param([P], id="one text"),
        pytest.param([[], []], id="no words"),
        pytest.param([P[:19] + words("a", 5), P[:19] + words("b", 5)], id="too short"),
        pytest.param([P[:19], P[:19]], id="whole texts, too short"),
        pytest.param([P + words("a", 5) + P, Q], id="twice in one text only"),
        pytest.param([P, P[::-1]], id="backwards"),
        pytest.param([P, without(P, *range(4, 30, 5))], id="every fifth word is another one"),
        pytest.param([["yes"] * 300 + P, ["yes"] * 300 + Q], id="one word again and again"),
        pytest.param([["yes", "no"] * 200 + P, ["yes", "no"] * 200 + Q], id="two words again and again"),
        pytest.param([P[:7] + words("a", 7) + P[7:14] + words("b", 7) + P[14:21], P[:7] + words("c", 7) + P[7:14] + words("d", 7) + P[14:21]], id="as much differs as is the same"),
    ],
)  # fmt: skip
def test_no_passage(texts: list[list[str]]) -> None:
    assert found(texts) == []


def test_nothing_may_differ_where_all_must_be_the_same() -> None:
    texts = [P + Q, [*P, "other", *Q]]
    assert len(found(texts)) == 1
    assert sorted(found(texts, likeness=1)) == [[(0, 0, 30), (1, 0, 30)], [(0, 30, 60), (1, 31, 61)]]


def test_what_many_texts_have_adds_nothing_to_what_stands_beside_it() -> None:
    footer = words("footer", 12)
    texts = [words(f"text{number} ", 30) + footer for number in range(30)]
    assert found(texts) == []
    texts += [words("a", 3) + P[:15] + footer, words("b", 3) + P[:15] + footer]
    assert found(texts) == []
    texts += [words("c", 3) + P + footer, words("d", 3) + P + footer]
    assert found(texts) == [[(32, 3, 33), (33, 3, 33)]]


def test_what_many_texts_have_is_one_passage_with_all_of_them() -> None:
    footer = words("footer", 30)
    texts = [words(f"text{number} ", 30) + without(footer, number) for number in range(30)]
    (passage,) = found(texts)
    assert {text for text, _, _ in passage} == set(range(30))


def test_the_greatest_comes_first() -> None:
    texts = [P[:22], P[:22] + words("a", 9), words("q", 70), words("q", 70) + words("b", 9)]
    assert [passage[0][0] for passage in found(texts)] == [2, 0]


def test_many_texts_that_each_change_another_word_are_one_passage() -> None:
    chance = random.Random(3)
    long = words("p", 120)
    texts = [words(f"text{number} ", 9) + without(long, chance.randrange(120)) for number in range(60)]
    (passage,) = found(texts)
    assert len({text for text, _, _ in passage}) == 60
    assert sum(end - start >= 110 for _, start, end in passage) >= 55


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        pytest.param("abc", "abc", 3, id="the same"),
        pytest.param("abcd", "axcd", 3, id="a changed word"),
        pytest.param("abcd", "dcba", 1, id="backwards"),
        pytest.param("abc", "", 0, id="nothing"),
    ],
)
def test_in_common(one: str, other: str, expected: int) -> None:
    assert in_common(list(one), list(other)) == expected


# What follows: laws. A few fragments, put together by chance, make all sorts of overlaps.
FRAGMENTS = st.lists(st.text(alphabet="abcdefgh", min_size=3, max_size=15), min_size=1, max_size=4)
TEXTS = FRAGMENTS.flatmap(
    lambda fragments: st.lists(
        st.lists(st.sampled_from(fragments) | st.text(alphabet="stuvwxyz", max_size=6), max_size=6).map("".join),
        max_size=5,
    )
).map(lambda texts: [list(text) for text in texts])


@LIMITS
@given(TEXTS, st.integers(6, 16), st.sampled_from([0.6, 0.8, 1]))
def test_every_passage_is_one(texts: list[list[str]], fewest: int, likeness: float) -> None:
    for passage in passages(texts, fewest, likeness, USUAL):
        assert len({place.text for place in passage}) > 1
        assert passage[1:] == sorted(passage[1:])
        best = texts[passage[0].text][passage[0].start : passage[0].end]
        for place in passage:
            assert 0 <= place.start < place.end <= len(texts[place.text])
            assert place.end - place.start >= fewest
            assert place.words <= place.end - place.start
            assert place.again or place.words <= passage[0].words
            assert in_common(best, texts[place.text][place.start : place.end]) >= fewest
        assert any(not place.again for place in passage)


@LIMITS
@given(TEXTS, st.integers(6, 16), st.sampled_from([0.8, 1]))
def test_twice_is_the_same(texts: list[list[str]], fewest: int, likeness: float) -> None:
    assert passages(texts, fewest, likeness, USUAL) == passages(texts, fewest, likeness, USUAL)


@LIMITS
@given(st.data(), st.integers(20, 60), st.integers(2, 5))
def test_a_planted_passage_is_found_wherever_it_stands_and_nothing_else(
    data: st.DataObject, length: int, copies: int
) -> None:
    planted = words("p", length)
    before = [data.draw(st.integers(0, 30)) for _ in range(copies)]
    behind = [data.draw(st.integers(0, 30)) for _ in range(copies)]
    texts = [
        words(f"a{number} ", before[number]) + planted + words(f"b{number} ", behind[number])
        for number in range(copies)
    ]
    texts.insert(data.draw(st.integers(0, copies)), words("lonely", 50))
    (passage,) = passages(texts, 20, 0.8, USUAL)
    assert [texts[place.text][place.start : place.end] for place in passage] == [planted] * copies
    assert all(place.words == length for place in passage)


@LIMITS
@given(st.data(), st.integers(40, 80))
def test_a_planted_passage_with_a_few_changes_is_found(data: st.DataObject, length: int) -> None:
    planted = words("p", length)
    first = data.draw(st.integers(6, 20))
    changes = [first, *([first + apart] if (apart := data.draw(st.integers(8, 20))) + first < length - 6 else [])]
    texts = [words("a", 9) + planted + words("b", 9), words("c", 9) + without(planted, *changes) + words("d", 9)]
    for order in (texts, texts[::-1]):
        (passage,) = passages(order, 20, 0.8, USUAL)
        assert [(place.start, place.end) for place in passage] == [(9, 9 + length)] * 2
        assert [place.words for place in passage] == [length - len(changes)] * 2


@LIMITS
@given(st.permutations(range(5)))
def test_the_order_of_texts_changes_nothing_but_numbers(order: list[int]) -> None:
    texts = [
        P + words("a", 9) + Q,
        words("b", 9) + Q + R,
        R + words("c", 9),
        without(P, 11) + words("d", 3),
        words("e", 40),
    ]
    expected = [[(order.index(text), start, end) for text, start, end in passage] for passage in found(texts)]
    assert sorted(sorted(passage) for passage in found([texts[number] for number in order])) == sorted(
        map(sorted, expected)
    )
