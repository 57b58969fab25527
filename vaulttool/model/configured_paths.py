"""The configuration after files have moved: the paths and globs in it that named them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from vaulttool.text.span import Span

TOKEN = re.compile(
    r"""
      \#[^\r\n]*+                                        # a comment
    | \"{3}(?:\\.|[^\\])*?\"{3} | '{3}.*?'{3}            # texts of several lines hold no path
    | "(?P<double>(?:\\.|[^"\\\r\n])*+)"
    | '(?P<single>[^'\r\n]*+)'
    """,
    re.VERBOSE | re.DOTALL,
)
GLOBS = frozenset(("exclude", "extra-files", "repository-files"))
KEYS = frozenset((("per-file-ignores",), ("schemas", "paths")))  # tables whose keys are globs
OF_COUNTS, OF_OUTPUTS = frozenset(("file", "glob")), frozenset(("file", "env", "glob", "folder"))
OF_RULES = frozenset(("files", "ignore", "exclude"))
Keys = tuple[str | int, ...]


class Configured(NamedTuple):
    """The text of a configuration with new paths; ``parts`` counts them, ``left`` are the old ones that stand where it
    cannot be told whether they are paths."""

    text: str
    parts: int
    left: tuple[str, ...]


def rewritten(text: str, new: Callable[[str], str]) -> Configured:
    """A configuration (TOML) with its paths and globs as ``new`` gives them; quotes, comments and order stay."""
    after, parts, shift = text, 0, 0
    left = []
    for span, is_double in _texts(text):
        value = span.of(text)
        wanted = new(value)
        if wanted == value or (is_double and not wanted.isprintable()):
            continue
        written = wanted.replace("\\", "\\\\").replace('"', '\\"') if is_double else wanted
        tried = after[: span.start + shift] + written + after[span.end + shift :]
        places = list(_changed(_read(after), _read(tried), ()))
        if len(places) == 1 and _holds_paths(places[0]):
            after, parts, shift = tried, parts + 1, shift + len(written) - len(value)
        elif places and "/" in value:
            left.append(value)
    return Configured(after, parts, tuple(left))


def _texts(text: str) -> Iterator[tuple[Span, bool]]:
    """The places of the texts in quotes, on one line and without escapes; whether the quotes are double ones."""
    for found in TOKEN.finditer(text):
        name = found.lastgroup
        if name is not None and "\\" not in found[name]:
            yield Span(*found.span(name)), name == "double"


def _read(text: str) -> Any:
    """What a configuration says; in a pyproject.toml the table of this tool alone. None for one that is no TOML."""
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None
    return content.get("tool", {}).get("vaulttool", content)


def _changed(before: Any, after: Any, keys: Keys) -> Iterator[Keys]:
    """The keys at which two contents differ; of a key with another name those of its table and a star."""
    if isinstance(before, dict) and isinstance(after, dict):
        gone, come = before.keys() - after.keys(), after.keys() - before.keys()
        if gone or come:
            yield (*keys, "*")
        for key in before.keys() & after.keys():
            yield from _changed(before[key], after[key], (*keys, key))
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for index, (one, other) in enumerate(zip(before, after, strict=True)):
            yield from _changed(one, other, (*keys, index))
    elif before != after:
        yield keys


def _holds_paths(keys: Keys) -> bool:
    """Whether what stands at these keys is a path or glob."""
    first, last = keys[0], keys[-1]
    if last == "*":
        return keys[:-1] in KEYS
    return (
        (first in GLOBS and len(keys) == 2)
        or (first == "counts" and last in OF_COUNTS)
        or (first == "outputs" and keys[2:3] == ("arguments",) and last in OF_OUTPUTS)
        or (first == "rules" and len(keys) == 4 and keys[2] in OF_RULES)
    )
