"""The words of a name or title, and the numbers in them: ``mxfp4`` is the 4 of ``mxfp``, ``27b`` the 27 of ``b``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

WORD = re.compile(
    r"""
    (?P<before>[^\W\d_]*+) (?P<number>\d++ (?:[.,_-]\d++)*+) (?P<after>[^\W\d_]*+)
    | (?P<word>[^\W\d_]++)
    """,
    re.VERBOSE,
)
DATE = re.compile(r"(?:19|20)\d\d[._-]?(?:0[1-9]|1[0-2])(?:[._-]?[0-3]\d)?")


class Word(NamedTuple):
    """A word in lower case: what stands before and after its number and the number as written, or the word without
    one; where it begins."""

    before: str
    number: str
    after: str
    word: str
    at: int

    @property
    def said(self) -> tuple[str, ...]:
        """What it says, wherever it stands."""
        return self.before, self.number, self.after, self.word

    @property
    def is_date(self) -> bool:
        """Whether it is a day or a month, ``2026-10-09`` or ``2026-10``."""
        return DATE.fullmatch(self.number) is not None

    def has_letters(self) -> bool:
        """Whether it is more than a number."""
        return bool(self.before or self.after)

    def is_other_number(self, other: Word) -> bool:
        """Whether two words differ in their numbers for certain. ``38`` may be 3.8, and 1 may be 1.2."""
        if (self.before, self.after) != (other.before, other.after) or not (self.number and other.number):
            return False
        mine, others = _parts(self.number), _parts(other.number)
        return mine[: len(others)] != others[: len(mine)] and "".join(mine) != "".join(others)


def words(text: str) -> Sequence[Word]:
    """The words of a text with their places."""
    return [_word(found) for found in WORD.finditer(text)]


def disagreement(name: str, title: str) -> tuple[Word, Word] | None:
    """The word of a file name and that of a title that say different numbers while all else is shared; None where that
    is not certain."""
    mine, others = words(name), words(title)
    return _by_stem(mine, others) or _by_place(mine, others)


def _by_stem(mine: Sequence[Word], others: Sequence[Word]) -> tuple[Word, Word] | None:
    """``mxfp4`` against ``MXFP6``: the only words with these letters, with the words of one side among the other's."""
    for word in mine:
        if not word.number or not word.has_letters():
            continue
        one, two = (_alike(word, side) for side in (mine, others))
        if len(one) == len(two) == 1 and word.is_other_number(two[0]) and _rest_is_shared(mine, others, word, two[0]):
            return word, two[0]
    return None


def _alike(word: Word, side: Sequence[Word]) -> list[Word]:
    """The words with the same letters around a number."""
    return [one for one in side if one.number and (one.before, one.after) == (word.before, word.after)]


def _rest_is_shared(mine: Sequence[Word], others: Sequence[Word], one: Word, other: Word) -> bool:
    """Whether all other words of one side stand on the other, or neither side has any."""
    left = {word.said for word in mine if word is not one}
    right = {word.said for word in others if word is not other}
    return (not left and not right) or (bool(left & right) and (left <= right or right <= left))


def _by_place(mine: Sequence[Word], others: Sequence[Word]) -> tuple[Word, Word] | None:
    """``chapter-3`` against ``Chapter 4``: word for word the same but for one number, which does not stand first, as
    the number by which files are sorted does."""
    if len(mine) != len(others):
        return None
    unlike = [pair for pair in zip(mine, others, strict=True) if pair[0].said != pair[1].said]
    if len(unlike) != 1 or unlike[0][0] is mine[0]:
        return None
    one, other = unlike[0]
    return unlike[0] if one.is_other_number(other) and one.is_date == other.is_date else None


def _word(found: re.Match[str]) -> Word:
    before, number, after, word = (part.lower() for part in found.groups(""))
    return Word(before, number, after, word, found.start())


def _parts(number: str) -> list[str]:
    """The parts of a version without leading zeros."""
    return [part.lstrip("0") or "0" for part in re.split(r"[.,_-]", number)]
