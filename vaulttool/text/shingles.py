"""Which stretches of words stand in several texts, found by shingles: every few words in a row."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import NamedTuple

SIZE = 5  # words of a shingle: with fewer, common phrases are shared; with more, a changed word costs more neighbours


class Piece(NamedTuple):
    """A stretch of words, as offsets into the words of its text. Pieces with one ``id`` have the same words."""

    id: int
    start: int
    end: int


def pieces(texts: Iterable[Sequence[str]], size: int = SIZE) -> list[list[Piece]]:
    """The pieces of each text, in order: the longest stretches that stand in several texts and always as a whole.

    Neighbours overlap by less than ``size`` words. Time and memory are linear in the number of words.
    """
    shingles = [_shingles(numbers, size) for numbers in _numbered(texts)]
    shared = _shared(shingles)
    chains = _Chains(shingles, shared)
    return [list(chains.pieces(own, places, size)) for own, places in zip(shingles, shared, strict=True)]


def _numbered(texts: Iterable[Sequence[str]]) -> Iterator[list[int]]:
    """The words of each text as numbers, the same for the same word."""
    numbers: defaultdict[str, int] = defaultdict(count().__next__)
    for words in texts:
        yield [numbers[word] for word in words]


def _shingles(numbers: Sequence[int], size: int) -> array[int]:
    """The shingles of a text, each as one number of 64 bits: two are as good as never taken for the same."""
    return array("q", map(hash, zip(*(numbers[first:] for first in range(size)), strict=False)))


class _Chains:
    """The shingles that several texts share, each with the one that always follows it and the one always before it."""

    def __init__(self, shingles: Sequence[array[int]], shared: Sequence[array[int]]) -> None:
        self.after: dict[int, int | None] = {}
        self.before: dict[int, int | None] = {}
        for own, places in zip(shingles, shared, strict=True):
            last, last_at = None, -1
            for at in places:
                this = own[at]
                if at > last_at + 1:
                    self._note(last, None)
                    last = None
                self._note(last, this)
                last, last_at = this, at
            self._note(last, None)

    def pieces(self, own: Sequence[int], places: Iterable[int], size: int) -> Iterator[Piece]:
        """The pieces of one text, whose shared shingles stand at these places."""
        start = last = -1
        for at in places:
            if start < 0 or at > last + 1 or not self._belong(own[last], own[at]):
                if start >= 0:
                    yield Piece(own[start], start, last + size)
                start = at
            last = at
        if start >= 0:
            yield Piece(own[start], start, last + size)

    def _note(self, last: int | None, this: int | None) -> None:
        """One shingle stands behind another; None is an end of the text, or what no other text has."""
        if last is not None and self.after.setdefault(last, this) != this:
            self.after[last] = None
        if this is not None and self.before.setdefault(this, last) != last:
            self.before[this] = None

    def _belong(self, last: int, this: int) -> bool:
        """Whether two shingles never stand one without the other."""
        return self.after[last] == this and self.before[this] == last


def _shared(shingles: Sequence[array[int]]) -> list[array[int]]:
    """Where in each text the shingles stand that another text has, too."""
    likely = _likely_shared(shingles)
    seen: set[int] = set()
    several: set[int] = set()
    for own, places in zip(shingles, likely, strict=True):
        here = {own[at] for at in places}
        several |= seen & here
        seen |= here
    return [
        array("q", [at for at in places if own[at] in several]) for own, places in zip(shingles, likely, strict=True)
    ]


def _likely_shared(shingles: Sequence[array[int]]) -> list[array[int]]:
    """Where in each text shingles stand whose last bits occur more than once.

    Most shingles occur once, and a set of them all would take several times the memory and more time.
    """
    found = bytearray(1 << (2 * sum(map(len, shingles))).bit_length())
    last = len(found) - 1
    for own in shingles:
        for shingle in own:
            bits = shingle & last
            if found[bits] < 2:
                found[bits] += 1
    return [array("q", [at for at, shingle in enumerate(own) if found[shingle & last] > 1]) for own in shingles]
