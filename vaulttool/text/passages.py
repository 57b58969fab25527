"""Which passages several texts have in common, as a reader would mark them: as long as they are, each word once."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from vaulttool.text.growth import MOST_ASKED, Growth, Place
from vaulttool.text.shingles import SIZE, pieces

NEARLY_ALL = 0.8

T = TypeVar("T")

Passage = list[Place]  # the first place has most news of it, and all have enough in common with that


def in_common(one: Sequence[str], other: Sequence[str]) -> int:
    """How many words two lists have in common, in the same order."""
    if one == other:
        return len(one)
    from rapidfuzz.distance import LCSseq  # only where something differs: it takes time to import

    return LCSseq.similarity(one, other)


def reach(one: Sequence[str], other: Sequence[str]) -> tuple[int, int]:
    """From where to where in the other list the words stand that two have in common, in the same order."""
    from rapidfuzz.distance import LCSseq

    equal = [step for step in LCSseq.opcodes(one, other) if step.tag == "equal"]
    return equal[0].dest_start, equal[-1].dest_end


def passages(texts: Sequence[Sequence[str]], fewest: int, likeness: float, usual: int) -> list[Passage]:
    """The passages of at least ``fewest`` words that stand in more than one text, the greatest gain first.

    ``likeness``, above 0, is how much of a passage must be the same wherever it stands; at 1 nothing may differ. Texts
    that are the same from end to end come as one passage. What stands in more than ``usual`` texts adds nothing to
    what stands beside it. The place that has most of a passage comes first, the others in the order of the texts.
    """
    growth = Growth(pieces(texts, min(SIZE, fewest)), likeness, usual)
    candidates = sorted(_candidates(texts, growth, fewest), key=lambda one: (-gain(one), one))
    choice = _Choice(texts, fewest)
    for one in (*_whole(texts, fewest), *candidates):
        choice.consider(one)
    found = [[best, *sorted(others)] for best, *others in choice.passages]
    return sorted(found, key=lambda one: (-gain(one), one))


def gain(passage: Passage) -> int:
    """How many words a passage makes in all, where no greater one tells of them."""
    return sum(place.words for place in passage if not place.again)


def _whole(texts: Sequence[Sequence[str]], fewest: int) -> Iterator[Passage]:
    """The texts that have the same words from end to end."""
    alike: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
    for number, words in enumerate(texts):
        alike[tuple(words)].append(number)
    for words, numbers in alike.items():
        if len(numbers) > 1 and len(words) >= fewest:
            yield [Place(number, 0, len(words), len(words)) for number in numbers]


def _candidates(texts: Sequence[Sequence[str]], growth: Growth, fewest: int) -> Iterator[Passage]:
    """What stands around each piece, unless that lies at all its places in a place of what others have grown to."""
    grounds, usual = _Grounds(texts), _Told(texts)
    for seed in growth.seeds():
        new, old = _parted(growth.spots[seed], lambda spot: grounds.are_new(*growth.extent(spot)))
        if not new:
            continue
        grown = growth.grown(seed, sorted([*new, *old[:MOST_ASKED]]))
        if seed in growth.usual:
            usual.tell(grown)
        else:
            grown = [rest for place in grown if (rest := usual.trimmed(place))]
        long, short = _parted(grown, lambda place: place.words >= fewest)
        alike = _alike(texts, long, fewest)
        grounds.take(short)
        if _is_one(alike):  # else other pieces of the places may make a passage
            grounds.take(alike)
            yield alike


def _is_one(passage: Passage) -> bool:
    """Whether it stands in several texts."""
    return len({place.text for place in passage}) > 1


def _alike(texts: Sequence[Sequence[str]], places: Sequence[Place], fewest: int) -> Passage:
    """The place that has most news, and behind it those that have enough words in common with it."""
    if not places:
        return []
    best = max(places, key=lambda place: (not place.again, place.words))
    words = _words(texts, best)
    others = (place for place in places if place is not best)
    return [best, *(place for place in others if in_common(words, _words(texts, place)) >= fewest)]


def _words(texts: Sequence[Sequence[str]], place: Place) -> Sequence[str]:
    return texts[place.text][place.start : place.end]


def _parted(all: Iterable[T], is_first: Callable[[T], bool]) -> tuple[list[T], list[T]]:
    """Those of which something is true, and the others."""
    first: list[T] = []
    others: list[T] = []
    for one in all:
        (first if is_first(one) else others).append(one)
    return first, others


class _Grounds:
    """For each word, the last place that has grown over it, as a number; 0 where none has."""

    def __init__(self, texts: Sequence[Sequence[str]]) -> None:
        self.texts = [array("q", bytes(8 * len(words))) for words in texts]
        self.places = 0

    def are_new(self, text: int, start: int, end: int) -> bool:
        """Whether a stretch does not lie in one place, for all that its first and last word tell."""
        numbers = self.texts[text]
        return numbers[start] == 0 or numbers[start] != numbers[end - 1]

    def take(self, passage: Passage) -> None:
        """Number what stands at the places of a passage."""
        for place in passage:
            self.places += 1
            self.texts[place.text][place.start : place.end] = array("q", [self.places]) * (place.end - place.start)


class _Told:
    """Which words of each text belong to a passage already."""

    def __init__(self, texts: Sequence[Sequence[str]]) -> None:
        self.texts = [bytearray(len(words)) for words in texts]

    def news(self, text: int, start: int, end: int) -> int:
        """How many words of a stretch do not."""
        return self.texts[text].count(0, start, end)

    def tell(self, passage: Passage) -> None:
        """Count in what stands at the places of a passage."""
        for place in passage:
            self.texts[place.text][place.start : place.end] = b"\1" * (place.end - place.start)

    def trimmed(self, place: Place) -> Place | None:
        """A place without the words at its ends that do; None if nothing is left."""
        start = self.texts[place.text].find(0, place.start, place.end)
        if start < 0:
            return None
        end = self.texts[place.text].rfind(0, place.start, place.end) + 1
        return place._replace(start=start, end=end, words=place.words - (start - place.start) - (place.end - end))


class _Choice:
    """The passages chosen so far."""

    def __init__(self, texts: Sequence[Sequence[str]], fewest: int) -> None:
        self.texts = texts
        self.fewest = fewest
        self.told = _Told(texts)
        self.passages: list[Passage] = []
        self.in_text: defaultdict[int, list[tuple[Place, int]]] = defaultdict(list)

    def consider(self, passage: Passage) -> None:
        """Choose a passage if any place has enough news: as one more, or as places of the one that mostly holds it.

        What has been told of is left out at the ends. If what is left is not the same everywhere, each part that has
        enough news is chosen by itself.
        """
        left = passage
        while max((self._news(place) for place in left), default=0) >= self.fewest:
            marked = {place: self._marked(place) for place in passage}
            best = max(left, key=lambda place: (not marked[place].again, marked[place].words))
            left = [place for place in left if place != best]
            others = (self._other(marked[best], place, marked[place]) for place in passage if place != best)
            chosen = [marked[best], *(place for place in others if place)]
            if _is_one(chosen) and not marked[best].again:
                self._choose(chosen)

    def _news(self, place: Place) -> int:
        return self.told.news(place.text, place.start, place.end)

    def _other(self, best: Place, whole: Place, rest: Place) -> Place | None:
        """What of a place has enough in common with the best one: what is left, or else a stretch of the whole."""
        words = _words(self.texts, best)
        if in_common(words, _words(self.texts, rest)) >= self.fewest:
            return rest
        if rest == whole or in_common(words, _words(self.texts, whole)) < self.fewest:
            return None
        first, last = reach(words, _words(self.texts, whole))
        there = whole._replace(start=whole.start + first, end=whole.start + last)
        return there._replace(again=2 * self._news(there) < last - first)

    def _choose(self, chosen: Passage) -> None:
        self.told.tell(chosen)
        home, fresh = self._home(chosen), [place for place in chosen if not place.again]
        if home is not None and self._fit(home, fresh):
            self._add(home, fresh)
        else:
            self._add(len(self.passages), chosen)

    def _fit(self, number: int, places: Sequence[Place]) -> bool:
        """Whether these places have enough in common with the best of a passage, and none has more than it."""
        best = self.passages[number][0]
        together = _alike(self.texts, [best, *places], self.fewest)
        return together == [best, *places]

    def _marked(self, place: Place) -> Place:
        """A place without the ends that have been told of; whole and marked if that is most of it."""
        new = self._news(place)
        if new < self.fewest and 2 * new < place.end - place.start:
            return place._replace(again=True)
        rest = self.told.trimmed(place)
        return rest if rest and rest.end - rest.start >= self.fewest else place

    def _add(self, number: int, places: Passage) -> None:
        if number == len(self.passages):
            self.passages.append([])
        self.passages[number] += places
        for place in places:
            self.in_text[place.text].append((place, number))

    def _home(self, places: Passage) -> int | None:
        """The chosen passage that holds most of these places, or in which one of them is nearly all."""
        are_old = 2 * sum(place.again for place in places) >= len(places)
        for place in places:
            for other, number in self.in_text[place.text]:
                lies_in = other.start <= place.start and place.end <= other.end
                if lies_in and (are_old or place.end - place.start >= NEARLY_ALL * (other.end - other.start)):
                    return number
        return None
