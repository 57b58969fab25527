"""Times commands in turn, so that a machine that slows down slows all of them."""

from __future__ import annotations

import statistics
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path


def seconds(command: Sequence[str], folder: Path) -> float:
    """The wall time of one run."""
    start = time.perf_counter()
    subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return time.perf_counter() - start


def medians(commands: Mapping[str, tuple[Sequence[str], Path]], runs: int) -> dict[str, float]:
    """The median of each command (with the folder it runs in) over alternating runs, printed on the way."""
    times: dict[str, list[float]] = {name: [] for name in commands}
    for number in range(runs + 1):
        for name, (command, folder) in commands.items():
            took = seconds(command, folder)
            if number:  # the first round only warms the file cache
                times[name].append(took)
    for name, measured in times.items():
        median = statistics.median(measured)
        print(f"{name:32} median {median:6.2f} s  (min {min(measured):.2f}, max {max(measured):.2f})")
    return {name: statistics.median(measured) for name, measured in times.items()}
