"""Where pages and files still have a name that is no longer in use, history apart."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from vaulttool.model.past import Past, is_of_a_day, is_past, is_past_code, line_around
from vaulttool.model.retired import Retired, names_in_use, words_of_data
from vaulttool.model.sources import Sources
from vaulttool.model.statements import Stretch, statements
from vaulttool.model.vault import Note
from vaulttool.parsing.document import Property
from vaulttool.parsing.prose import Prose
from vaulttool.text.span import Span

TOKEN = re.compile(r"[\w./@:%+~-]*+")
BEFORE_TOKEN = re.compile(r"[\w./@:%+~-]*\Z")
ADDRESS = re.compile(r"\b[a-z][a-z0-9+.-]{1,15}://[^\s<>|)]*+")
WORDY = (".md", ".markdown", ".txt", ".rst", ".html", ".htm")
LONGEST_WORD = 200


class Residue(NamedTuple):
    """A place that still has an old name; an empty span where the file is called so."""

    retired: Retired
    path: str
    span: Span

    @property
    def is_file_name(self) -> bool:
        """Whether it is the name of the file."""
        return self.span.start == self.span.end


class Search:
    """Looks for retired names in the pages and files of a vault."""

    def __init__(self, sources: Sources, past: Past, names: Sequence[Retired]) -> None:
        self.sources = sources
        self.past = past
        self.names = names

    def in_page(self, page: Note, text: str, prose: Prose) -> Iterator[Residue]:
        """The old names in a page's front matter, prose and code."""
        for one in self._looked_for(page.path):
            if not is_of_a_day(page.path, one.last):
                yield from (Residue(one, page.path, span) for span in self._in_page(one, page, text, prose))

    def in_file(self, path: str, text: str) -> Iterator[Residue]:
        """The old names in a file that is no page."""
        for one in self._looked_for(path):
            yield from (Residue(one, path, span) for span in self._in_lines(one, path, text))

    def in_name(self, path: str) -> Iterator[Residue]:
        """The old name in the name of a file."""
        name = path.rpartition("/")[2]
        for one in self._looked_for(path):
            is_past = not one.is_certain or _has(name, one.new) or is_of_a_day(path, one.last)
            if not is_past and any(not self._is_part(one, name) for _ in one.in_code(name, _all(name))):
                yield Residue(one, path, Span(0, 0))

    def is_in(self, text: str) -> bool:
        """Whether a text may have any old name at all, to be found out soon: addresses, as in footers, do not count."""
        lower = text.lower()
        forms = [form for one in self.names for form in {one.name, one.name.replace("-", "_")}]
        if not any(form in lower for form in forms):
            return False
        plain = ADDRESS.sub(" ", lower) if "://" in lower and "```" not in lower and "~~~" not in lower else lower
        return any(form in plain for form in forms)

    def _looked_for(self, path: str) -> list[Retired]:
        """The names that a file may not have."""
        base = self.sources.files.from_base(path)
        return [one for one in self.names if not one.kept.match(base)]

    def _in_page(self, one: Retired, page: Note, text: str, prose: Prose) -> Iterator[Span]:
        targets = sorted(link.target_span for link in page.document.links)
        found = [*self._in_properties(one, page, text), *self._in_stretches(one, prose)]
        yield from (span for span in found if not _touches(span, targets))

    def _in_properties(self, one: Retired, page: Note, text: str) -> Iterator[Span]:
        for written in page.document.properties:
            if _is_read(written) and not self._is_history(one, written.value_span.of(text)):
                for span in one.in_words(text, written.value_span):
                    if "://" not in _token(text, span) and not self._is_another(one, text, span):
                        yield span

    def _in_stretches(self, one: Retired, prose: Prose) -> Iterator[Span]:
        codes = () if one.is_certain else prose.codes
        alone = [code.content for code in codes if code.content.of(prose.text) == one.name]
        sections = self.past.sections(prose.document, one.last)
        for stretch in statements(prose):
            code = {*one.in_code(prose.text, stretch.span, stretch.is_block and stretch.is_shell)}
            code |= set() if stretch.is_block else _within(alone, stretch.span)
            words = set(one.in_words(prose.text, stretch.span))
            if (code or words) and not stretch.is_past(sections, one.last):
                yield from (span for span in sorted(code | words) if self._counts(one, stretch, span, words, code))

    def _counts(self, one: Retired, stretch: Stretch, span: Span, words: set[Span], code: set[Span]) -> bool:
        """Whether a place in prose or code speaks of the thing today."""
        if not ((span in words and stretch.is_prose(span)) or (span in code and stretch.is_code(span))):
            return False
        said = stretch.said(span)
        if stretch.is_block:
            return self._is_residue(one, stretch.text, span, said)
        is_old = self._is_history(one, said) or stretch.is_dated(span, one.last) or stretch.is_quoted(span)
        return not is_old and not self._is_another(one, stretch.text, span)

    def _in_lines(self, one: Retired, path: str, text: str) -> Iterator[Span]:
        is_wordy = path.lower().endswith(WORDY)
        for span in one.in_words(text, _all(text)) if is_wordy else one.in_code(text, _all(text)):
            line = line_around(text, span.start, span.end)
            if not (is_wordy and is_past(line, one.last)) and self._is_residue(one, text, span, line):
                yield span

    def _is_residue(self, one: Retired, text: str, span: Span, line: str) -> bool:
        return not (_has(line, one.new) or is_past_code(line, one.last) or self._is_another(one, text, span))

    def _is_history(self, one: Retired, said: str) -> bool:
        """Whether a statement tells of the rename or of the time before it."""
        return _has(said, one.new) or is_past(said, one.last)

    def _is_another(self, one: Retired, text: str, span: Span) -> bool:
        """Whether the name is a part of something that keeps it: another name in use, a tag, an image, a file that is
        there."""
        token = _token(text, span)
        if self._is_part(one, token):
            return True
        name = re.split(r"[:#]\d", token.rpartition("/")[2])[0].rstrip(".:").lower()
        return name != one.name and (name in self._files or f"{name}.md" in self._files)

    def _is_part(self, one: Retired, token: str) -> bool:
        """Whether a word has the name in a longer one of the data."""
        plain = token.lower().replace("_", "-")
        return any(name in plain for name in self._longer if one.name in name and name != one.name) or any(
            word in token for word in self._kept if one.name in word and word != one.name
        )

    @cached_property
    def _longer(self) -> set[str]:
        return names_in_use(self.sources.data)

    @cached_property
    def _kept(self) -> set[str]:
        return words_of_data(self.sources.data)

    @cached_property
    def _files(self) -> set[str]:
        """The names of all files of the vault and of the repository, in lower case."""
        paths = (*self.sources.vault.files, *self.sources.files.paths)
        return {path.rpartition("/")[2].lower() for path in paths}


