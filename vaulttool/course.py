"""What a run is doing, and how long it took over each thing."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Watcher = Callable[[str, int, int], None]


class Course:
    """The course of one run. ``watch`` is told what is done now: its name, how many of how many things are done.

    ``took`` are the seconds of each part, in the order in which they began. ``meanwhile`` is work of this process that
    can be done while others work for it.
    """

    def __init__(self, watch: Watcher | None = None) -> None:
        self.took: dict[str, float] = {}
        self.meanwhile: Callable[[], object] = lambda: None
        self._watch = watch or (lambda name, done, of: None)
        self._within = 0.0  # seconds that parts took which lie within the present one

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """A part of the run; one of a name that was there before goes on with it. What a part within it takes is that
        one's alone."""
        self._watch(name, 0, 0)
        self.took.setdefault(name, 0.0)
        before, self._within = self._within, 0.0
        begun = time.perf_counter()
        try:
            yield
        finally:
            took = time.perf_counter() - begun
            self.took[name] += took - self._within
            self._within = before + took

    def tell(self, name: str, done: int, of: int) -> None:
        """Tell how far a part is: how many of how many things are done."""
        self._watch(name, done, of)
