"""Numbers as logs and tables print them: thousands commas, ``x``, ``%``, ``~``, both minus signs."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import NamedTuple

WHOLE = r"(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)"
DECIMAL = rf"[-+−]?{WHOLE}(?:\.[0-9]+)?"
NUMBER = re.compile(
    rf"""(?P<about> [~≈]\s? )?
    (?P<number> {DECIMAL} (?: [eE] [-+]? [0-9]{{1,3}} )? )
    (?P<suffix> [x×k%] )?
    (?: \s+ (?P<unit> \S+ ) )?""",
    re.VERBOSE,
)
RANGE = re.compile(rf"(?P<low> {WHOLE}(?:\.[0-9]+)? ) \s? [-–] \s? (?P<high> {WHOLE}(?:\.[0-9]+)? )"
                   r"(?P<percent> % )? (?: \s+ (?P<unit> \S+ ) )?", re.VERBOSE)  # fmt: skip


class Number(NamedTuple):
    """A number as printed: its value, the figure without a unit after a space, and the unit (may be empty)."""

    value: Decimal
    printed: str
    unit: str


def number(text: str) -> Number | None:
    """The number that a text is; None where it is anything else."""
    found = NUMBER.fullmatch(text.strip())
    if not found:
        return None
    suffix, unit = found["suffix"] or "", found["unit"] or ""
    if suffix and suffix != "k" and unit:
        return None  # "3x tok" names two units
    value = decimal(found["number"]).scaleb(3 if suffix == "k" else 0)
    printed = (found["about"] or "").strip() + found["number"] + ("" if suffix == "%" else suffix)
    return Number(value, printed, unit or {"x": "x", "×": "x", "%": "%"}.get(suffix, ""))


def ends(text: str) -> tuple[Number, Number] | None:
    """The two ends of a range such as ``111-112``; None where a text is none."""
    found = RANGE.fullmatch(text.strip())
    if not found:
        return None
    unit = "%" if found["percent"] else found["unit"] or ""
    low, high = (Number(decimal(found[name]), found[name], unit) for name in ("low", "high"))
    return (low, high) if low.value < high.value else None


def decimal(printed: str) -> Decimal:
    """The value of digits with thousands commas and either minus sign; the digits are kept."""
    return Decimal(printed.replace(",", "").replace("−", "-"))


def as_printed(value: Decimal, printed: str) -> str | None:
    """The text of a figure if it differs from how the bare number would be written."""
    shortest = f"{value.normalize():f}"
    return None if printed in (shortest, shortest + ".0") else printed
