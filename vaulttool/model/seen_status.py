"""The words of status that notes carry already, and the property in which they stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from vaulttool.parsing.document import Document

PROPERTIES = ("status", "state", "stage", "lifecycle")
IN_USE = ("active", "live", "current", "in use", "deployed", "in production", "production", "stable", "maintained")
PAST = frozenset((
    "retired", "superseded", "archived", "deprecated", "obsolete", "inactive", "replaced", "ended",
    "decommissioned", "withdrawn", "removed", "historical", "old", "past",
))  # fmt: skip
MOST_WORDS = 12
FEWEST = 3


class SeenStatus(NamedTuple):
    """The property as it is written, its words (the first is that of what is in use, where one is known), how often
    each stands, and whether they tell what is in use from what is not."""

    property: str
    words: tuple[str, ...]
    counts: tuple[int, ...]
    is_of_use: bool

    def beginning_with(self, word: str) -> SeenStatus:
        """The same with another word for what is in use."""
        pairs = dict(zip(self.words, self.counts, strict=True))
        words = (word, *(one for one in self.words if one != word))
        is_of_use = all(one.casefold() in PAST for one in words[1:])
        return SeenStatus(self.property, words, tuple(pairs[one] for one in words), is_of_use)


def seen_status(documents: Sequence[Document]) -> SeenStatus | None:
    """What these notes say of their status; None where they have no such property, or where it may be anything."""
    for name in PROPERTIES:
        found = [one for document in documents if (one := document.property(name)) and not one.templated]
        counted = Counter(one.value for one in found if isinstance(one.value, str) and one.value.strip())
        if len(found) < FEWEST or not counted or any(not isinstance(one.value, str | None) for one in found):
            continue
        if len(counted) > MOST_WORDS or (len(counted) > 2 and 2 * len(counted) > counted.total()):
            continue
        return _seen(found[0].name, counted)
    return None


def _seen(name: str, counted: Counter[str]) -> SeenStatus:
    """The words in order: the one of what is in use, then the most frequent first."""
    rank = {word: place for place, word in enumerate(IN_USE)}
    words = sorted(counted, key=lambda word: (rank.get(word.casefold(), len(rank)), -counted[word], word))
    is_of_use = words[0].casefold() in rank and all(word.casefold() in PAST for word in words[1:])
    return SeenStatus(name, tuple(words), tuple(counted[word] for word in words), is_of_use)
