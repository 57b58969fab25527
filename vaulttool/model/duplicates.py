"""Passages that stand in several notes, each with the note that could keep it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from vaulttool.model.mending import is_generated
from vaulttool.model.vault import Note, Vault
from vaulttool.parsing.wording import Wording, wording
from vaulttool.text.growth import Place
from vaulttool.text.passages import Passage, in_common, passages
from vaulttool.text.span import Span

FEWEST, LIKENESS = 40, 0.8
USUAL, USUAL_SHARE = 20, 0.1  # what stands in more notes, and in more than this share of them, is boilerplate
MOST_LISTED = 20  # copies of boilerplate
LONGEST_BEGINNING = 70  # characters
MARKS = re.compile(r"[\[\]*`|>#]+|==|(?<!\w)_+|_+(?!\w)| (?=[,.;:!?)])")

Reason = Literal["most", "linked", "long", "first"]
Rank = tuple[int, int]


class Copy(msgspec.Struct, frozen=True):
    """A place at which a passage stands: ``words`` of the owner's are among its ``length`` words, in their order.

    ``whole`` says that the note says nothing else, ``again`` that most of it belongs to a duplicate with more words.
    """

    path: str
    span: Span
    words: int
    length: int
    whole: bool
    again: bool


class Duplicate(msgspec.Struct, frozen=True):
    """A passage of several notes. ``owner`` is the copy that could stay, the first of ``copies``; the others are in the
    order of their paths.

    ``reason`` tells why: only its note has nearly all of the passage, or it is the one most notes link to (``links`` of
    them), the longest of those, or merely the first. ``beginning`` is how the passage begins there. ``boilerplate``
    stands in a great part of all notes: some of its copies are listed, and no owner is sought. ``paths`` are those of
    all notes that have a copy.
    """

    copies: tuple[Copy, ...]
    paths: frozenset[str]
    reason: Reason
    links: int
    beginning: str
    boilerplate: bool

    @property
    def owner(self) -> Copy:
        """The copy that could stay."""
        return self.copies[0]

    @property
    def notes(self) -> int:
        """In how many notes the passage stands."""
        return len(self.paths)

    @property
    def exact(self) -> bool:
        """Whether all copies are the same, word by word."""
        return all(copy.words == copy.length == self.owner.length for copy in self.copies)

    @property
    def whole(self) -> bool:
        """Whether whole notes are the same."""
        return self.exact and all(copy.whole for copy in self.copies)


def compared(vault: Vault, paths: Iterable[str]) -> list[Note]:
    """The notes of these paths whose words can be compared."""
    known = (vault.notes.get(path) for path in paths)
    return sorted((note for note in known if note and note.is_markdown and not note.problem), key=lambda one: one.path)


def duplicates(
    vault: Vault, notes: Sequence[Note], fewest: int = FEWEST, likeness: float = LIKENESS, code: bool = False
) -> list[Duplicate]:
    """The passages of at least ``fewest`` words that stand in several of these notes, the greatest first.

    ``likeness``, above 0 and at most 1, is how much of a passage must be the same. Blocks of code count with ``code``.
    """
    texts = [wording(vault.around.text(note.path), note.document, code) for note in notes]
    usual = max(USUAL, int(len(notes) * USUAL_SHARE))
    found = passages([text.words for text in texts], fewest, likeness, usual)
    if not found:
        return []
    known = _Known(notes, texts, fewest, likeness, usual)
    links = _links(vault, {known.path(place) for passage in found for place in passage})
    return [known.duplicate(passage, links) for passage in found]


def _links(vault: Vault, paths: Collection[str]) -> Mapping[str, int]:
    """How many other notes link to each of these, leaving out what is generated."""
    pairs = {
        (note.path, resolution.candidates[0])
        for note, link, resolution in vault.links()
        if resolution.candidates and resolution.candidates[0] in paths and not is_generated(note, link.span)
    }
    return Counter(target for source, target in pairs if source != target)


class _Known:
    """The notes and their words, for making duplicates of passages."""

    def __init__(
        self, notes: Sequence[Note], texts: Sequence[Wording], fewest: int, likeness: float, usual: int
    ) -> None:
        self.notes = notes
        self.texts = texts
        self.fewest = fewest
        self.likeness = likeness
        self.usual = usual

    def path(self, place: Place) -> str:
        """The note in which a place lies."""
        return self.notes[place.text].path

    def duplicate(self, passage: Passage, links: Mapping[str, int]) -> Duplicate:
        """A passage with its owner, given how many notes link to each."""
        paths = frozenset(map(self.path, passage))
        if len(paths) > self.usual:
            copies = self._copies(passage[0], passage[:MOST_LISTED])
            return Duplicate(copies, paths, "first", 0, self._beginning(passage[0]), True)
        ranks = {place: self._rank(place, links) for place in passage}
        owner, full = self._owner(passage, ranks)
        copies = self._copies(owner, passage)
        reason = _reason(ranks[owner], [ranks[place] for place in full if place.text != owner.text])
        return Duplicate(copies, paths, reason, -ranks[owner][0], self._beginning(owner), False)

    def _rank(self, place: Place, links: Mapping[str, int]) -> Rank:
        """The more notes link to a note, and the longer it is, the better it can keep a passage."""
        return -links.get(self.path(place), 0), -len(self.texts[place.text].words)

    def _owner(self, passage: Passage, ranks: Mapping[Place, Rank]) -> tuple[Place, Sequence[Place]]:
        """The best of the places that have nearly all of a passage, and all of those."""
        full = [place for place in passage if self._common(passage[0], place) >= self.likeness * passage[0].words]
        owner = min(full, key=lambda place: (ranks[place], -place.words, place))
        if all(self._common(owner, place) >= self.fewest for place in passage):
            return owner, full
        return passage[0], passage[:1]  # the other lacks just what a part has

    def _copies(self, owner: Place, passage: Passage) -> tuple[Copy, ...]:
        """The owner, and the other places as copies of it."""
        others = sorted(place for place in passage if place != owner)
        return tuple(self._copy(owner, place) for place in (owner, *others))

    def _copy(self, owner: Place, place: Place) -> Copy:
        text = self.texts[place.text]
        span = text.span(place.start, place.end - 1)
        length = place.end - place.start
        whole = length == len(text.words)
        return Copy(self.path(place), span, self._common(owner, place), length, whole, place.again)

    def _common(self, one: Place, other: Place) -> int:
        return in_common(self._words(one), self._words(other))

    def _words(self, place: Place) -> Sequence[str]:
        return self.texts[place.text].words[place.start : place.end]

    def _beginning(self, place: Place) -> str:
        """How a passage begins, without Markdown's marks."""
        text = self.texts[place.text]
        written = " ".join(text.span(place.start, place.end - 1).of(text.shown).split())
        shown = " ".join(MARKS.sub("", written).split())
        if len(shown) <= LONGEST_BEGINNING:
            return shown
        cut = shown[:LONGEST_BEGINNING]
        return f"{cut.rpartition(' ')[0] or cut} …"


def _reason(owner: Rank, others: Sequence[Rank]) -> Reason:
    """What sets the owner apart from the others that have nearly all of a passage."""
    if not others:
        return "most"
    if all(owner[0] < other[0] for other in others):
        return "linked"
    return "long" if all(owner < other for other in others) else "first"
