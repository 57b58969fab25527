"""Whether a status that is stated somewhere, and the days beside it, are those of the eras."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from vaulttool.model.page_status import PageStatus
from vaulttool.model.records import Era, When
from vaulttool.model.status import Told, status
from vaulttool.model.status_words import Claim, StatusWords


class Wrong(NamedTuple):
    """A day that is another one in the data, and the era that it should be of."""

    day: str
    right: str
    told: Told


def contradicted(words: StatusWords, page: PageStatus, claim: Claim, eras: Sequence[Told] = ()) -> bool:
    """Whether a page has another status than is claimed. Of a page with several eras the status of one of them may be
    meant: where its days say so, or a link leads to the section of ``eras``."""
    told = [page.word]
    if len(eras) < len(page.eras):
        told += [status(one.era) for one in eras]
    told += [status(one.era) for one in page.eras if _is_dated(claim, one.era)]
    if claim.is_exact:
        return all(words.disagree(claim.word, word) for word in told)
    return all(words.is_in_use(claim.word) != words.is_in_use(word) for word in told)


def wrong_day(words: StatusWords, claim: Claim, eras: Sequence[Told]) -> Wrong | None:
    """The day beside a status that is none of the eras which have it; None where that is not certain."""
    meant = [told for told in eras if not words.disagree(claim.word, status(told.era))]
    if not meant or not claim.first or not claim.is_exact:
        return None
    if words.is_in_use(claim.word):
        starts = _days(era.start for told in meant for era in told.endpoint.eras)
        is_since = claim.how in ("since", "from")
        right = meant[-1].era.start
        return (
            Wrong(claim.first, f"since {right}", meant[-1]) if is_since and _is_none_of(claim.first, starts) else None
        )
    ends = _days(told.era.end for told in meant)
    last = meant[-1]
    if claim.second:
        day = claim.second if len(claim.second) > len("10-10") else ""
    else:
        day = claim.first if claim.how in ("", "on", "until", "till", "since", "from") else ""
        ends = _days([*ends, *(_next(told) for told in meant)]) if ends is not None else None
        if ends is not None and claim.how in ("since", "from"):
            ends = frozenset(ends | {_after(one) for one in ends})
    return Wrong(day, str(last.era.end), last) if day and _is_none_of(day, ends) else None


def _is_dated(claim: Claim, era: Era) -> bool:
    """Whether the days beside a status are those of an era."""
    days = [day for day in (claim.second or claim.first,) if day]
    return any(isinstance(era.end, str) and era.end.endswith(day) for day in days) or (
        bool(claim.first) and era.end is None and claim.first == era.start
    )


def _is_none_of(day: str, days: Collection[str] | None) -> bool:
    return days is not None and day not in days


def _days(found: Iterable[When | None]) -> frozenset[str] | None:
    """Some days; None where one of them is not known."""
    days = [day for day in found if day is not None]
    return frozenset(day for day in days if isinstance(day, str)) if all(isinstance(day, str) for day in days) else None


def _next(told: Told) -> When | None:
    """When the era began that took the place of another."""
    return next((era.start for era in told.endpoint.eras if era.id == told.era.superseded_by), None)


def _after(day: str) -> str:
    try:
        return (date.fromisoformat(day) + timedelta(days=1)).isoformat()
    except (ValueError, OverflowError):
        return day
