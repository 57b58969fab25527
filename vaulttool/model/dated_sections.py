"""Sections whose heading gives their day, and what in them is newer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from vaulttool.model.citations import citations
from vaulttool.model.dataset import Dataset
from vaulttool.model.own_dates import PLANNED, events, in_first_cell
from vaulttool.model.told_eras import earliest
from vaulttool.model.vault import Note
from vaulttool.parsing.document import Heading
from vaulttool.parsing.prose import Passage, Prose
from vaulttool.text.dates import Day, dates
from vaulttool.text.sentences import sentence_at
from vaulttool.text.span import Span

LOG = "log"
STATE = r"as[ ]of|measured(?:[ ]on)?|verified(?:[ ]on)?|checked(?:[ ]on)?|taken(?:[ ]on)?|state(?:[ ]of)?|dated"
GIVES_THE_DAY = re.compile(
    rf"(?: \([ ]*(?:(?:{STATE}|boot(?:[ ]of)?|on)[ ])? | \b(?:{STATE})[ ] )\Z", re.VERBOSE | re.I
)
# Words that say that a sentence is of later than what stands around it.
LATER = re.compile(
    r"""
    \b(?: later | afterwards? | since | then | now | today | newer | next | meanwhile | subsequent(?:ly)? | superseded
        | resolved | retired | updates? | updated | edit(?:ed)? | addend(?:um|a) | another | others? | after | again
        | following | until | till | by | before | compare[ds]? | against )\b
    """,
    re.VERBOSE | re.IGNORECASE,
)


class DatedSection(NamedTuple):
    """What stands directly under a heading with a day."""

    span: Span
    day: Day


class Newer(NamedTuple):
    """A place of a section that is newer than its heading, and what it is."""

    day: str
    span: Span
    what: str


def dated_sections(page: Prose, note: Note) -> Iterator[DatedSection]:
    """The sections whose heading gives their day; none of a log."""
    kind = note.document.property("type")
    if kind is not None and kind.value == LOG:
        return
    headings = note.document.headings
    for index, heading in enumerate(headings):
        day = _day(page, heading)
        if day is not None:
            end = headings[index + 1].span.start if index + 1 < len(headings) else note.document.length
            yield DatedSection(Span(heading.span.end, end), day)


def _day(page: Prose, heading: Heading) -> Day | None:
    """The day that a heading gives its section."""
    if PLANNED.search(heading.title):
        return None
    for one in dates(page.plain, heading.span.start, heading.span.end):
        before = page.plain[heading.span.start : one.first.span.start]
        if one.last is None and one.first.exists and GIVES_THE_DAY.search(before):
            return one.first
    return None


def newer(page: Prose, note: Note, section: DatedSection, data: Dataset | None) -> Iterator[Newer]:
    """What in a section is newer than its heading."""
    yield from _told(page, section)
    for one in citations(note, data) if data else ():
        day = earliest(one.run.date)
        if _lies_in(section, one.span) and day and day > section.day.text and not _says_later(page, one.span):
            yield Newer(day, one.span, f'the run "{one.run.run}" is of {day}')


def _told(page: Prose, section: DatedSection) -> Iterator[Newer]:
    """The days in the text and tables of a section that are told as happened."""
    for table in page.tables:
        for row in table.rows if _lies_in(section, table.span) else ():
            found = [day for cell in row for one in events(page, cell) for day in one.days]
            for day in (*found, *in_first_cell(page, row)):
                if day.text > section.day.text:
                    yield Newer(day.text, day.span, f"the row tells of {day.text}")
    for passage in page.passages:
        if passage.kind in ("paragraph", "item") and not passage.quote and _lies_in(section, passage.span):
            for one in () if _begins_with_day(page, passage) else events(page, passage.span):
                if one.first.text > section.day.text and not _says_later(page, one.first.span):
                    yield Newer(one.first.text, one.first.span, f"the text tells of {one.first.text}")


def _lies_in(section: DatedSection, span: Span) -> bool:
    return section.span.start <= span.start < section.span.end


def _begins_with_day(page: Prose, passage: Passage) -> bool:
    """Whether a passage is an entry of its own day."""
    first = next(dates(page.plain, passage.span.start, passage.span.end), None)
    return first is not None and not page.plain[passage.span.start : first.span.start].strip("*_ (\0")


def _says_later(page: Prose, span: Span) -> bool:
    """Whether the sentence of a place, outside tables, says that it is of later."""
    for passage in page.passages:
        if passage.span.start <= span.start < passage.span.end:
            sentence = sentence_at(page.plain, passage.span, span.start)
            return passage.kind != "cell" and LATER.search(sentence.of(page.plain)) is not None
    return False
