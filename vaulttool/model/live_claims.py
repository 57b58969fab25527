"""Where a page whose thing is not in use says that it is."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from vaulttool.model.live_words import LiveWords, Phrase
from vaulttool.model.page_status import PageStatus
from vaulttool.model.reading import Reading
from vaulttool.model.sources import Sources
from vaulttool.model.status import Told, last
from vaulttool.model.vault import Note
from vaulttool.parsing.document import Heading
from vaulttool.parsing.prose import HIDDEN
from vaulttool.text.span import Span

TOKEN = re.compile(r"[\w+=.-]*\w")
DISTINCT = re.compile(r"(?=.{3}).*(?:\d|\w[A-Z]|\w[.=+]\w)")  # a word that is hardly another thing's by chance


class Others:
    """What is not the page's own: names of what is in use, and of endpoints. ``names`` and ``tokens`` are theirs."""

    def __init__(self, sources: Sources, statuses: Mapping[str, PageStatus]) -> None:
        self.sources = sources
        self.statuses = statuses
        data = sources.data if sources.has_data else None
        in_use = [sources.vault.notes[path] for path, status in statuses.items() if status.in_use]
        eras = (
            [Told(one, era) for one in data.endpoints.values() for era in one.eras if era.end is None] if data else []
        )
        self.names = frozenset([*(data.by_name if data else ()), *(_stem(note.path) for note in in_use)])
        self.tokens = frozenset(token for told in eras for token in _tokens_of(told)) | frozenset(
            token for note in in_use for token in _tokens(_stem(note.path), _title(note))
        )

    def are_meant(self, note: Note, reading: Reading, span: Span, own: Collection[str], surely: bool = False) -> bool:
        """Whether what stands in a place names or links to something else that may be in use, or is so ``surely``."""
        if any(self._is_other(note, link.link, surely) for link in reading.links(span)):
            return True
        return self.are_named(span.of(reading.plain), own)

    def are_named(self, text: str, own: Collection[str]) -> bool:
        """Whether a text has a name of something else that is in use."""
        found = [name for name in self.names if name in text and name not in own]
        return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) for name in found)

    def _is_other(self, note: Note, link: str, surely: bool) -> bool:
        target = self.sources.vault.index.resolve(link, note.path).target if link else note.path
        known = self.statuses.get(target) if target else None
        return target != note.path and (not surely if known is None else known.in_use)


class Live(NamedTuple):
    """A phrase of a page that says that its thing is in use; ``where`` names the part."""

    where: str
    span: Span


def live_claims(
    note: Note, reading: Reading, status: PageStatus, words: LiveWords, others: Others, ended: str
) -> Iterator[Live]:
    """The phrases by which a page that is not in use says that its thing is. ``ended`` is the day on which its use
    ended, empty where nobody knows: what is said of later days is of something else."""
    if not words.occur(reading.prose.text):
        return
    page = _Page(note, reading, status, words, others, ended)
    yield from page.description()
    yield from page.headings()
    yield from page.passages()


