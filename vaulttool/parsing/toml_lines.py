"""On which line of a TOML text each of its keys is given."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

Keys = tuple[str, ...]


def toml_lines(text: str) -> dict[Keys, int]:
    """The line, from 1, of each key by its path from the top; of a table the line of its header, or of its first key.

    The text must be valid TOML. Statements are told apart by reading each on its own: it ends with the line that makes
    it valid.
    """
    found: dict[Keys, int] = {}
    table: Keys = ()
    for number, statement in _statements(text):
        read = tomllib.loads(statement)
        if statement.startswith("["):
            table = _innermost(read)
            keys = [table]
        else:
            keys = [(*table, *path) for path in _paths(read)]
        for path in keys:
            for depth in range(1, len(path) + 1):
                found.setdefault(path[:depth], number)
    return found


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """The headers and the pairs of key and value, each with its first line."""
    begun, first = "", 0
    for number, line in enumerate(text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n"), start=1):
        if not begun and (not line.strip() or line.lstrip().startswith("#")):
            continue
        first = first if begun else number
        begun = f"{begun}\n{line}" if begun else line.lstrip()
        if _is_whole(begun):
            yield first, begun
            begun = ""


def _is_whole(statement: str) -> bool:
    try:
        tomllib.loads(statement)
    except tomllib.TOMLDecodeError:
        return False
    return True


def _innermost(read: Any) -> Keys:
    """The path of the table that a header opens."""
    path: Keys = ()
    while read:
        ((name, read),) = read.items()
        path = (*path, name)
        read = read[0] if isinstance(read, list) else read
    return path


def _paths(read: Mapping[str, Any]) -> Iterator[Keys]:
    """The paths of all values and inline tables."""
    for name, below in read.items():
        yield (name,)
        if isinstance(below, Mapping):
            yield from ((name, *path) for path in _paths(below))
