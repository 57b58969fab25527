"""Pieces: the longest stretches of words that stand in several texts, always whole."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaulttool.text.shingles import Piece, pieces

LETTERS = st.text(alphabet="abc", max_size=40)


def written(texts: list[str], size: int = 3) -> list[list[str]]:
    """The pieces of texts whose words are single letters."""
    return [
        [text[piece.start : piece.end] for piece in own] for text, own in zip(texts, pieces(texts, size), strict=True)
    ]


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        pytest.param(["abcdef", "uvwxyz"], [[], []], id="nothing in common"),
        pytest.param(["abcdef", "xabcdey"], [["abcde"], ["abcde"]], id="one stretch"),
        pytest.param(["abcdef", "abcdef"], [["abcdef"], ["abcdef"]], id="the same text"),
        pytest.param(["abXcd", "abYcd"], [[], []], id="too short on both sides of a change"),
        pytest.param(["abcXdef", "abcYdef"], [["abc", "def"], ["abc", "def"]], id="a changed word"),
        pytest.param(["abcXYZabc", "uvw"], [[], []], id="twice in one text only"),
        pytest.param(["abcXYZabc", "abc"], [["abc", "abc"], ["abc"]], id="twice in one text, once in another"),
        pytest.param(["abcdef", "abcdXY", "ZWcdef"], [["abcd", "cdef"], ["abcd"], ["cdef"]], id="others go on in another way"),
        pytest.param(["ab", "ab"], [[], []], id="shorter than a shingle"),
        pytest.param([], [], id="no text"),
        pytest.param(["", ""], [[], []], id="no words"),
        pytest.param(["aaaaa", "aaaa"], [["aaa"] * 3, ["aaa"] * 2], id="one word again and again"),
    ],
)  # fmt: skip
def test_pieces(texts: list[str], found: list[list[str]]) -> None:
    assert written(texts) == found


@given(st.lists(LETTERS, max_size=5))
def test_every_shingle_of_several_texts_lies_in_a_piece_and_no_other(texts: list[str]) -> None:
    shingles = [{text[at : at + 3] for at in range(len(text) - 2)} for text in texts]
    for number, own in enumerate(pieces(texts, 3)):
        others = set().union(*(other for index, other in enumerate(shingles) if index != number))
        told = [at for piece in own for at in range(piece.start, piece.end - 2)]
        assert told == [at for at in range(len(texts[number]) - 2) if texts[number][at : at + 3] in others]


@given(st.lists(LETTERS, max_size=5))
def test_pieces_of_one_id_have_the_same_words_and_stand_in_several_texts(texts: list[str]) -> None:
    words: dict[int, set[str]] = {}
    where: dict[int, set[int]] = {}
    for number, own in enumerate(pieces(texts, 3)):
        for piece in own:
            words.setdefault(piece.id, set()).add(texts[number][piece.start : piece.end])
            where.setdefault(piece.id, set()).add(number)
    assert all(len(found) == 1 for found in words.values())
    assert all(len(found) > 1 for found in where.values())
    assert len({next(iter(found)) for found in words.values()}) == len(words)


def test_a_piece_is_offsets_into_the_words() -> None:
    first, second = pieces([["x", "one", "two", "three"], ["one", "two", "three", "y"]], 3)
    assert (first, second) == ([Piece(first[0].id, 1, 4)], [Piece(first[0].id, 0, 3)])
