"""Keys and values as TOML writes them on one line."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
ESCAPES = {ord('"'): '\\"', ord("\\"): "\\\\", ord("\n"): "\\n", ord("\t"): "\\t", ord("\r"): "\\r"} | {
    code: f"\\u{code:04x}" for code in (*range(9), 11, 12, *range(14, 32), *range(127, 160), 0x2028, 0x2029)
}


def key(name: str) -> str:
    """A key, quoted where it must be."""
    return name if BARE_KEY.fullmatch(name) else string(name)


def dotted(names: Sequence[str]) -> str:
    """The keys of a path, as a header or a dotted key has them."""
    return ".".join(map(key, names))


def string(text: str) -> str:
    """A basic string. Controls and line separators are escaped; half of a surrogate pair, which no file in UTF-8 can
    hold, becomes ``?``."""
    return f'"{text.encode("utf-8", "replace").decode().translate(ESCAPES)}"'


def value(given: Any) -> str:
    """A text, number, truth, list or table. ``ValueError`` for what TOML cannot say, such as None."""
    if isinstance(given, bool):
        return "true" if given else "false"
    if isinstance(given, str):
        return string(given)
    if isinstance(given, int):
        return str(given)
    if isinstance(given, float):
        return str(given) if math.isfinite(given) else repr(given)
    if isinstance(given, Mapping):
        inside = ", ".join(f"{key(name)} = {value(one)}" for name, one in given.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(given, Sequence):
        return f"[{', '.join(map(value, given))}]"
    raise ValueError(f"TOML has no way to write {given!r}")
