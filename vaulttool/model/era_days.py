"""Days on the pages of eras that lie outside the era that they are told of."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vaulttool.model.records import Endpoint
from vaulttool.model.sources import Sources
from vaulttool.model.status import Told
from vaulttool.model.told_eras import ErasOfPage, earliest, latest, outside
from vaulttool.model.vault import Note
from vaulttool.parsing.prose import Prose
from vaulttool.text.dates import Dates, Day, dates

# Words that make a day in a heading one on which the shape of the section served.
SERVICE = re.compile(r"\b(?:deployed|serving|served|in[ ]service|live|flags|production)\b", re.IGNORECASE)
# Words that make it one of something else.
BESIDE = re.compile(
    r"""
    \b(?: before | after | until | till | by | earlier | later | next | previous | since[ ]then | census | rollbacks?
        | trials? | tests? | tried | attempts? | candidates? | probes? | planned | history | follow-?ups? | reviews?
        | notes? | retired | superseded | successors? | predecessors? | replaced | lessons | compared | comparison
        | against | vs )\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
ERA_BEFORE = re.compile(r"\bera[ ]?[,:(]{0,2}[ ]?(?:(?:from|of|was)[ ])?\Z", re.IGNORECASE)
ERA_BEHIND = re.compile(r"[ ]era\b", re.IGNORECASE)
LOOK_BACK = 12


def headings_outside(sources: Sources, note: Note, page: Prose) -> Iterator[tuple[Told, Day, str]]:
    """The days in headings that lie outside the era whose section they stand in, and how."""
    eras = ErasOfPage(sources, note)
    starts = [span.start for span, _ in eras.sections]
    for heading in note.document.headings if starts else ():
        told = eras.at(heading.span.start)
        is_meant = heading.span.start in starts or SERVICE.search(heading.title)
        if told is None or not is_meant or BESIDE.search(heading.title):
            continue
        for one in dates(page.plain, heading.span.start, heading.span.end):
            for day in one.days:
                how = outside(day.text, told.era) if day.exists else ""
                if how:
                    yield told, day, how


def ranges_outside(sources: Sources, note: Note, page: Prose) -> Iterator[tuple[Dates, Endpoint]]:
    """The ranges called an era that lie in none of the endpoint of a page; none where it tells of several."""
    endpoints = {told.endpoint.endpoint: told.endpoint for told in sources.statuses.eras.get(note.path, [])}
    if len(endpoints) != 1:
        return
    (endpoint,) = endpoints.values()
    for passage in page.passages:
        for one in () if passage.quote == "quote" else dates(page.plain, passage.span.start, passage.span.end):
            before = page.plain[max(one.span.start - LOOK_BACK, passage.span.start) : one.span.start]
            named = ERA_BEFORE.search(before) or ERA_BEHIND.match(page.plain, one.span.end)
            if one.last and named and all(day.exists for day in one.days) and not _is_known(endpoint, one):
                yield one, endpoint


def _is_known(endpoint: Endpoint, one: Dates) -> bool:
    """Whether a range lies in one era, or reaches from the start of one to the end of another."""
    starts = [earliest(era.start) for era in endpoint.eras]
    ends = [latest(era.end) for era in endpoint.eras]
    holds = any(
        (not start or start <= one.first.text) and (not end or one.end.text <= end)
        for start, end in zip(starts, ends, strict=True)
    )
    begins = any(start is None or start == one.first.text for start in starts)
    return holds or (begins and any(end is None or end == one.end.text for end in ends))
