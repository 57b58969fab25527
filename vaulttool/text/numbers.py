"""Numbers as people print them: read with their digits counted, compared with a datum, written in the same dress."""

from __future__ import annotations

import re
from decimal import MAX_EMAX, MIN_EMIN, ROUND_HALF_UP, Context, Decimal
from typing import NamedTuple

from vaulttool.text.intervals import Interval, rounding
from vaulttool.text.measures import NAMES, measure_named
from vaulttool.text.span import Span

LONGEST = 80  # characters of a figure with its unit; what is longer is no figure
POWERS = {"k": 3, "M": 6}
NO_MEASURE_AFTER = ("x", "×", "%")
BLANK = r"[ \u00a0\u2009\u202f]"
NUMBER = rf"""
    (?P<number>
        (?P<mark> [~≈]{BLANK}? | [Aa]bout{BLANK} )?
        (?P<sign> [-−+] )?
        (?P<digits>
            (?: [1-9][0-9]{{0,2}}(?:,[0-9]{{3}})+ | 0 | [1-9][0-9]* )
            (?: \.[0-9]+ )?
        )
        (?P<suffix> (?: [x×%kM] | [eE][-+]?[0-9]{{1,2}} )(?![0-9A-Za-z]) )?
    )
"""
WORDS = "|".join(re.escape(word) for word in sorted(NAMES, key=len, reverse=True))
UNIT = rf"(?: {BLANK}?(?P<unit> {WORDS} ) )?"
EMPHASIS = "[*_`]{0,4}"
WHOLE_TEXT = re.compile(NUMBER + UNIT, re.VERBOSE)
# What may stand before a number is listed, not what may not: in doubt it is part of a date, a version, a range, a path.
FIGURE_AT_END = re.compile(
    rf"""
    (?: \A | [\s(\[{{"'“‘„«|=<>≤≥—] ){EMPHASIS}
    {NUMBER}{EMPHASIS}
    {UNIT}{EMPHASIS}
    (?: [,.] | {BLANK}* )\Z  # a dot and a blank would be the number of a list item
    """,
    re.VERBOSE,
)
FIRST_OF_SPACED_THOUSANDS = re.compile(rf"(?<![\w.,:/−-])[0-9]{{1,3}}{BLANK}\Z")
MARK = re.compile(rf"[~≈]{BLANK}?|[Aa]bout{BLANK}")


class Printed(NamedTuple):
    """A number as it stands in a text.

    ``text`` has its sign, ``~`` and suffix, and no unit; ``value`` has the multiplier applied (2.8k is 2800).
    ``exponent`` is that of the last digit that counts: -2 in 31.86, 2 in 2.8k, 0 in 400 but 2 in ~400. ``unit`` is the
    unit's word as written after the number.
    """

    text: str
    value: Decimal
    exponent: int
    approximate: bool
    grouped: bool
    signed: bool
    suffix: str
    unit: str

    @property
    def power(self) -> int:
        """The power of ten that the suffix stands for: 3 in 2.8k, 9 in 1.5e9."""
        return int(self.suffix[1:]) if self.suffix[:1] in ("e", "E") else POWERS.get(self.suffix, 0)

    @property
    def measure(self) -> str | None:
        """The unit of measure that its suffix or its unit's word stands for, None where it has none."""
        return measure_named(self.unit or self.suffix)

    @property
    def interval(self) -> Interval:
        """What may have been rounded to it; of an approximate number no more than two digits count."""
        exponent = int(self.value.as_tuple().exponent)
        return rounding(self.value, max(exponent, self.value.adjusted() - 1) if self.approximate else exponent)


def printed(text: str) -> Printed | None:
    """The number that is the whole text, its unit apart; None where the text is anything else."""
    found = WHOLE_TEXT.fullmatch(text) if len(text) <= LONGEST else None
    return None if found is None else _read(found)


def last_number(text: str, end: int) -> tuple[Span, Printed] | None:
    """The number that ends at an offset of the text, and the span of its sign, ``~``, digits and suffix.

    It may be emphasised or code, with one unit of measure after it, and a comma or full stop. None where what stands
    there is none: a date, a version, a range, part of a word, thousands that are grouped badly.
    """
    first = max(end - LONGEST, 0)
    start = max(text.rfind("\n", first, end) + 1, text.rfind("\r", first, end) + 1, first)
    found = FIGURE_AT_END.search(text[start:end])
    if found is None or (found.start() == 0 and _goes_on_before(text, start)) or _is_spaced(found):
        return None
    read = _read(found)
    return None if read is None else (Span(start + found.start("number"), start + found.end("number")), read)


def rounds_to(value: Decimal, like: Printed) -> bool:
    """Whether the value, rounded either way at a tie, is the number as printed."""
    half = Decimal(5).scaleb(like.exponent - 1)
    exactly = Context(prec=4 * LONGEST)
    return exactly.subtract(like.value, half) <= value <= exactly.add(like.value, half)


def written_like(value: Decimal, like: Printed) -> str:
    """The value in the dress of a printed number: as many decimals, grouped or not, its signs, ``~`` and suffix.

    It is rounded half up. Law: `rounds_to` holds between the value and what is written.
    """
    digits = abs(value.adjusted()) + len(value.as_tuple().digits) + 4 * LONGEST
    exactly = Context(prec=digits, Emin=MIN_EMIN, Emax=MAX_EMAX)
    step = Decimal((0, (1,), _last_digit(value, like)))
    rounded = value.quantize(step, ROUND_HALF_UP, exactly).scaleb(-like.power, exactly)
    number = format(rounded.copy_abs(), ",f" if like.grouped else "f")
    mark = MARK.match(like.text)
    return (mark[0] if mark else "") + _sign(rounded, like) + number + like.suffix


def plain(value: Decimal) -> str:
    """A number in full, without exponent and with the zeros that it ends in."""
    return format(value, "f")


def _goes_on_before(text: str, start: int) -> bool:
    return start > 0 and text[start - 1] not in "\r\n"


def _is_spaced(found: re.Match[str]) -> bool:
    """Whether the number is the end of one like 10 500, with a blank between the thousands."""
    before = found.string[: found.start("number")]
    return len(found["number"]) == 3 and FIRST_OF_SPACED_THOUSANDS.search(before) is not None


def _read(found: re.Match[str]) -> Printed | None:
    mark, sign, digits, suffix, unit = (found[name] or "" for name in ("mark", "sign", "digits", "suffix", "unit"))
    if suffix in NO_MEASURE_AFTER and unit:
        return None
    unscaled = Printed(found["number"], Decimal(), 0, bool(mark), "," in digits, sign == "+", suffix, unit)
    number = digits.replace(",", "")
    minus = "-" if sign in ("-", "−") else ""
    zeros = len(number) - len(number.rstrip("0")) if mark and number.isdecimal() and number != "0" else 0
    value = Decimal(f"{minus}{number}e{unscaled.power}")
    return unscaled._replace(value=value, exponent=int(value.as_tuple().exponent) + zeros)


def _last_digit(value: Decimal, like: Printed) -> int:
    """The exponent of the last digit to write; an approximate value smaller than the old one keeps its first digit."""
    return max(min(like.exponent, like.power), min(like.exponent, value.adjusted()))


def _sign(number: Decimal, like: Printed) -> str:
    if number < 0:
        return "−" if "−" in like.text else "-"
    return "+" if like.signed else ""
