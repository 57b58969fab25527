"""How long the whole Hub takes, compared with rumdl's link rules: medians of alternating runs.

Usage: python bench/against_rumdl.py [RUNS]

Needs the extra `bench` and the vault `../shared/vaults/obsidian-hub.tar.xz`; says so and stops where one is
absent. Exit status 1 if the ratio is above the bar.
"""

from __future__ import annotations

import shutil
import sys
import tarfile
import tempfile
from pathlib import Path

from alternating import medians

BAR = 2.0
RULES = "MD057,MD051,MD042,MD011,MD052"
HUB = Path(__file__).parents[2] / "shared" / "vaults" / "obsidian-hub.tar.xz"


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
        median = medians(
            {
                "vaulttool check": ([ours, "check"], hub),
                "rumdl check --no-cache": ([theirs, "check", "--no-cache", "--enable", RULES, "."], hub),
            },
            runs,
        )
    ratio = median["vaulttool check"] / median["rumdl check --no-cache"]
    print(f"ratio {ratio:.2f} (bar {BAR})")
    return 1 if ratio > BAR else 0


if __name__ == "__main__":
    sys.exit(main())