def _token(text: str, span: Span) -> str:
    """The whole word, path or address around a place."""
    before = BEFORE_TOKEN.search(text, max(0, span.start - LONGEST_WORD), span.start)
    after = TOKEN.match(text, span.end, span.end + LONGEST_WORD)
    return (before[0] if before else "") + span.of(text) + (after[0] if after else "")


def _all(text: str) -> Span:
    return Span(0, len(text))


def _touches(span: Span, others: Sequence[Span]) -> bool:
    """Whether a span shares a character with one of others, which stand in their order and apart."""
    before = bisect_left(others, span.end, key=lambda one: one.start) - 1
    return before >= 0 and others[before].end > span.start


def _within(spans: Sequence[Span], outer: Span) -> set[Span]:
    """Of spans in their order, those in another one."""
    first = bisect_left(spans, outer.start, key=lambda one: one.start)
    last = bisect_left(spans, outer.end, key=lambda one: one.start)
    return set(spans[first:last])


def _has(text: str, name: str) -> bool:
    """Whether a text has a name, in one of its forms."""
    return bool(name) and name in text.lower().replace("_", "-")


def _is_read(written: Property) -> bool:
    """Whether a property's value is spoken of: aliases keep old names on purpose."""
    return written.name.lower() not in ("alias", "aliases") and not written.templated
