"""Which pages, sections and sentences speak of what was, so that they may go on using its words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from vaulttool.model.old_shape import is_history
from vaulttool.model.sources import Sources
from vaulttool.model.vault import Note
from vaulttool.parsing.document import Document
from vaulttool.text.days import names_day_until
from vaulttool.text.names import heading_key
from vaulttool.text.span import Span

CHANGELOGS = {"changelog", "changes", "history", "news", "releases", "release notes", "release-notes"}
PAST = re.compile(
    r"""
    \b (?: formerly | former | once [ ]+ (?:called|named|known) | previous(?:ly)? | earlier | old(?:er)? | retired
    | superseded | legacy | deprecated | obsolete | archived? | rename[ds]? | renaming | histor(?:y|ic|ical|ically)
    | was | were | had | did | ran | served | became | used [ ]+ to | no [ ]+ longer | originally | past | ago | gone
    | at [ ]+ the [ ]+ time | back [ ]+ then | ended | replaced | dropped | removed ) \b
    """,
    re.VERBOSE | re.IGNORECASE,
)
COMMENT = re.compile(r"(?:^|(?<=\s))(?:\#|//|;|--[ ]).*", re.DOTALL)
NEAR = 120  # characters around a place in a long line


class Past:
    """What of a vault is history: ``words`` mark the headings of the past, ``statuses`` say that a page is."""

    def __init__(self, sources: Sources, words: Sequence[str], statuses: Sequence[str]) -> None:
        self.sources = sources
        self.words = frozenset(word.lower() for word in words)
        self.statuses = statuses

    def has_page(self, page: Note) -> bool:
        """Whether all of a page is history: a log, a change log, a page of ended eras, or one whose status says so."""
        if page.path.rpartition("/")[2].rpartition(".")[0].lower() in CHANGELOGS:
            return True
        if self.sources.has_data and is_history(self.sources, page):
            return True
        kind = page.document.property("type")
        typed = page.document.property(self.sources.status_property)
        is_dated = bool(self.sources.has_data and self.sources.statuses.eras.get(page.path))
        return bool(kind and kind.value == "log") or bool(typed and not is_dated and typed.value in self.statuses)

    def sections(self, document: Document, last: str = "") -> Sequence[Span]:
        """The sections whose heading speaks of the past or is dated up to that day, with all that stands below."""
        found: list[Span] = []
        level = 0  # of the heading of the past that is still in force
        for heading in document.headings:
            if level and heading.level <= level:
                found[-1], level = Span(found[-1].start, heading.span.start), 0
            if not level and self._is_old(heading.title, last):
                found.append(Span(heading.span.start, document.length))
                level = heading.level
        return found

    def _is_old(self, title: str, last: str) -> bool:
        is_dated = bool(last) and names_day_until(title, last)
        return is_dated or bool(self.words & set(heading_key(title).split()))


def is_of_a_day(path: str, last: str = "") -> bool:
    """Whether the name of a file has a date up to that day, as that of a daily note or a record has."""
    return names_day_until(path.rpartition("/")[2], last)


def is_past(statement: str, last: str = "") -> bool:
    """Whether a sentence speaks of the past: by its words, or by a date up to that day (without one, by any)."""
    return PAST.search(statement) is not None or names_day_until(statement, last)


def is_past_code(line: str, last: str = "") -> bool:
    """Whether a line of code speaks of the past: by the words of its comment, or by a date in it."""
    comment = COMMENT.search(line)
    return names_day_until(line, last) or (comment is not None and PAST.search(comment[0]) is not None)


def line_around(text: str, start: int, end: int) -> str:
    """The line of a place, or what is near it where the line is long, as in JSON on one line."""
    before, after = max(0, start - NEAR), end + NEAR
    first = max(text.rfind("\n", before, start), text.rfind("\r", before, start)) + 1
    ends = [at for at in (text.find("\n", end, after), text.find("\r", end, after)) if at >= 0]
    return text[first or before : min([*ends, after])]
