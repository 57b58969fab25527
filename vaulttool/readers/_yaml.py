"""Writes plain data as YAML 1.2: one key a line, the innermost maps in braces, quotes only where they are needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from vaulttool.text.yaml_words import text

WIDTH = 118
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
