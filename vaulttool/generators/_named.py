"""Entries of the manual that a region chooses by name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vaulttool.model.cannot import CannotGenerate
from vaulttool.model.product import Entry
from vaulttool.text.names import nearest


def named(entries: Iterable[Entry], only: Sequence[str]) -> list[Entry]:
    """The entries of these names, all where none is given; ``CannotGenerate`` for a name that none has."""
    entries = list(entries)
    known = [one.name for one in entries]
    for name in only:
        if name not in known:
            found = nearest(name, known, likeness=60)
            help = f'did you mean "{found}"?' if found else f"known are {', '.join(known) or 'none'}"
            raise CannotGenerate(f'nothing is named "{name}"', help)
    return [one for one in entries if not only or one.name in only]
