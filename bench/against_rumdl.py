"""How long the whole Hub takes, compared with rumdl's link rules: medians of alternating runs.

Usage: python bench/against_rumdl.py [RUNS]

Needs the extra `bench` and the vault `../shared/vaults/obsidian-hub.tar.xz`; says so and stops where one is
absent. Exit status 1 if the ratio is above the bar.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

BAR = 2.0
RULES = "MD057,MD051,MD042,MD011,MD052"
HUB = Path(__file__).parents[2] / "shared" / "vaults" / "obsidian-hub.tar.xz"


def seconds(command: Sequence[str], folder: Path) -> float:
    """The wall time of one run."""
    start = time.perf_counter()
    subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return time.perf_counter() - start


def tool(name: str) -> str | None:
    """A program beside this Python, else on the path."""
    beside = Path(sys.executable).parent / name
    return str(beside) if beside.exists() else shutil.which(name)


def main() -> int:
    """Run the two in turn, print each median and the ratio."""
    ours, theirs = tool("vaulttool"), tool("rumdl")
    if not (ours and theirs and HUB.exists()):
        print("skipped: needs vaulttool, rumdl (the extra `bench`) and the Hub beside the repository")
        return 0
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(HUB) as packed:
            packed.extractall(folder, filter="data")
        hub = Path(folder) / "obsidian-hub"
        commands = {
            "vaulttool check": [ours, "check"],
            "rumdl check --no-cache": [theirs, "check", "--no-cache", "--enable", RULES, "."],
        }
        times: dict[str, list[float]] = {name: [] for name in commands}
        for number in range(runs + 1):
            for name, command in commands.items():
                took = seconds(command, hub)
                if number:  # the first round only warms the file cache
                    times[name].append(took)
    for name, measured in times.items():
        print(
            f"{name:24} median {statistics.median(measured):6.2f} s  (min {min(measured):.2f}, max {max(measured):.2f})"
        )
    ratio = statistics.median(times["vaulttool check"]) / statistics.median(times["rumdl check --no-cache"])
    print(f"ratio {ratio:.2f} (bar {BAR})")
    return 1 if ratio > BAR else 0


if __name__ == "__main__":
    sys.exit(main())
