"""Writes plain data as YAML 1.2: one key a line, the innermost maps in braces, quotes only where they are needed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

WIDTH = 118
INDICATORS = tuple("-?:,[]{}#&*!|>'\"%@` ")  # what a plain text may not begin with
READ_OTHERWISE = re.compile(  # than as text, by the core schema of YAML 1.2, or by a parser that knows no plain "="
    r"~|null|Null|NULL|true|True|TRUE|false|False|FALSE|<<|=|[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+"
    r"|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)|\.\.\..*"
)
UNPRINTABLE = r"\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff"
NOT_PLAIN = re.compile(rf":(?:\s|$)|\s\#|[,\[\]{{}}{UNPRINTABLE}]|\s$")
ESCAPED = re.compile(f"[{UNPRINTABLE}]")
LONGEST_PLAIN = 40  # digits of a number without an exponent


def written(data: Mapping[str, Any]) -> str:
    """The data as a document, keys in their order."""
    return "\n".join(_block(data, "")) + "\n"


def _block(data: Mapping[str, Any], indent: str) -> Iterator[str]:
    """The lines of a map, one or more a key."""
    for key, value in data.items():
        name = f"{indent}{text(key)}:"
        if not isinstance(value, Mapping):
            yield f"{name} {scalar(value)}"
            continue
        line = f"{name} {_braces(value)}"
        if not value or (len(line) <= WIDTH and not any(isinstance(inner, Mapping) for inner in value.values())):
            yield line
        else:
            yield name
            yield from _block(value, indent + "  ")


def _braces(data: Mapping[str, Any]) -> str:
    return "{" + ", ".join(f"{text(key)}: {scalar(value)}" for key, value in data.items()) + "}"


def scalar(value: Any) -> str:
    """One value: a truth value, a number with its digits, or a text."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return number(value) if isinstance(value, int | Decimal) else text(str(value))


def number(value: int | Decimal) -> str:
    """A number without an exponent, unless it would be very long."""
    exact = Decimal(value)
    if abs(exact.adjusted()) < LONGEST_PLAIN and len(exact.as_tuple().digits) < LONGEST_PLAIN:
        return f"{exact:f}"
    first, _, exponent = f"{exact:e}".partition("e")
    return f"{first if '.' in first else first + '.0'}e{exponent}"


def text(value: str) -> str:
    """A text, in quotes only where it would be read otherwise without."""
    if value and value[0] not in INDICATORS and not READ_OTHERWISE.fullmatch(value) and not NOT_PLAIN.search(value):
        return value
    if '"' in value and not ESCAPED.search(value):
        return "'" + value.replace("'", "''") + "'"
    return ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(value, ensure_ascii=False))
