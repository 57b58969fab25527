"""Columns of generated tables: which are wanted, and what may be missing in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from vaulttool.model.cannot import CannotGenerate
from vaulttool.text.names import nearest
from vaulttool.text.table import table

Thing = TypeVar("Thing")
DASH = "—"  # what stands for a value that may be missing
OPTIONAL = "?"


def tabled(
    wanted: Iterable[str],
    known: Mapping[str, str],
    things: Iterable[tuple[Thing, str]],
    cell: Callable[[Thing, str], str | None],
) -> Iterator[str]:
    """The lines of a table with a row a thing; beside each thing stand the words for it in an error. ``known`` has
    the heading of every column there is, ``cell`` gives what a thing has for a column."""
    names = columns(wanted, known)
    things = list(things)
    if not things:
        raise CannotGenerate("nothing is asked for, so there is no row", "change the arguments, or take the region out")
    rows = [[needed(cell(thing, name), optional, words, name) for name, optional in names] for thing, words in things]
    yield from table([known[name] for name, _ in names], rows)


def columns(wanted: Iterable[str], known: Mapping[str, str] | None = None) -> list[tuple[str, bool]]:
    """The columns by name, and whether each may be missing (``name?``). ``CannotGenerate`` for a name that is none."""
    found = [(name.removesuffix(OPTIONAL), name.endswith(OPTIONAL)) for name in wanted]
    if not found:
        raise CannotGenerate("no column is asked for", 'name some: columns="..."')
    for name, _ in found if known is not None else ():
        if name not in (known or ()):
            close = nearest(name, list(known or ()), likeness=60)
            help = f'did you mean "{close}"?' if close else f"known are {', '.join(known or ())}"
            raise CannotGenerate(f'no column is named "{name}"', help)
    return found


def needed(value: str | None, optional: bool, thing: str, name: str) -> str:
    """A value for a cell, which is never empty: a missing one is a dash where it may be missing, else an error."""
    if value is not None and value.strip():
        return value
    if optional:
        return DASH
    raise CannotGenerate(f'{thing} has no "{name}"', f'add it, or write "{name}?" in columns')
