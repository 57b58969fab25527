"""Accept lengths in prose with their rate and draft depth, and whether they count the bonus token."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from vaulttool.model.definitions import fitting
from vaulttool.parsing.prose import Prose
from vaulttool.text.intervals import Interval, exact
from vaulttool.text.numbers import Printed, printed
from vaulttool.text.span import Span

NUMBER = r"[0-9]{1,2}(?:\.[0-9]{1,3})?"
SHARE = r"(?:0\.[0-9]{1,3}|[0-9]{1,2}(?:\.[0-9]{1,2})?[ ]?%)"
PAIR = re.compile(  # accept length 2.9-4.3 tokens per draft, acceptance ~0.60; mean acceptance length 7.00 / 85.7%
    rf"""
    \baccept(?:ance|ed)?[ ]length[ ](?:(?:of|was|is)[ ])?~?(?P<low>{NUMBER})(?:[–-](?P<high>{NUMBER}))?
    (?:[ ]tok(?:ens?)?)?(?:(?:[ ]per[ ]|/)(?:draft|step))?
    (?: [ ]?[/(,;]?[ ]? (?:at[ ])?
      | ,?[ ](?:and[ ]|with[ ])? (?:an?[ ])? acceptance(?:[ ]rate)?(?:[ ](?:of|about))?[ ] )
    (?P<rate>~?{SHARE}) (?![0-9]|\.[0-9])
    """,
    re.VERBOSE | re.IGNORECASE,
)
DEPTH = re.compile(r"""\bnum_speculative_tokens\\?["']?[ ]*[:=][ ]*["']?(?P<depth>[0-9]{1,2})\b""")
DEPTH_IN_WORDS = re.compile(r"\bdepth[ ](?P<depth>[0-9]{1,2})\b", re.IGNORECASE)
BONUS = re.compile(r"\bbonus\b", re.IGNORECASE)


class Reading(NamedTuple):
    """An accept length, where it stands, and the definition that fits its rate."""

    span: Span
    text: str
    fits: str
    depth: int


def readings(page: Prose) -> Iterator[Reading]:
    """The accept lengths of a page that only one definition fits; none without the one draft depth that it gives, and
    none where it speaks of the bonus token."""
    if BONUS.search(page.plain) or "accept" not in page.plain.casefold():
        return
    depth = _depth(page)
    for found in PAIR.finditer(page.plain) if depth else ():
        length = _interval(found["low"], found["high"])
        rate = _share(found["rate"])
        fits = fitting(length, rate, exact(depth)) if length and rate and depth else None
        if fits and depth:
            span = Span(found.start("low"), found.end("high") if found["high"] else found.end("low"))
            yield Reading(span, span.of(page.text), fits, depth)


def _depth(page: Prose) -> int | None:
    for pattern in (DEPTH, DEPTH_IN_WORDS):
        found = {int(one["depth"]) for one in pattern.finditer(page.text)}
        if found:
            return found.pop() if len(found) == 1 else None
    return None


def _interval(low: str, high: str | None) -> Interval | None:
    first, last = printed(low), printed(high or low)
    return Interval(first.interval.low, last.interval.high) if first and last else None


def _share(text: str) -> Interval | None:
    found: Printed | None = printed(text.replace(" ", ""))
    if found is None:
        return None
    return found.interval / exact(100) if found.measure == "%" else found.interval
