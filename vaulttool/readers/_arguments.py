"""The line ``non-default args: {...}`` of vLLM: a Python dict, read and never executed."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from vaulttool.readers import _names, _values
from vaulttool.readers._reading import Line, ReadingError, Scalar

MEMBER = re.compile(r"<(?P<name>[A-Za-z_][\w.]*): [^<>]*>")  # how Python prints the member of an enumeration


def arguments(text: str, line: Line) -> Mapping[str, Scalar]:
    """The settings in a printed dict; ``ReadingError`` where it is cut or no dict."""
    printed = _parsed(text) or _parsed(MEMBER.sub(lambda found: repr(found["name"].rpartition(".")[2]), text))
    if printed is None:
        raise ReadingError(
            'the dict after "non-default args:" is cut, or no Python dict',
            'save the log again; "journalctl -o json" does not cut lines (reader "journal-json")',
            [line],
        )
    found: dict[str, Scalar] = {}
    for key, node in zip(printed.keys, printed.values, strict=True):
        name = _names.setting(str(_value(key))) if key else ""
        if not name or name in found:
            raise ReadingError('the dict after "non-default args:" has a key that is no name, or doubled', "", [line])
        found[name] = _values.value(name, _value(node))
    return found


def _parsed(text: str) -> ast.Dict | None:
    try:
        body = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return body if isinstance(body, ast.Dict) else None


def _value(node: ast.expr) -> Any:
    """The value of a literal; of anything else its text."""
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return ast.unparse(node)
    return Decimal(repr(value)) if isinstance(value, float) and abs(value) < float("inf") else value
