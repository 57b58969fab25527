"""What a run is doing, shown on a terminal once it has lasted a second; gone when it ends."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from vaulttool.course import Course

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE = 1.0  # seconds
BETWEEN = 0.1  # seconds between two pictures: people see no more


class Display:
    """Shows the course of a run on standard error."""

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._next = self._begun + PATIENCE
        self._shown: Progress | None = None

    def watch(self, name: str, done: int, of: int) -> None:
        """Show what is done now, if it is time to."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + BETWEEN
        if self._shown is None:
            self._shown = _progress()
            self._shown.start()
        for task in self._shown.task_ids:
            self._shown.remove_task(task)
        self._shown.add_task(name, completed=done, total=of or None)
        self._shown.refresh()

    def end(self) -> None:
        """Take the display away."""
        if self._shown is not None:
            self._shown.stop()
            self._shown = None
        self._next = float("inf")


@contextmanager
def watched() -> Iterator[Course]:
    """The course of a run, shown where people look at standard error."""
    display = Display() if sys.stderr is not None and sys.stderr.isatty() else None
    course = Course(display.watch if display else None)
    course.took["start"] = time.process_time()  # until now: Python and what it imported
    try:
        yield course
    finally:
        if display:
            display.end()


def _progress() -> Progress:
    """The bar: what is done, how much of it, for how long. It is drawn when it is told to and by no thread, since a run
    may fork."""
    from rich.console import Console  # only where it is needed: it takes time to import
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False)
