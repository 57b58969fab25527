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


def unknown(days: Iterable[tuple[str, str, When | None]]) -> Iterator[str]:
    """The reasons for which days are not known, as a list below a table. Of each day is told what day it is of which
    thing; things with the same reason share a line."""
    reasons: dict[tuple[str, str], list[str]] = {}
    for what, title, when in days:
        if isinstance(when, Unknown):
            reasons.setdefault((what, when.unknown), []).append(f"*{title}*")
    if reasons:
        yield from ("", "Not known:", "")
    for (what, reason), titles in reasons.items():
        *others, final = titles
        things = f"{', '.join(others)} and {final}" if others else final
        yield f"- {what} of {things}: {reason}."
