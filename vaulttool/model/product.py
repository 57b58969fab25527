"""What the tool can say of itself, for the regions of its own manual: rules, settings, commands, kinds, readers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec


class Entry(msgspec.Struct, frozen=True):
    """One thing of a reference: its name, what stands beside it in a table, its page."""

    name: str
    detail: str
    summary: str
    manual: str = ""


class Product(msgspec.Struct, frozen=True):
    """The references, each made only when it is asked for, and the schema of the configuration."""

    rules: Callable[[], Iterable[Entry]] = tuple
    settings: Callable[[], Iterable[Entry]] = tuple
    kinds: Callable[[], Iterable[Entry]] = tuple
    readers: Callable[[], Iterable[Entry]] = tuple
    commands: Callable[[], Sequence[Entry]] = tuple
    schema: Callable[[], str] = str
