"""The days that a page tells as its own: of a heading, of a row, of something that happened."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from vaulttool.parsing.prose import Passage, Prose, Table
from vaulttool.text.dates import Dates, Day, dates
from vaulttool.text.sentences import sentence_at
from vaulttool.text.span import Span

BLANK = r"[ \t\u00a0]"
# Words in a heading or row that make its date one of something that is still to come, or may be.
PLANNED = re.compile(
    rf"""
    \b(?: deadlines? | due | plan(?:s|ned|ning)? | roadmaps? | schedul(?:e|es|ed|ing) | upcoming | next
        | target(?:s|ed)? | eta | milestones? | todo | to-do | tasks? | agendas? | forecasts? | expect(?:s|ed)?
        | propos(?:al|als|ed) | expir(?:e|es|ed|y|ation) | eol | end{BLANK}of{BLANK}(?:life|support) | sunsets?
        | renew(?:al|s)? | reviews? | sprints? | will | shall | should | going{BLANK}to | to{BLANK}be
        | not{BLANK}yet | reminders? | calendars? | events? | meetings? | appointments? | conferences?
        | workshops? | talks? | trips? | flights? | bookings? | exams? | birthdays? | holidays? | vacations?
        | courses? | lectures? | starts? | opens? | closes? | begins? | releases? | examples? | samples?
        | templates? | placeholders? | formats? )\b
    | \b(?: until | till | by | before | from | for ){BLANK}(?=\d)
    """,
    re.VERBOSE | re.IGNORECASE,
)
# Words in a sentence that make what it tells to have happened something that has not.
NOT_YET = re.compile(
    rf"""
    \b(?: will | shall | to{BLANK}be | going{BLANK}to
        | (?: should | must | may | might | could | would | can ){BLANK}be
        | schedul(?:e|ed) | plan(?:s|ned)? | upcoming | next | due | deadline | expected | proposed | tbd | todo
        | unless | once | e\.g | for{BLANK}(?:instance|example) | such{BLANK}as )\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
HAPPENED = (
    "measured|re-?measured|verified|re-?verified|booted|tested|re-?tested|benchmarked|probed|observed|recorded|checked|"
    "deployed|redeployed|confirmed|resolved|fixed|retired|superseded|removed|replaced|migrated|upgraded|installed|"
    "updated|captured|surveyed|reran|sampled|taken|crashed|failed|stopped|swapped|reported|found|seen"
)
HAPPENING = "boot|census|survey|sweep|measurement|benchmark"
EVENT_BEFORE = re.compile(  # boot 2026-09-22, measured live on 2026-10-03, as of the 2026-10-19 census
    rf"\b(?:(?P<what>{HAPPENED}|{HAPPENING})(?:{BLANK}(?:again|live|here|there|on|at|of|from|the|run)){{0,3}}"
    rf"|(?P<since>as{BLANK}of|since)(?:{BLANK}the)?):?{BLANK}\Z",
    re.IGNORECASE,
)
EVENT_BEHIND = re.compile(rf"{BLANK}(?:\w++{BLANK})?(?:{HAPPENING})\b", re.IGNORECASE)
LOOK_BACK = 48
HAPPENED_THEN = "told as happened on this day"
DECORATION = re.compile(r"[\s*_\0]*+")
OPEN_TASK = re.compile(r"[-*+\d.)][ \t]+\[ \][ \t]+\Z")


class OwnDay(NamedTuple):
    """A day that a page tells, where it stands, and how it is told, for people."""

    day: str
    span: Span
    how: str


def own_days(page: Prose, today: str) -> Iterator[OwnDay]:
    """The days of headings, of rows whose first cell is a day, and of what is told as happened. Days that are planned
    or later than today are left out, and so are those in quoted text."""
    for passage in page.passages:
        if passage.quote != "quote" and passage.kind != "cell" and not _is_open_task(page, passage):
            yield from _told(page, passage, today)
    for table in page.tables:
        yield from _of_table(page, table, today)


def events(page: Prose, span: Span) -> Iterator[Dates]:
    """The dates in a stretch of prose that are told of something that happened."""
    for one in dates(page.plain, span.start, span.end):
        if all(day.exists for day in one.days) and _is_event(page.plain, one, span):
            yield one


def _told(page: Prose, passage: Passage, today: str) -> Iterator[OwnDay]:
    """The days of a heading, or the events of another passage."""
    is_heading = passage.kind == "heading"
    if is_heading and is_planned(page, passage.span.start):
        return
    found = dates(page.plain, passage.span.start, passage.span.end) if is_heading else events(page, passage.span)
    for one in found:
        if one.first.exists and one.first.text <= today:
            yield OwnDay(one.first.text, one.first.span, "a heading of this day" if is_heading else HAPPENED_THEN)


def _of_table(page: Prose, table: Table, today: str) -> Iterator[OwnDay]:
    """The days in the first column, and the events in the other cells."""
    planned = is_planned(page, table.span.start) or _has_plan(page, table.head)
    for row in table.rows:
        for cell in row:
            for one in events(page, cell):
                if one.first.text <= today:
                    yield OwnDay(one.first.text, one.first.span, HAPPENED_THEN)
        for day in () if planned else in_first_cell(page, row):
            if day.text <= today:
                yield OwnDay(day.text, day.span, "a row of this day")


def in_first_cell(page: Prose, row: tuple[Span, ...]) -> Iterator[Day]:
    """The day that is all of the first cell of a row, or that begins a range which is; none where the row plans."""
    if not row or _has_plan(page, row):
        return
    for one in dates(page.plain, row[0].start, row[0].end):
        rest = page.plain[row[0].start : one.span.start] + page.plain[one.span.end : row[0].end]
        if DECORATION.fullmatch(rest) and one.first.exists:
            yield one.first


def _is_open_task(page: Prose, passage: Passage) -> bool:
    start = passage.span.start
    return OPEN_TASK.search(page.text[max(start - LOOK_BACK, 0) : start]) is not None


def is_planned(page: Prose, offset: int) -> bool:
    """Whether a heading above a place speaks of what is to come."""
    return any(PLANNED.search(heading.title) for heading in page.above(offset))


def _has_plan(page: Prose, cells: tuple[Span, ...]) -> bool:
    return any(PLANNED.search(page.plain, cell.start, cell.end) for cell in cells)


def _is_event(plain: str, one: Dates, span: Span) -> bool:
    """Whether the words at a date say that something happened on it, and none of its sentence that it is to come."""
    start = one.first.span.start
    before = EVENT_BEFORE.search(plain[max(start - LOOK_BACK, span.start) : start])
    behind = EVENT_BEHIND.match(plain, one.span.end, span.end) if one.last is None else None
    if before is None and behind is None:
        return False
    return NOT_YET.search(sentence_at(plain, span, start).of(plain)) is None
