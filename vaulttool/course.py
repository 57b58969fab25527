"""What a run is doing, and how long it took over each thing."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

Item = TypeVar("Item")
Watcher = Callable[[str, int, int], None]
BETWEEN_LOOKS = 64  # items


class Course:
    """The course of one run. ``watch`` is told what is done now: its name, how many of how many things are done.

    ``took`` are the seconds of each part, in the order in which they began.
    """

    def __init__(self, watch: Watcher | None = None) -> None:
        self.took: dict[str, float] = {}
        self._watch = watch or (lambda name, done, of: None)

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """A part of the run; one of a name that was there before goes on with it."""
        self._watch(name, 0, 0)
        begun = time.perf_counter()
        try:
            yield
        finally:
            self.took[name] = self.took.get(name, 0.0) + time.perf_counter() - begun

    def each(self, name: str, items: Sequence[Item], of: int) -> Iterator[Item]:
        """The items, one after the other; ``of`` is how many they are with those that others see to meanwhile."""
        for done, item in enumerate(items):
            if done % BETWEEN_LOOKS == 0:
                self._watch(name, done * of // len(items), of)
            yield item
