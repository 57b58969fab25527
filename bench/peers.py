"""How long vaulttool takes beside other tools on the same vaults: pairs in turn, medians and ratios.

Run it with `python -m bench`. It makes environments of its own in a folder of the user's for caches, or in `--env DIR`,
and installs vaulttool and the other tools there; one that cannot be installed is named and left out. The results lie in
`bench/results/DATE.json` after each comparison, so that a run that was stopped goes on where it was; with `--publish`
they go into the manual. `--quick` runs one pair each and keeps nothing.
"""

from __future__ import annotations

import datetime
import os
import platform
import statistics
import subprocess
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from bench import results
from bench.alternating import in_turn, output
from bench.programs import cache_folder, installed
from bench.ratios import pairs_within, ratio
from bench.situations import Comparison, comparisons, laid
from bench.tools import Tool

KIND = "speed"
HEADING = "Beside other tools"
MOST = 300.0  # seconds for the pairs of one comparison: a tool that takes minutes is not run fourteen times
LIMIT = 900.0  # seconds for the first run of a tool
FAILED = "failed"
OURS = Tool("vaulttool", "vaulttool", "", lambda *_: (), r"(\d+) notes?,", r"(\d+) links?:")


@click.command()
@click.option("--pairs", type=click.IntRange(1), default=7, show_default=True, help="Pairs of each comparison.")
@click.option("--quick", is_flag=True, help="One pair each; nothing is kept.")
@click.option("--only", default="", metavar="TEXT", help="Only comparisons whose key holds TEXT.")
@click.option("--env", "folder", type=click.Path(path_type=Path), metavar="DIR", help="Where the programs are put.")
@click.option("--again", is_flag=True, help="Measure again what this day's results hold already.")
@click.option("--date", default=lambda: datetime.date.today().isoformat(), metavar="DAY", help="Default: today.")
@click.option("--most", default=MOST, show_default=True, metavar="SECONDS", help="Limit for a comparison's pairs.")
@click.option("--publish", is_flag=True, help="Write the ratios into the manual, too.")
def main(
    pairs: int,
    quick: bool,
    only: str,
    folder: Path | None,
    again: bool,
    date: str,
    most: float,
    publish: bool,
) -> None:
    """vaulttool and other tools on the same vaults, in turn."""
    programs = installed(folder or cache_folder() / "programs")
    for name, why in programs.absent.items():
        print(f"left out: {name} ({why})")
    place = results.FOLDER / f"{date}.json"
    kept = {} if quick else results.of_this_code(place)
    kept |= {"date": date, "machine": machine(), "versions": programs.versions, "absent": programs.absent}
    known: dict[str, Any] = kept.setdefault("comparisons", {})
    with tempfile.TemporaryDirectory() as top:
        stage = laid(programs, Path(top))
        if not stage.caches:
            print("left out: the warm situations, since `vaulttool check` has no option --no-cache")
        for one in comparisons(stage):
            if only in one.key and (again or one.key not in known or FAILED in known[one.key]):
                known[one.key] = measured(one, 1 if quick else pairs * one.times, most)
                print(line(known[one.key]), flush=True)
                if not quick:
                    results.save(place, kept)
    if publish and not quick:
        results.publish(KIND, date, run_of(kept))


def machine() -> dict[str, Any]:
    """What the figures depend on."""
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return {"processors": processors, "system": platform.system(), "python": platform.python_version()}


def measured(one: Comparison, pairs: int, most: float) -> dict[str, Any]:
    """Run a comparison: once for what each prints, which also fills the caches, and then the pairs."""
    start = time.perf_counter()
    try:
        told = {"ours": output(one.ours, LIMIT), "theirs": output(one.theirs, LIMIT)}
    except subprocess.TimeoutExpired:
        return {"title": one.title, FAILED: f"a run took more than {LIMIT:.0f} seconds"}
    count = pairs_within(pairs, time.perf_counter() - start, most)
    costs = in_turn({"ours": one.ours, "theirs": one.theirs}, count, warm=False)
    statuses = {cost.status for cost in costs["ours"]} - {0, 1}
    others = {cost.status for cost in costs["theirs"]} - set((one.tool or OURS).fine)
    if statuses or others:
        return {"title": one.title, FAILED: {"ours": sorted(statuses), "theirs": sorted(others)}}
    walls = {side: [cost.wall for cost in runs] for side, runs in costs.items()}
    of_medians, least, greatest = ratio(walls["ours"], walls["theirs"])
    return {
        "title": one.title,
        "pairs": count,
        "ratio": round(of_medians, 4),
        "least": round(least, 4),
        "greatest": round(greatest, 4),
        "ours": side(walls["ours"], one.our_rules, OURS.checked(told["ours"])),
        "theirs": side(
            walls["theirs"],
            one.tool.rules if one.tool else one.our_rules,
            (one.tool or OURS).checked(told["theirs"]),
        ),
    }


def side(walls: list[float], rules: str, checked: Mapping[str, int]) -> dict[str, Any]:
    """One side of a comparison: the median and all of its times in seconds, and what it checked."""
    rounded = [round(wall, 4) for wall in walls]
    return {"median": round(statistics.median(walls), 4), "seconds": rounded, "rules": rules, **checked}


def line(found: Mapping[str, Any]) -> str:
    """A comparison as it is printed."""
    if FAILED in found:
        return f"{found['title']:58} failed: {found[FAILED]}"
    ours, theirs = found["ours"], found["theirs"]
    checked = ", ".join(f"{theirs[what]} {what}" for what in ("files", "links") if what in theirs)
    return (
        f"{found['title']:58} {found['ratio']:6.2f}  ({found['least']:.2f} to {found['greatest']:.2f}, "
        f"{found['pairs']} pairs; {ours['median']:.2f} s and {theirs['median']:.2f} s"
        f"{f'; it read {checked}' if checked else ''}; its rules: {theirs['rules']})"
    )


def run_of(kept: Mapping[str, Any]) -> str:
    """The ratios as a run file, a comparison an arm."""
    arms = ""
    for key, found in kept["comparisons"].items():
        if FAILED in found:
            continue
        theirs = found["theirs"]
        figures = {
            "speed_ratio": results.figure(found["ratio"], "ratio", found["pairs"], places=2),
            "pairs": results.figure(found["pairs"], "count"),
        }
        for what in ("files", "links"):
            if what in theirs:
                figures[f"peer_{what}"] = results.figure(theirs[what], "count")
        arms += results.arm(key, found["title"], figures, {"rules": theirs["rules"]})
    versions = ", ".join(f"{name} {version}" for name, version in kept["versions"].items())
    return f"# {versions}\n" + results.run_file(
        f"{kept['date']}-{KIND}", "vaulttool beside other tools", kept["date"], "bench/peers.py", HEADING, arms
    )
