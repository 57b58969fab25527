"""Days in generated text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vaulttool.model.records import Unknown, When


def day(when: When) -> str:
    """A day, or that it is not known."""
    return "unknown" if isinstance(when, Unknown) else when


def between(when: When) -> str:
    """A day; of one that is not known, the days between which it lies."""
    if not isinstance(when, Unknown):
        return when
    if when.from_ and when.to:
        return f"{when.from_} to {when.to}"
    if when.from_ or when.to:
        return f"{when.from_} or later" if when.from_ else f"{when.to} or earlier"
    return "unknown"


def sort_key(when: When) -> str:
    """What days are sorted by: one that is not known stands with the last day on which it can have been."""
    return (when.to or when.from_ or "") if isinstance(when, Unknown) else when


def unknown(days: Iterable[tuple[str, When | None]]) -> Iterator[str]:
    """The reasons for which days are not known, as a list below a table; each day with the words for it."""
    reasons = [f"- {words}: {when.unknown}." for words, when in days if isinstance(when, Unknown)]
    if reasons:
        yield from ("", "Not known:", "", *reasons)
