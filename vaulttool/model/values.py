"""Values of settings as they compare and print: JSON by content, numbers by value, a bare flag as true."""

from __future__ import annotations

import json
from decimal import Decimal, InvalidOperation
from typing import Any

TRUE = ("", "true", "yes", "on", "1")
FALSE = ("false", "no", "off", "0")
LONGEST_NUMBER = 100


def snake(name: str) -> str:
    """A setting's name as programs spell it: ``--max-model-len`` is ``max_model_len``; one that is no flag stays."""
    return name.lstrip("-").replace("-", "_") if name.startswith("-") else name


def canonical(text: str) -> str:
    """A JSON object or array with sorted keys and even spacing; any other text as it is."""
    content = _content(text)
    if content is None:
        return text
    try:
        printed = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(", ", ": "))
        printed.encode()
    except (RecursionError, UnicodeEncodeError):  # half a character cannot be printed
        return text
    return printed


def same(declared: str, effective: object) -> bool:
    """Whether a declared text says what a program reports: ``effective`` is plain data or text.

    A bare flag, declared as an empty text, is the same as true. ``0.980`` is the same as 0.98, JSON is compared
    by content, ``None`` and ``null`` are the same as None, and all else is compared as text.
    """
    if isinstance(effective, bool):
        return declared.lower() in (TRUE if effective else FALSE)
    if effective is None:
        return declared.lower() in ("none", "null")
    if isinstance(effective, (int, float, Decimal)):
        return _equal_numbers(declared, str(effective))
    if isinstance(effective, (dict, list, tuple)):
        return _alike(_content(declared), effective)
    return _same_text(declared, str(effective))


def _same_text(declared: str, effective: str) -> bool:
    if declared == effective or _equal_numbers(declared, effective):
        return True
    if declared == "":
        return effective.lower() == "true"
    content = _content(declared)
    return content is not None and _alike(content, _content(effective))


def _content(text: str) -> Any:
    """What a text says that is a JSON object or array; None for any other."""
    if not text.lstrip().startswith(("{", "[")):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _equal_numbers(one: str, other: str) -> bool:
    first, second = _number(one), _number(other)
    return first is not None and second is not None and first == second


def _number(text: str) -> Decimal | None:
    """The number that a text writes in digits; None for infinities and for anything else."""
    try:
        number = Decimal(text) if text.isascii() and "_" not in text and len(text) <= LONGEST_NUMBER else None
    except InvalidOperation:
        return None
    return number if number is not None and number.is_finite() else None


def _alike(one: Any, other: Any) -> bool:
    """Equality of plain data in which true is not 1."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_alike(value, other[key]) for key, value in one.items())
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(map(_alike, one, other))
    return isinstance(one, bool) is isinstance(other, bool) and bool(one == other)
