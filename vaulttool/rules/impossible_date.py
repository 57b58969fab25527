"""A date that no calendar has, or a range of dates that ends before it starts.

Speaks of claimed notes: their prose, headings and front matter. Read are dates such as `2026-10-02` and `2 October
2026`, and ranges, abbreviated ones too: `2026-09-21 → 10-10`, `2026-09-16 to 19`; an abbreviated end that would lie
before the start is of the next year or month. Left alone are code, links and their targets, file names, versions, ids
(`INC-2026-13-99`), telephone numbers, times, what is no date for sure (`2026-00-00`, `2026-99-99`), sentences that
speak of an invalid date as of one, and two dates between which something was moved or corrected.

Bad, `Lisbon.md`:

    ---
    type: reference
    ---
    Deployed on 2026-02-30.

Bad, `Lisbon.md`:

    ---
    type: reference
    ---
    # Two cards (2026-10-10 → 2026-09-21)

Good, `Lisbon.md`:

    ---
    type: reference
    ---
    # Two cards (2026-09-21 → 10-10)

    Deployed on 2026-02-28 as `2026-02-30.tar`, see INC-2026-13-99. The review was moved from 2026-10-10 to 2026-09-21.

With `vaulttool.toml`:

    [schemas.types]
    reference = "reference"
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import TYPE_CHECKING

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule
from vaulttool.parsing.document import Property
from vaulttool.text.span import Span

if TYPE_CHECKING:
    from vaulttool.model.vault import Note
    from vaulttool.text.dates import Dates, Day


@rule("error")
def check(context: Context) -> Iterator[Finding]:
    """Report each date that does not exist, then each range that is the wrong way round."""
    claimed = context.claimed
    if not claimed:
        return
    from vaulttool.text.dates import may_hold_dates  # only where notes are claimed: its patterns take time to make

    for note in claimed:
        if may_hold_dates(context.sources.page_text(note)):
            yield from _of(context, note)


def _of(context: Context, note: Note) -> Iterator[Finding]:
    """What is wrong in one note: its properties, then its prose."""
    for property in note.document.properties:
        if not property.templated:
            yield from _of_property(context, note, property)
    from vaulttool.text.dates import years

    page = context.prose(note)
    found = years(page.plain)
    for passage in page.passages if found else ():
        first = bisect_left(found, passage.span.start)
        if first < len(found) and found[first] < passage.span.end:
            yield from _of_stretch(context, note, page.plain, passage.span)


def _of_property(context: Context, note: Note, property: Property) -> Iterator[Finding]:
    """What is wrong in the value of a property, unless its schema says so."""
    from vaulttool.text.dates import may_hold_dates, only_date

    if not may_hold_dates(str(property.value)):
        return
    day = only_date(property.value) if isinstance(property.value, str) else None
    if day is not None and day.is_meant:
        found = [] if day.exists else [_impossible(context, note, day, property.value_span)]
    else:
        found = list(_of_stretch(context, note, context.sources.page_text(note), property.value_span))
    if found and not _is_of_schema(context, note, property):
        yield from found


def _is_of_schema(context: Context, note: Note, property: Property) -> bool:
    """Whether a schema of the note finds the form of the value wrong, so that `schema-mismatch` speaks of it."""
    from vaulttool.model.schema import mismatches

    return any(
        mismatch.property == property.name and mismatch.keyword in ("format", "pattern")
        for schema in context.claims.schemas(note)
        for mismatch in mismatches(schema, note.document)
    )


def _of_stretch(context: Context, note: Note, text: str, span: Span) -> Iterator[Finding]:
    """What is wrong in a stretch of text."""
    from vaulttool.text.dates import dates, is_an_example, is_reversed

    for one in dates(text, span.start, span.end):
        missing = [day for day in one.days if not day.exists]
        for day in missing:
            if not is_an_example(text, day, span):
                yield _impossible(context, note, day, day.span)
        if not missing and is_reversed(text, one, span):
            yield _reversed(context, note, one)


def _impossible(context: Context, note: Note, day: Day, span: Span) -> Finding:
    swapped = day.swapped
    help = f'did you mean "{swapped}"?' if swapped else f"the month has {day.length} days" if day.length else None
    return context.finding(note.path, span, f'"{day.text}" is no day', help)


def _reversed(context: Context, note: Note, one: Dates) -> Finding:
    message = f"the range ends on {one.end.text}, before it starts on {one.first.text}"
    return context.finding(note.path, one.span, message, "correct one of the two dates")
