"""A page that tells of days newer than its `timestamp`.

Speaks of claimed notes that have the property. Days that count as the page's own are those in headings, those that
are the first cell of a row, those told as something that happened ("measured 2026-10-02", "boot of 2026-09-22", "as of
2026-10-19"), and those of the runs that inline figures and regions cite. Left alone are days later than today and what
is planned (deadlines, reviews, "by", "until", open tasks), quoted text, code, links, file names, and the tables of
eras, which follow the data by themselves.

The fix writes the newest day.

Options: `property` is the name of the property (`timestamp`); `days` is by how many days it may be older (0).

Bad, `Lisbon.md`:

    ---
    type: reference
    timestamp: 2026-09-29
    ---
    The pool holds 425,047 tokens, measured on 2026-10-02.

Mended, `Lisbon.md`:

    ---
    type: reference
    timestamp: 2026-10-02
    ---
    The pool holds 425,047 tokens, measured on 2026-10-02.

Good, `Lisbon.md`:

    ---
    type: reference
    timestamp: 2026-10-02
    ---
    The pool holds 425,047 tokens, measured on 2026-10-02. To be reviewed by 2026-11-01.

With `vaulttool.toml`:

    [schemas.types]
    reference = "reference"
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from vaulttool.model.finding import Edit, Finding, Fix, Related
from vaulttool.model.rule import Context, rule
from vaulttool.parsing.document import Property
from vaulttool.text.span import Span

if TYPE_CHECKING:
    from vaulttool.model.vault import Note
    from vaulttool.text.dates import Day


class Options(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """Options of `stale-timestamp`."""

    property: str = "timestamp"
    days: int = 0


class Newest(NamedTuple):
    """The newest day of a page, where it stands, and what it is."""

    day: str
    span: Span
    what: str


@rule("warning", scope="vault")
def check(context: Context) -> Iterator[Finding]:
    """Report each timestamp that is older than a day which its page tells."""
    for note in context.claimed:
        written = note.document.property(context.options.property)
        if written is not None and isinstance(written.value, str) and not written.templated:
            yield from _of(context, note, written)


def _of(context: Context, note: Note, written: Property) -> Iterator[Finding]:
    """The finding of one page, if its timestamp is too old."""
    from vaulttool.text.dates import days_between, only_date  # only where there is a timestamp to compare

    stamp = only_date(written.value)
    newest = _newest(context, note) if stamp is not None and stamp.exists else None
    if stamp is None or newest is None or newest.day <= stamp.text:
        return
    if days_between(stamp.text, newest.day) > context.options.days:
        yield context.finding(
            note.path,
            written.value_span,
            f'"{written.name}" is {stamp.text}, and the page tells of {newest.day}',
            f'write "{newest.day}", or correct the date below',
            (Related(note.path, newest.span, newest.what),),
            _fix(note, written, stamp, newest.day),
        )


def _newest(context: Context, note: Note) -> Newest | None:
    """The newest day that a page tells, or that a run has which it cites."""
    from vaulttool.model.own_dates import own_days

    today = context.shared.today
    found = [Newest(one.day, one.span, one.how) for one in own_days(context.prose(note), today)]
    found += _cited(context, note) if context.sources.has_data else ()
    return max(found, key=lambda one: (one.day, -one.span.start), default=None)


def _cited(context: Context, note: Note) -> Iterator[Newest]:
    """The days of the runs that a page cites; of one that is not known, the first that it can be."""
    from vaulttool.model.citations import citations  # only where there are data
    from vaulttool.model.told_eras import earliest

    for one in citations(note, context.sources.data):
        day = earliest(one.run.date)
        if day is not None:
            yield Newest(day, one.span, f'the run "{one.run.run}" is of this day')


def _fix(note: Note, written: Property, stamp: Day, newest: str) -> Fix | None:
    """The new day in place of the old one, in its quotes."""
    start = written.value_span.start + (written.value_span.end - written.value_span.start - len(stamp.text)) // 2
    place = Span(start, start + len(stamp.text))
    if written.value != stamp.text or not start or written.value_span.end - place.end not in (0, 1):
        return None
    return Fix(f'write "{newest}"', (Edit(note.path, place, newest),), safe=True)
