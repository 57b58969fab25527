"""What the tool can say of itself, for the regions of its own manual: rules, settings, commands, kinds, readers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec


class Entry(msgspec.Struct, frozen=True):
    """One thing of a reference: its name, what stands beside it in a table, its page."""

    name: str
    detail: str
    summary: str
    manual: str = ""


class Product(msgspec.Struct, frozen=True):
    """The references, each made only when it is asked for; ``help`` is that of a command as the terminal shows it."""

    rules: Callable[[], Iterable[Entry]] = tuple
    settings: Callable[[], Iterable[Entry]] = tuple
    kinds: Callable[[], Iterable[Entry]] = tuple
    readers: Callable[[], Iterable[Entry]] = tuple
    commands: Callable[[], Sequence[Entry]] = tuple
    help: Callable[[str], str] | Any = None
