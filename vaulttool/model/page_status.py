"""The status of each page that the configuration or the data claim, and where it is written."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from vaulttool.model.finding import Related
from vaulttool.model.sources import Sources
from vaulttool.model.status import Told, last, status_of
from vaulttool.model.status_words import StatusWords
from vaulttool.model.vault import Note
from vaulttool.parsing.document import Property
from vaulttool.text.names import heading_key
from vaulttool.text.span import Span

DATA, PROPERTY, DESCRIPTION = "data", "property", "description"


class PageStatus(NamedTuple):
    """The status of a page: derived from its eras, else the word that its property has or its description opens with.

    ``word`` is ACTIVE, RETIRED or SUPERSEDED where it is derived, else one of the vocabulary. ``place`` is where it is
    typed on the page.
    """

    word: str
    in_use: bool
    origin: str
    eras: tuple[Told, ...] = ()
    place: Span = Span(0, 0)

    def of_section(self, subpath: str) -> tuple[Told, ...]:
        """The eras that a section of the page describes; all of them where it is none of theirs."""
        asked = heading_key(subpath.rpartition("#")[2])
        found = tuple(told for told in self.eras if told.era.section and heading_key(told.era.section) == asked)
        return found or self.eras


def page_statuses(sources: Sources, words: StatusWords, claimed: Collection[str]) -> Mapping[str, PageStatus]:
    """The status of every claimed page that has one, by vault path."""
    notes = sources.vault.notes
    eras = sources.statuses.eras if sources.has_data else {}
    found = {}
    for path in sorted(claimed):
        told = tuple(eras.get(path, ()))
        status = _derived(words, told) if told else _typed(notes[path], sources.status_property, words)
        if status is not None:
            found[path] = status
    return found


def typed(note: Note, name: str, words: StatusWords) -> tuple[Property, str] | None:
    """The property of that name, and its word where that is one of the vocabulary."""
    found = note.document.property(name)
    if found is None or found.templated or found.value not in words.words:
        return None
    return found, found.value


class Origins:
    """Where the status of pages comes from, to be shown beside findings; each is looked up once."""

    def __init__(self, sources: Sources, statuses: Mapping[str, PageStatus]) -> None:
        self._sources = sources
        self._statuses = statuses
        self._known: dict[str, Related] = {}

    def of(self, path: str) -> Related:
        """Where the status of a page is written."""
        if path not in self._known:
            self._known[path] = self._found(path, self._statuses[path])
        return self._known[path]

    def _found(self, path: str, status: PageStatus) -> Related:
        if status.origin != DATA:
            return Related(path, status.place, f"{status.word} by its {status.origin}")
        return of_era(self._sources, last(list(status.eras)), f"{status.word} by the data")


def of_era(sources: Sources, told: Told, message: str) -> Related:
    """An era in its data file."""
    file = sources.files.from_vault(sources.data.paths["endpoint", told.endpoint.endpoint])
    index = next(index for index, era in enumerate(told.endpoint.eras) if era is told.era)
    keys = ("eras", index, "end") if told.era.end is not None else ("eras", index)
    return Related(file, sources.place(file, keys), message)


def _derived(words: StatusWords, eras: tuple[Told, ...]) -> PageStatus:
    word = status_of(list(eras))
    return PageStatus(word, words.is_in_use(word), DATA, eras)


def _typed(note: Note, name: str, words: StatusWords) -> PageStatus | None:
    """The status that people typed: in its property, or else with the word that opens the description."""
    property = note.document.property(name)
    if property is not None and property.value not in (None, ""):
        found = typed(note, name, words)
        return PageStatus(found[1], words.is_in_use(found[1]), PROPERTY, (), property.value_span) if found else None
    for place, word in described(note, words):
        return PageStatus(word, words.is_in_use(word), DESCRIPTION, (), place)
    return None


def described(note: Note, words: StatusWords) -> Iterator[tuple[Span, str]]:
    """The description of a note where it opens with a status: its place, and the word."""
    found = note.document.property("description")
    if found is not None and isinstance(found.value, str) and not found.templated:
        claim = words.description(found.value)
        if claim is not None:
            yield found.value_span, claim.word
