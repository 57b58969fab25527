"""The days, months and years that a text names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vaulttool.text.span import Span

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
NAMED = "|".join(f"{month}[a-z]*+" for month in MONTHS)
DATE = re.compile(
    rf"""
    (?<!\d) (?<!\d[.,-]) (?P<year>(?:19|20)\d\d)
        (?: - (?P<month>0[1-9]|1[0-2]) (?: - (?P<day>[0-3]\d) )? | (?P<compact>(?:0[1-9]|1[0-2])[0-3]\d) ) (?!\d)
    | \b (?P<named>{NAMED}) \.? [ ] (?: \d{{1,2}} (?:st|nd|rd|th)? ,? [ ] )? (?P<of>(?:19|20)\d\d) \b
    | (?<!\d) \d{{1,2}} [./] (?P<numbered>0?[1-9]|1[0-2]) [./] (?P<dotted>(?:19|20)\d\d) (?!\d)
    | \b (?:in|since|until|before) [ ] (?P<alone>(?:19|20)\d\d) (?![\w-])
    """,
    re.VERBOSE | re.IGNORECASE,
)


def dates(text: str) -> Iterator[str]:
    """The dates in a text, each as exact as it is written: ``2026-10-09``, ``2026-10`` or ``2026``."""
    yield from (_date(found) for found in DATE.finditer(text))


def names_day_until(text: str, last: str = "") -> bool:
    """Whether a text names a date that may lie on a day or before it; without the day, any date."""
    return first_day_until(text, Span(0, len(text)), last) is not None


def first_day_until(text: str, within: Span, last: str = "") -> int | None:
    """Where the first such date in a stretch of text begins."""
    for found in DATE.finditer(text, within.start, within.end):
        date = _date(found)
        if not last or date <= last[: len(date)]:
            return found.start()
    return None


def _date(found: re.Match[str]) -> str:
    if found["year"]:
        compact = found["compact"] or ""
        parts = (found["year"], found["month"] or compact[:2], found["day"] or compact[2:])
        return "-".join(part for part in parts if part)
    if found["named"]:
        return f"{found['of']}-{MONTHS.index(found['named'][:3].lower()) + 1:02}"
    return f"{found['dotted']}-{int(found['numbered']):02}" if found["numbered"] else found["alone"]
