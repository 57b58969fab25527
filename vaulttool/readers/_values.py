"""Values of settings as a run file holds them: text, number, true or false; anything deeper as JSON text.

What looks like a password by its name is left out: a run file lies in git.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from vaulttool.readers._reading import Scalar

SECRET = re.compile(r"(?:^|[_-])(?:api_?keys?|tokens?_?file|(?<!max_)token|passw(?:or)?d|secrets?|credentials?)$", re.I)
LEFT_OUT = "(left out)"
SURROGATE = re.compile("[\ud800-\udfff]")


def value(name: str, given: Any) -> Scalar:
    """The value of a setting."""
    if SECRET.search(name) and given not in (None, "", True, False):
        return LEFT_OUT
    if isinstance(given, float):
        return Decimal(repr(given)) if abs(given) < float("inf") else repr(given)
    if isinstance(given, bool | int | Decimal):
        return given
    return clean(given) if isinstance(given, str) else nested(given)


def nested(given: Any) -> str:
    """Data as canonical JSON text, keys sorted, as the settings of units are printed; what JSON lacks as its text."""
    return clean(json.dumps(_without_secrets(given), sort_keys=True, separators=(", ", ": "), ensure_ascii=False))


def clean(text: str) -> str:
    """Text without halves of characters, which no file can hold."""
    return SURROGATE.sub("\ufffd", text)


def _without_secrets(given: Any) -> Any:
    """The data as JSON can hold it."""
    if isinstance(given, Mapping):
        return {
            str(key): LEFT_OUT if SECRET.search(str(key)) and item else _without_secrets(item)
            for key, item in given.items()
        }
    if isinstance(given, list | tuple):
        return [_without_secrets(item) for item in given]
    if isinstance(given, Decimal):
        return int(given) if given == given.to_integral_value() and abs(given) < 2**63 else float(given)
    if isinstance(given, set | frozenset):
        return sorted(str(item) for item in given)
    return given if given is None or isinstance(given, str | bool | int | float) else str(given)