class _Page:
    """One page that is searched."""

    def __init__(
        self, note: Note, reading: Reading, status: PageStatus, words: LiveWords, others: Others, ended: str
    ) -> None:
        self.note = note
        self.reading = reading
        self.words = words
        self.others = others
        self.ended = ended
        self.names = frozenset(_own_names(note, status))
        told = [token for one in status.eras for token in _tokens_of(one)]
        self.tokens = frozenset([*told, *_tokens(_stem(note.path), _title(note))]) - others.tokens

    def description(self) -> Iterator[Live]:
        """How the description begins."""
        found = self.note.document.property("description")
        if found is None or found.templated or not isinstance(found.value, str):
            return
        phrase = self.words.first_words(found.value)
        if phrase and not self.others.are_named(found.value, self.names):
            yield Live("description", found.value_span)

    def headings(self) -> Iterator[Live]:
        """Headings that call the page's own thing deployed."""
        for heading in self.note.document.headings:
            start, end = heading.span.start, heading.span.end
            if self._is_silent(start):
                continue
            shown = self.reading.plain[start:end].strip(HIDDEN + "# \t\r\n=-")
            phrase = self.words.heading(shown)
            if phrase and self._is_of_then(phrase) and not self._goes_on(heading):
                yield Live("a heading", _trimmed(heading.span, self.reading.prose.text))

    def passages(self) -> Iterator[Live]:
        """The first words of the page, labels at the beginning of passages, and plain statements."""
        for passage in self.reading.prose.passages:
            if passage.kind in ("heading", "cell") or self._is_silent(passage.span.start):
                continue
            text = passage.span.of(self.reading.plain)
            is_opening = passage == self.reading.prose.opening
            first = self.words.label(text) or (self.words.first_words(text) if is_opening else None)
            found = [first] if first else [one for one in self.words.statements(text) if self._is_own(one)]
            for phrase in found:
                place = Span(passage.span.start + phrase.span.start, passage.span.start + phrase.span.end)
                sentence = self.reading.sentence(passage, place.start)
                if self._is_of_then(phrase) and not self._means_others(sentence):
                    yield Live("the first paragraph" if is_opening else "a sentence", place)

    def _is_silent(self, offset: int) -> bool:
        """Whether a place is quoted, generated or under a heading of the past."""
        reading = self.reading
        is_past = reading.is_history(offset, title=False)
        return is_past or reading.prose.is_generated(offset) or reading.is_quoted(offset)

    def _is_of_then(self, phrase: Phrase) -> bool:
        """Whether the day in a phrase, if there is one, lies in the time in which the thing was in use."""
        return not (phrase.day and self.ended and phrase.day > self.ended)

    def _is_own(self, phrase: Phrase) -> bool:
        """Whether what a statement calls deployed is this page's thing."""
        if not phrase.subject:
            return True
        if HIDDEN in phrase.subject:
            return False
        return any(token.casefold() in self.tokens for token in TOKEN.findall(phrase.subject)[-6:])

    def _goes_on(self, heading: Heading) -> bool:
        """Whether the first sentence below a heading sends the reader to something else."""
        passage = self.reading.next(heading.span.end)
        if passage is None or passage.kind == "heading":
            return False
        return self._means_others(self.reading.sentence(passage, passage.span.start))

    def _means_others(self, sentence: Span) -> bool:
        return self.others.are_meant(self.note, self.reading, sentence, self.names)


def ended(status: PageStatus) -> str:
    """The last day on which a page's thing was in use, where data give it."""
    end = last(list(status.eras)).era.end if status.eras else None
    return end if isinstance(end, str) else ""


def names_of(note: Note, status: PageStatus) -> frozenset[str]:
    """The names of a page, and all those that its endpoints had or have."""
    endpoints = {told.endpoint.endpoint: told.endpoint for told in status.eras}
    past = [name.name for endpoint in endpoints.values() for name in endpoint.names]
    return frozenset([_stem(note.path), *endpoints, *past])


def _own_names(note: Note, status: PageStatus) -> Iterator[str]:
    """The names of a page, and those that its endpoints no longer have."""
    yield _stem(note.path)
    for told in status.eras:
        yield from (name.name for name in told.endpoint.names if name.name != told.endpoint.endpoint)


def _tokens_of(told: Told) -> frozenset[str]:
    era = told.era
    return _tokens(era.title, (era.model or "").rpartition("/")[2])


def _tokens(*texts: str) -> frozenset[str]:
    """The words of some texts, and their parts, that are hardly another thing's."""
    whole = [token for text in texts for token in TOKEN.findall(text)]
    parts = [part for token in whole for part in token.split("-")]
    return frozenset(token.casefold() for token in (*whole, *parts) if DISTINCT.match(token))


def _stem(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[0]


def _title(note: Note) -> str:
    found = note.document.property("title")
    return found.value if found is not None and isinstance(found.value, str) else ""


def _trimmed(span: Span, text: str) -> Span:
    written = span.of(text)
    return Span(span.start, span.start + len(written.rstrip()))
