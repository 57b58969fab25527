"""Times commands in turn, so that a machine that slows down slows all of them."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

MEBIBYTE = 1 << 20


class Command(NamedTuple):
    """A program with its arguments, the folder that it runs in, and what is to be done before each run, untimed."""

    arguments: Sequence[str]
    folder: Path
    before: Callable[[], None] | None = None
    environment: Mapping[str, str] | None = None


class Cost(NamedTuple):
    """What a run took: seconds, seconds of processors, MiB of its largest process, MiB of all at once if watched; and
    how it ended."""

    wall: float
    processor: float
    largest: float
    together: float
    status: int


def cost(command: Command, watched: bool = False) -> Cost:
    """Run a command, its output thrown away. ``watched`` adds up the memory of its processes, where /proc tells."""
    if command.before is not None:
        command.before()
    peak = [0]
    quiet = subprocess.DEVNULL
    start = time.perf_counter()
    process = subprocess.Popen(
        command.arguments, cwd=command.folder, stdin=quiet, stdout=quiet, stderr=quiet, env=command.environment
    )
    watcher = threading.Thread(target=_watch, args=(process.pid, peak))
    if watched:
        watcher.start()
    _, status, used = os.wait4(process.pid, 0)  # what its children used is in it, once it has waited for them
    wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if watched:
        watcher.join()
    largest = used.ru_maxrss / (MEBIBYTE if sys.platform == "darwin" else 1024)
    together = max(largest, peak[0] / MEBIBYTE)
    return Cost(wall, used.ru_utime + used.ru_stime, largest, together, process.returncode)


def _watch(process: int, peak: list[int]) -> None:
    """Note the most memory that a process and its children hold together; pages that they share count in each."""
    page = os.sysconf("SC_PAGE_SIZE")
    while os.path.exists(f"/proc/{process}/statm"):
        peak[0] = max(peak[0], page * sum(_resident(one) for one in _family(process)))
        time.sleep(0.02)


def _family(process: int) -> Iterator[int]:
    """A process and all below it."""
    yield process
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text("ascii").split()
    except OSError:
        return
    for child in children:
        yield from _family(int(child))


def _resident(process: int) -> int:
    """The pages that a process holds; 0 if it is gone."""
    try:
        return int(Path(f"/proc/{process}/statm").read_text("ascii").split()[1])
    except (OSError, IndexError):
        return 0


def in_turn(
    commands: Mapping[str, Command], pairs: int, warm: bool = True, watched: bool = False
) -> dict[str, list[Cost]]:
    """The costs of each command over so many rounds A B A B. A round that is not counted warms the file cache before
    them, unless the caller has done so."""
    costs: dict[str, list[Cost]] = {name: [] for name in commands}
    for number in range(pairs + warm):
        for name, command in commands.items():
            took = cost(command, watched)
            if number or not warm:
                costs[name].append(took)
    return costs


def medians(commands: Mapping[str, Command], runs: int) -> dict[str, float]:
    """The median wall time of each command over rounds in turn, printed on the way."""
    found = {name: [one.wall for one in costs] for name, costs in in_turn(commands, runs).items()}
    for name, walls in found.items():
        median = statistics.median(walls)
        print(f"{name:32} median {median:6.2f} s  (min {min(walls):.2f}, max {max(walls):.2f})")
    return {name: statistics.median(walls) for name, walls in found.items()}


def output(command: Command, limit: float | None = None) -> str:
    """All that a command prints, its errors included, through a file, as some write more than a pipe holds. Raises
    ``subprocess.TimeoutExpired`` after so many seconds."""
    if command.before is not None:
        command.before()
    with tempfile.TemporaryFile() as file:
        subprocess.run(
            command.arguments,
            cwd=command.folder,
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            env=command.environment,
            check=False,
            timeout=limit,
        )
        file.seek(0)
        return file.read().decode("utf-8", errors="replace")
