"""Grows pieces that several texts share into passages: piece by piece, across the few words that differ between."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from vaulttool.text.shingles import Piece

WIDEST_GAP = 12  # words that may differ in a row
MOST_ASKED = 40  # places that are asked how a passage goes on; the others only follow

Spot = tuple[int, int]  # where a piece stands: the numbers of a text and of a piece in it


class Place(NamedTuple):
    """Where a passage stands: the number of the text, and offsets into its words, the end exclusive.

    ``words`` is how many of them are the passage's, in its order; ``again`` says that a greater one tells of them.
    """

    text: int
    start: int
    end: int
    words: int
    again: bool = False


class Growth:
    """The pieces of all texts, ready to grow. ``likeness`` is how much of a passage must be the same, from 0 to 1.

    What stands in more than ``usual`` texts is usual and grows by itself: nothing else grows into it.
    """

    def __init__(self, pieces: Sequence[Sequence[Piece]], likeness: float, usual: int) -> None:
        self.pieces = pieces
        self.price = likeness / (1 - likeness) if likeness < 1 else 0.0  # equal words that pay for one that differs
        self.widest = WIDEST_GAP if likeness < 1 else 0
        self.spots: defaultdict[int, list[Spot]] = defaultdict(list)
        for text, own in enumerate(pieces):
            for index, piece in enumerate(own):
                self.spots[piece.id].append((text, index))
        often = {id: spots for id, spots in self.spots.items() if len(spots) > usual}
        self.usual = {id for id, spots in often.items() if len({text for text, _ in spots}) > usual}

    def seeds(self) -> list[int]:
        """The ids of the pieces: first the usual ones, then those that make the most words."""
        return sorted(self.spots, key=self._rank)

    def extent(self, spot: Spot) -> tuple[int, int, int]:
        """Text, start and end of a piece."""
        piece = self.pieces[spot[0]][spot[1]]
        return spot[0], piece.start, piece.end

    def grown(self, seed: int, spots: Sequence[Spot]) -> list[Place]:
        """The passage around a piece at some of its places: at each as far as it goes on there as at most of them.

        No two overlap: where the passage begins again, the place before ends.
        """
        apart = list(self._apart(spots))
        found: list[Place] = []
        for spot, front, back in zip(apart, self._side(seed, apart, -1), self._side(seed, apart, 1), strict=True):
            place = Place(front.text, front.edge, back.edge, front.words + back.words - front.seed_words)
            if found and (place.text, place.start) < (found[-1].text, found[-1].end):
                _, start, end = self.extent(spot)
                if end <= found[-1].end:
                    continue  # it was passed over as what differs
                found[-1] = _cut(found[-1], found[-1].start, min(start, found[-1].end), front.seed_words)
                place = _cut(place, found[-1].end, place.end, front.seed_words)
            found.append(place)
        return found

    def _rank(self, seed: int) -> tuple[bool, int, Spot]:
        spots = self.spots[seed]
        text, index = spots[0]
        piece = self.pieces[text][index]
        return seed not in self.usual, -len(spots) * (piece.end - piece.start), spots[0]

    def _apart(self, spots: Iterable[Spot]) -> Iterator[Spot]:
        """The places of a piece that do not overlap one before."""
        last = (-1, 0)
        for spot in spots:
            text, start, end = self.extent(spot)
            if (text, start) >= last:
                yield spot
                last = (text, end)

    def _side(self, seed: int, spots: Sequence[Spot], direction: int) -> list[_Walker]:
        """How far the passage goes on one side of each place.

        Most places must have the next piece; one that has not may have the piece after it, if that is near. A passage
        ends where it begins again.
        """
        walkers = [_Walker(self, text, index, direction) for text, index in spots]
        closed = frozenset() if seed in self.usual else self.usual
        while step := _next(walkers, seed, closed):
            for walker, index in zip(walkers, step, strict=True):
                if index is not None:
                    walker.go_to(index)
        return walkers


class _Walker:
    """One place of a passage as it grows in one direction. ``edge`` is as far as what is the same pays for what
    differs, ``words`` counts the same ones up to there."""

    def __init__(self, growth: Growth, text: int, index: int, direction: int) -> None:
        self.text = text
        self.own = growth.pieces[text]
        self.index = index
        self.direction = direction
        self.widest, self.price = growth.widest, growth.price
        seed = self.own[index]
        self.edge = seed.end if direction > 0 else seed.start
        self.seed_words = self.words = self.words_so_far = seed.end - seed.start
        self.worth = self.best = 0.0

    def ahead(self) -> Iterator[Piece]:
        """The pieces ahead, as far as a gap may be wide."""
        index = self.index + self.direction
        while 0 <= index < len(self.own) and self._distance(self.own[index]) <= self.widest:
            yield self.own[index]
            index += self.direction

    def find(self, piece: int) -> int | None:
        """The number of a piece, if it is ahead."""
        index = self.index + self.direction
        while 0 <= index < len(self.own):
            there = self.own[index]
            if self._distance(there) > self.widest:
                return None
            if there.id == piece:
                return index
            index += self.direction
        return None

    def go_to(self, index: int) -> None:
        """Go on to a piece that is ahead."""
        there = self.own[index]
        distance = self._distance(there)
        self.index = index
        new = there.end - there.start + min(distance, 0)
        self.words_so_far += new
        self.worth += new - self.price * max(distance, 0)
        if self.worth >= self.best:
            self.best, self.words = self.worth, self.words_so_far
            self.edge = there.end if self.direction > 0 else there.start

    def _distance(self, there: Piece) -> int:
        """How many words stand before a piece ahead (below zero where it overlaps)."""
        here = self.own[self.index]
        return there.start - here.end if self.direction > 0 else here.start - there.end


def _cut(place: Place, start: int, end: int, least: int) -> Place:
    """A part of a place; ``least`` words are the passage's anyway."""
    cut = (start - place.start) + (place.end - end)
    return place._replace(start=start, end=end, words=max(least, place.words - cut))


def _next(walkers: Sequence[_Walker], seed: int, closed: Collection[int]) -> Sequence[int | None]:
    """The nearest piece that at least half of all places have ahead, two texts among them: its number at each place.

    Empty where there is none, or where it is the seed. Closed ones are passed over.
    """
    for piece in _likely(walkers):
        found = [walker.find(piece) for walker in walkers] if piece not in closed else []
        having = [walker.text for walker, index in zip(walkers, found, strict=False) if index is not None]
        if 2 * len(having) >= len(walkers) and len(set(having)) > 1:
            return found if piece != seed else ()
    return ()


def _likely(walkers: Sequence[_Walker]) -> Iterator[int]:
    """The pieces that most places may have ahead, the nearest first."""
    first = next(walkers[0].ahead(), None)
    if first is not None:
        yield first.id
    votes: Counter[int] = Counter()
    asked = walkers[:: -(-len(walkers) // MOST_ASKED)]
    for walker in asked:
        votes.update(list(dict.fromkeys(piece.id for piece in walker.ahead())))
    yield from (piece for piece, count in votes.items() if 2 * count >= len(asked))
