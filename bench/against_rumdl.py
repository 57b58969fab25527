"""How long the whole Hub takes, compared with rumdl's link rules: medians of alternating runs.

Run it with `python -m bench against-rumdl [RUNS]`. It needs the extra `bench` and the vault
`../shared/vaults/obsidian-hub.tar.xz`; it says so and stops where one is absent. Exit status 1 if the ratio is above
the bar. `python -m bench` installs rumdl and other tools itself and tells more.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import click

from bench.alternating import Command, medians
from bench.checkout import HUB, OWN, environment, has, unpacked

BAR = 2.0
RULES = "MD057,MD051,MD042,MD011,MD052"


def tool(name: str) -> str | None:
    """A program beside this Python, else on the path."""
    beside = Path(sys.executable).parent / name
    return str(beside) if beside.exists() else shutil.which(name)


@click.command()
@click.argument("runs", type=click.IntRange(1), default=7)
def main(runs: int) -> None:
    """Run the two in turn, print each median and the ratio."""
    theirs = tool("rumdl")
    if theirs is None or not has(HUB):
        print("skipped: needs rumdl (the extra `bench`) and the Hub beside the repository")
        return
    with unpacked(HUB) as hub:
        median = medians(
            {
                "vaulttool check": Command([*OWN, "check", "--no-cache"], hub, environment=environment()),
                "rumdl check --no-cache": Command([theirs, "check", "--no-cache", "--enable", RULES, "."], hub),
            },
            runs,
        )
    ratio = median["vaulttool check"] / median["rumdl check --no-cache"]
    print(f"ratio {ratio:.2f} (bar {BAR})")
    sys.exit(1 if ratio > BAR else 0)
