"""Whether the eras of an endpoint follow one another: in order, without overlap or gap, at most one of them open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from vaulttool.model.records import Era, Unknown, When
from vaulttool.parsing.data import Keys

ONE_DAY = timedelta(days=1)


def order_problems(eras: Sequence[Era]) -> Iterator[tuple[Keys, str, str | None]]:
    """What is wrong with the order of eras: keys, message, help. Dates are days; unknown ones are passed over."""
    yield from _open(eras)
    started: tuple[str, date] | None = None  # the last start that is known
    for index, era in enumerate(eras):
        keys: Keys = ("eras", index)
        start, end = _day(era.start), _day(era.end)
        if start and end and end < start:
            yield (*keys, "end"), f'the era "{era.id}" ends on {end} before it starts on {start}', None
        if start and started and start < started[1]:
            message = f'the era "{era.id}" starts on {start}, before "{started[0]}" on {started[1]}'
            yield (*keys, "start"), message, "eras stand in the order in which they started"
        elif index and start:
            yield from _between(eras[index - 1], era, start, (*keys, "start"))
        started = (era.id, start) if start else started


def _open(eras: Sequence[Era]) -> Iterator[tuple[Keys, str, str | None]]:
    """Eras without an end beside the last one."""
    still = [(index, era) for index, era in enumerate(eras) if era.end is None]
    for index, era in still[:-1]:
        message = f'two eras are open: "{era.id}" and "{still[-1][1].id}"'
        yield ("eras", index), message, "give the earlier one its end"
    if len(still) == 1 and still[0][0] < len(eras) - 1:
        index, era = still[0]
        yield ("eras", index), f'the era "{era.id}" is open, and "{eras[index + 1].id}" follows', "give it its end"


def _between(before: Era, era: Era, start: date, keys: Keys) -> Iterator[tuple[Keys, str, str | None]]:
    """From the end of one era to the start of the next: the same day or the day after."""
    end = _day(before.end)
    if end is None:
        return
    if start < end:
        yield keys, f'the era "{era.id}" starts on {start}, before "{before.id}" ended on {end}', "eras do not overlap"
    elif start > end + ONE_DAY:
        message = (
            f'between "{before.id}", which ended on {end}, and "{era.id}", which started on {start}, nothing is told'
        )
        yield keys, message, "correct a date, or add the era between; a start that is not known is {unknown: reason}"


def _day(when: When | None) -> date | None:
    """A date; None where there is none or it is not known."""
    if when is None or isinstance(when, Unknown):
        return None
    try:
        return date.fromisoformat(when)
    except ValueError:
        return None
