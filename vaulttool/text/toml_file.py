"""A TOML file with comments, made from its keys: what stands in the top table first, then table by table."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from vaulttool.text.toml import dotted, key, value

WIDTH = 118
CONTROLS = dict.fromkeys((*range(32), *range(127, 160), 0x2028, 0x2029), " ")
UNSET = '"..."'


class Line(NamedTuple):
    """A key by its path from the top, with its value: None where it has none, so that it can only be a comment.

    ``above`` are paragraphs of comment before it, ``beside`` one behind it. ``is_out`` makes a comment of the line,
    which says what holds without it.
    """

    path: tuple[str, ...]
    value: Any
    above: tuple[str, ...] = ()
    beside: str = ""
    is_out: bool = False


def toml_file(lines: Iterable[Line], opening: Iterable[str] = ()) -> str:
    """The text; each paragraph of ``opening`` is a comment at its top. Keys of one table stand together, in the order
    in which they came."""
    tables: dict[tuple[str, ...], list[Line]] = {(): []}
    for line in lines:
        tables.setdefault(line.path[:-1], []).append(line)
    head = [line for paragraph in opening for line in comment(paragraph)]
    return "\n".join([*head, *_tables(tables)]).strip("\n") + "\n"


def _tables(tables: dict[tuple[str, ...], list[Line]]) -> Iterator[str]:
    for path, lines in tables.items():
        yield from ("", f"[{dotted(path)}]") if path else [""]
        for place, line in enumerate(lines):
            if line.above and place:
                yield ""
            for paragraph in line.above:
                yield from comment(paragraph)
            yield _written(line)


def _written(line: Line) -> str:
    """A pair of key and value; behind a ``#`` where it is only told."""
    given = UNSET if line.value is None else value(line.value)
    text = f"{key(line.path[-1])} = {given}"
    hidden = "# " if line.is_out or line.value is None else ""
    beside = f"  # {line.beside.translate(CONTROLS)}" if line.beside else ""
    return f"{hidden}{text}{beside}"


def comment(paragraph: str) -> Iterator[str]:
    """A paragraph as lines of comment."""
    wrapped = textwrap.wrap(paragraph.translate(CONTROLS), WIDTH - 2, break_long_words=False, break_on_hyphens=False)
    yield from (f"# {line}" for line in wrapped or [""])
