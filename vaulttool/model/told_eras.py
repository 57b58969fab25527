"""Which eras the places of a page tell of, and which days lie outside an era."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from vaulttool.model.records import Era, Unknown, When
from vaulttool.model.sections import section
from vaulttool.model.sources import Sources
from vaulttool.model.status import Told, last
from vaulttool.model.vault import Note
from vaulttool.text.span import Span


def earliest(when: When | None) -> str | None:
    """The first day that it can be; None where nothing is known."""
    return when.from_ if isinstance(when, Unknown) else when


def latest(when: When | None) -> str | None:
    """The last day that it can be; None where nothing is known."""
    return when.to if isinstance(when, Unknown) else when


def outside(when: When, era: Era) -> str:
    """How a day surely lies outside an era, with the boundary: ``before its start on 2026-09-21``. Empty where it lies
    inside, which both boundaries do, or can."""
    start, end = earliest(era.start), latest(era.end)
    first, last_day = earliest(when), latest(when)
    if start and last_day and last_day < start:
        return f"before its start on {start}"
    if end and first and first > end:
        return f"after its end on {end}"
    return ""


class ErasOfPage:
    """The eras that a page describes, and which of them a place of it tells of."""

    def __init__(self, sources: Sources, note: Note) -> None:
        self.sources = sources
        self.note = note
        self.told = sources.statuses.eras.get(note.path, [])

    @cached_property
    def sections(self) -> Sequence[tuple[Span, Told]]:
        """The sections of the page that belong to one era each."""
        titles = [told.era.section for told in self.told]
        alone = [told for told in self.told if told.era.section and titles.count(told.era.section) == 1]
        found = [(section(self.note, told.era.section or ""), told) for told in alone]
        return [(span, told) for span, told in found if span is not None]

    def at(self, offset: int) -> Told | None:
        """The one era that a place tells of: that of its section, or the only one of the page; None where that is not
        certain, as on the page of an endpoint with more eras than the page describes."""
        inside = [(span, told) for span, told in self.sections if span.start <= offset < span.end]
        if inside:
            return max(inside, key=lambda one: one[0])[1]
        return self.told[0] if len(self.told) == 1 and not self._is_of_more else None

    def above_all(self, offset: int) -> Told | None:
        """The era that ended last, or is open, for a place above the sections of all eras; above all headings but the
        title where no era has a section."""
        if len({told.endpoint.endpoint for told in self.told}) != 1:
            return None
        starts = [span.start for span, _ in self.sections]
        starts = starts or [heading.span.start for heading in self.note.document.headings if heading.level > 1]
        return last(self.told) if offset < min(starts, default=0) else None

    @cached_property
    def _is_of_more(self) -> bool:
        """Whether the page is that of a whole endpoint, which had other eras, too."""
        endpoint = self.told[0].endpoint
        return len(endpoint.eras) > 1 and self.sources.statuses.note(endpoint.owner_page) == self.note.path
