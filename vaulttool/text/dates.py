"""Days as people write them: ISO dates, dates with the name of the month, and ranges, abbreviated ones too."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator
from typing import NamedTuple

from vaulttool.text.sentences import sentence_at
from vaulttool.text.span import Span

BLANK = r"[ \t\u00a0\u2009\u202f]"
YEAR = r"(?:19|20|21)[0-9]{2}"
# What may stand around is no part of a longer thing: a path, a file name, a version, an id, a telephone number, a
# wikilink.
BEFORE = r"(?<! [\w.,:/\\@\#=+~&?%$−–-] ) (?<! \[\[ )"
AFTER = r"(?! \w | [/\\@=] | [-–.:+,]\w )"
AFTER_FIRST = r"(?! \w | [/\\@=] | [-.:+,]\w )"  # behind an en dash may stand the end of a range
A_YEAR = re.compile(rf"(?<![0-9]){YEAR}(?![0-9])")
ISO_RANGE = re.compile(
    rf"""
    {BEFORE}
    (?P<first> (?P<year>{YEAR})-(?P<month>[0-9]{{2}})-(?P<day>[0-9]{{2}}) )
    (?:
        (?P<time> T[0-9]{{2}}(?::?[0-9]{{2}})++ [\w:.+-]*+ )
      | (?P<joint> {BLANK}?(?: → | -> | – | \.\.\.? | … ){BLANK}? | {BLANK}(?: to|until|till|through|- | — ){BLANK} )
        (?P<last>
            (?P<last_year>{YEAR})-(?P<full_month>[0-9]{{2}})-(?P<full_day>[0-9]{{2}}) {AFTER}
          | (?P<short_month>0[1-9]|1[0-2])-(?P<short_day>0[1-9]|[12][0-9]|3[01]) {AFTER}
          | (?P<only_day>0[1-9]|[12][0-9]|3[01]) {AFTER}
        )
      | {AFTER_FIRST}
    )
    """,
    re.VERBOSE,
)
ONLY_DATE = re.compile(
    rf"(?P<first>(?P<year>{YEAR})-(?P<month>[0-9]{{2}})-(?P<day>[0-9]{{2}}))(?:[T \t].*)?", re.DOTALL
)
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
MONTH = (
    "Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|"
    "Nov(?:ember)?|Dec(?:ember)?"
)
NAMED = re.compile(
    rf"""
    {BEFORE} \b (?:
        (?P<day>[0-9]{{1,2}})(?:st|nd|rd|th)? {BLANK} (?:of{BLANK})? (?P<name>{MONTH})\.?,? {BLANK} (?P<year>{YEAR})
      | (?P<name2>{MONTH})\.? {BLANK} (?P<day2>[0-9]{{1,2}})(?:st|nd|rd|th)?,? {BLANK} (?P<year2>{YEAR})
    ) {AFTER}
    """,
    re.VERBOSE,
)
ID_BEFORE = re.compile(  # of what looks like a date and is none
    rf"""
    (?: \b(?: ids?|no|nrs?|ref|tickets?|cases?|incidents?|issues?|orders?|invoices?|parts?|serials?|models?|phones?|tel
            | telephone|fax|call|rfc|iso|iec|din|isbn|issn|v|versions?|builds?|releases? )\b [.:\#]? {BLANK}*+
      | \+[0-9]{{1,4}}{BLANK} | \([0-9]++\){BLANK} )\Z
    """,
    re.VERBOSE | re.IGNORECASE,
)
MORE_DIGITS = re.compile(rf"{BLANK}[0-9]{{2,}}+(?!:)")
UNSPACED = re.compile(rf"(?:→|->|–|\.\.\.?|…){BLANK}?\Z")
ENDS_HERE = re.compile(rf"{BLANK}*+(?:[)\]}}.,;:|*_\r\n]|\Z)")
MOVED = re.compile(
    r"""
    \b(?: mov(?:e|es|ed|ing) | chang(?:e|es|ed|ing) | shift(?:s|ed)? | re-?schedul(?:e|es|ed|ing) | postpon(?:e|es|ed)
        | delay(?:s|ed)? | correct(?:s|ed|ion)? | forward | advanc(?:e|es|ed) | fix(?:es|ed)? | updat(?:e|es|ed)
        | edit(?:s|ed)? | bump(?:s|ed)? | renam(?:e|es|ed) | replac(?:e|es|ed) | push(?:es|ed)? | pull(?:s|ed)?
        | roll(?:s|ed)? | revert(?:s|ed)? | back(?:wards|dated)?
        | newest | latest | descending | reverse(?:d|s)? | sort(?:s|ed)? | instead | typo | wrong
        | dates? | due | deadlines? | timestamps? | not )\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
# Words of a sentence that speaks of a date which does not exist as of one.
AS_AN_EXAMPLE = re.compile(
    r"""
    \b(?: invalid | valid | impossible | exists? | non-?existent | malformed | bogus | reject(?:s|ed|ing)?
        | refus(?:es|ed) | validat(?:e|es|ed|ion) | pars(?:e|es|ed|er|ing) | leap | fixtures? | samples? | examples?
        | typo | misread | out[ ]of[ ]range | no[ ]such | e\.g | i\.e )\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
HIDDEN = "\0"
BEFORE_A_YEAR = 24  # characters: the longest name of a month, a day and what stands between them
LOOK_BACK = 16  # characters: longer than any word of ID_BEFORE with its blank


class Day(NamedTuple):
    """A day and where it stands; it may be none of the calendar."""

    span: Span
    year: int
    month: int
    day: int

    @property
    def text(self) -> str:
        """In ISO form, in which days are compared."""
        return f"{self.year:04}-{self.month:02}-{self.day:02}"

    @property
    def length(self) -> int:
        """How many days its month has; 0 where there is no such month."""
        return monthrange(self.year, self.month)[1] if 1 <= self.month <= 12 else 0

    @property
    def exists(self) -> bool:
        """Whether the calendar has it."""
        return 1 <= self.day <= self.length

    @property
    def is_meant(self) -> bool:
        """Whether it is a day, or was meant to be one: beyond the end of its month, or with day and month swapped."""
        in_year = 1 <= self.month <= 12 and 1 <= self.day <= 39
        return in_year or (self.month == 13 and 1 <= self.day <= 31) or (13 < self.month <= 31 and 1 <= self.day <= 12)

    @property
    def swapped(self) -> str | None:
        """The day with its two last numbers swapped, in ISO form; None where that is none either."""
        other = self._replace(month=self.day, day=self.month)
        return other.text if other.exists else None


class Dates(NamedTuple):
    """A day, or a range of days: ``last`` is None for one day, ``joint`` is what stands between the two."""

    first: Day
    last: Day | None = None
    joint: str = ""

    @property
    def span(self) -> Span:
        """All that is written."""
        return Span(self.first.span.start, (self.last or self.first).span.end)

    @property
    def days(self) -> tuple[Day, ...]:
        """One day or two."""
        return (self.first, self.last) if self.last else (self.first,)

    @property
    def end(self) -> Day:
        """The last day."""
        return self.last or self.first


def dates(text: str, start: int = 0, end: int | None = None) -> Iterator[Dates]:
    """The dates in a stretch of a text, in order.

    An abbreviated end of a range has the year, or year and month, of its start; one that would lie before its start
    is of the next year or month: ``2026-09-21 → 10-10``, ``2026-09-16 to 19``, ``2026-12-20 → 01-05``. What looks like
    a date and is clearly something else (an id, a path, a telephone number) is none. ``HIDDEN`` stands before what is
    shown of a link to a note, which is that note's name.
    """
    limit = len(text) if end is None else end
    year = A_YEAR.search(text, start, limit)
    if year is None:
        return iter(())
    begin = max(start, year.start() - BEFORE_A_YEAR)  # nothing before can be part of a date
    found = [one for match in ISO_RANGE.finditer(text, begin, limit) if (one := _iso(match, limit))]
    found += [one for match in NAMED.finditer(text, begin, limit) if (one := _named(match))]
    shown = [one for one in found if one.span.start == start or text[one.span.start - 1] != HIDDEN]
    return iter(sorted(shown, key=lambda one: one.span))


def may_hold_dates(text: str) -> bool:
    """Whether a text has a year in it, which is found out faster than whether it has dates."""
    return A_YEAR.search(text) is not None


def years(text: str) -> list[int]:
    """Where years stand in a text: no date is far from one."""
    return [found.start() for found in A_YEAR.finditer(text)]


def only_date(text: str) -> Day | None:
    """The day that is the whole text, with or without a time of day; None for any other text."""
    found = ONLY_DATE.fullmatch(text)
    return _first(found) if found else None


def is_reversed(text: str, one: Dates, span: Span) -> bool:
    """Whether a range ends before it starts. ``span`` is the stretch of prose around it: where its sentence says that a
    date was moved or corrected, the two are no range."""
    if one.last is None or one.last.text >= one.first.text:
        return False
    return MOVED.search(sentence_at(text, span, one.first.span.start).of(text)) is None


def is_an_example(text: str, day: Day, span: Span) -> bool:
    """Whether the sentence of a day that does not exist, in a stretch of prose, speaks of it as of one."""
    return AS_AN_EXAMPLE.search(sentence_at(text, span, day.span.start).of(text)) is not None


def days_between(first: str, last: str) -> int:
    """The days from one day to another, both in ISO form and of the calendar."""
    from datetime import date  # only for a finding

    return (date.fromisoformat(last) - date.fromisoformat(first)).days


def _iso(found: re.Match[str], limit: int) -> Dates | None:
    first = _first(found)
    if not first.exists and (found["time"] or not _is_meant(found.string, first, limit)):
        return None
    last = _last(found, first, limit) if found["last"] else None
    return Dates(first, last, found["joint"].strip()) if last else Dates(first)


def _first(found: re.Match[str]) -> Day:
    return Day(Span(*found.span("first")), int(found["year"]), int(found["month"]), int(found["day"]))


def _last(found: re.Match[str], first: Day, limit: int) -> Day | None:
    """The end of a range; None where it may be something else, so that only the start counts."""
    span, joint = Span(*found.span("last")), found["joint"]
    if found["last_year"]:
        last = Day(span, int(found["last_year"]), int(found["full_month"]), int(found["full_day"]))
        return last if last.exists or _is_meant(found.string, last, limit) else None
    if joint.strip() in ("-", "—"):
        return None  # 2026-09-21 - 12 new machines
    if found["short_month"]:
        month, day = int(found["short_month"]), int(found["short_day"])
        return Day(span, first.year + ((month, day) < (first.month, first.day)), month, day)
    return _same_month(found, first, span, limit)


def _same_month(found: re.Match[str], first: Day, span: Span, limit: int) -> Day | None:
    """The day of the month, of the next one where it lies before the start."""
    is_tight = found["joint"] == found["joint"].strip() and UNSPACED.match(found["joint"])
    ends = ENDS_HERE.match(found.string, span.end, limit)
    if not (is_tight or ends or found["joint"].strip() in ("to", "until", "till", "through")):
        return None  # 2026-09-21 → 12 machines
    day = int(found["only_day"])
    if day >= first.day:
        same = Day(span, first.year, first.month, day)
        return same if same.exists or ends else None
    later = Day(span, first.year + first.month // 12, first.month % 12 + 1, day)
    return later if later.exists else None


def _is_meant(text: str, day: Day, limit: int) -> bool:
    """Whether what is no day of the calendar was meant to be one, and is not an id or a telephone number."""
    before = text[max(day.span.start - LOOK_BACK, 0) : day.span.start]
    return day.is_meant and not ID_BEFORE.search(before) and not MORE_DIGITS.match(text, day.span.end, limit)


def _named(found: re.Match[str]) -> Dates | None:
    name, day, year = (found[part] or found[f"{part}2"] for part in ("name", "day", "year"))
    read = Day(Span(*found.span()), int(year), MONTHS.index(name[:3].lower()) + 1, int(day))
    return Dates(read) if 1 <= read.day <= 31 else None
