"""How time and memory of `check` grow with the vault, from a thousand notes to a million.

Run it with `python -m bench scale`. It makes vaults in the shape of the Obsidian Hub, in a folder of the user's for
caches or in `--folder DIR`, and keeps them for the next time. Each size is checked cold and warm in turn with `cat` of
all notes into /dev/null, the page cache warm. Growth is the slope of the logarithms from 10,000 notes up. The results
lie in `bench/results/DATE-scale.json` after each size, so that a run that was stopped goes on where it was.
"""

from __future__ import annotations

import datetime
import os
import shutil
import statistics
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from bench import making, results
from bench.alternating import Command, Cost, in_turn, output
from bench.checkout import environment
from bench.peers import machine
from bench.programs import Programs, cache_folder, own_installed
from bench.ratios import exponent

SIZES = {"1k": 1_000, "10k": 10_000, "100k": 100_000, "1m": 1_000_000}
SEED = 7
FIRST_OF_GROWTH = 10_000  # below, starting the program is most of the time
MANY = 100_000  # from here on three rounds are enough, since one takes long
BYTES = 8_000  # on disk for a note, with its share of folders and of a cache; 4,600 were measured without a cache
HEADING = "Growth"


@click.command()
@click.option("--largest", type=click.Choice(list(SIZES), case_sensitive=False), default="1m", show_default=True)
@click.option("--rounds", type=click.IntRange(1), default=7, show_default=True, help="At most 3 from 100k notes on.")
@click.option("--quick", is_flag=True, help="One round each; nothing is kept.")
@click.option("--folder", type=click.Path(path_type=Path), metavar="DIR", help="Where the vaults are made.")
@click.option("--env", type=click.Path(path_type=Path), metavar="DIR", help="Where vaulttool is put.")
@click.option("--again", is_flag=True, help="Measure again what this day's results hold already.")
@click.option("--date", default=lambda: datetime.date.today().isoformat(), metavar="DAY", help="Default: today.")
@click.option("--publish", is_flag=True, help="Write ratios, memory and growth into the manual, too.")
def main(
    largest: str, rounds: int, quick: bool, folder: Path | None, env: Path | None, again: bool, date: str, publish: bool
) -> None:
    """Growth and memory on made vaults of 1,000 to 1,000,000 notes."""
    programs = own_installed(env or cache_folder() / "programs")
    folder = (folder or cache_folder() / "vaults").resolve()
    folder.mkdir(parents=True, exist_ok=True)
    place = results.FOLDER / f"{date}-scale.json"
    kept = {} if quick else results.of_this_code(place)
    kept |= {"date": date, "machine": machine(), "versions": programs.versions, "seed": SEED}
    known: dict[str, Any] = kept.setdefault("sizes", {})
    for name, notes in SIZES.items():
        if notes > SIZES[largest.lower()] or not fits(notes, folder):
            break
        if again or name not in known:
            known[name] = measured(programs, notes, folder, 1 if quick else min(rounds, 3 if notes >= MANY else rounds))
            if not quick:
                results.save(place, kept)
        print(line(known[name]), flush=True)
    kept["growth"] = growth(known)
    print("growth from 10,000 notes on: " + (str(kept["growth"]) if kept["growth"] else "needs two sizes"))
    if not quick:
        results.save(place, kept)
        if publish:
            publish_run(kept)


def fits(notes: int, folder: Path) -> bool:
    """Whether there is room for a vault that is not there yet; says so if not."""
    if making.is_made(notes, SEED, folder):
        return True
    room = os.statvfs(folder)
    free = shutil.disk_usage(folder).free
    if free >= notes * BYTES and not 0 < room.f_favail < notes * 1.1:
        return True
    print(
        f"left out: {notes:,} notes need {notes * BYTES / 1e9:.1f} GB and as many inodes; {free / 1e9:.1f} GB are free"
    )
    return False


def measured(programs: Programs, notes: int, folder: Path, rounds: int) -> dict[str, Any]:
    """One size: cold, warm and `cat`, in turn."""
    print(f"{notes:,} notes: making the vault, unless it is there", flush=True)
    vault = making.made(notes, SEED, folder)
    listed = folder / f"{vault.name}.list"
    with listed.open("wb") as file:
        subprocess.run(["find", ".", "-name", "*.md", "-print0"], cwd=vault, stdout=file, check=True)
    check = [str(programs.own / "vaulttool"), "check"]
    plain = environment(own=False)
    told = output(Command([*check, "--help"], vault, environment=plain))
    commands = {"cat": Command(["sh", "-c", f"xargs -0 cat < ../{listed.name}"], vault)}
    if "--no-cache" in told:
        cached = [*check, "--cache-dir", str(folder / f"{vault.name}.cache")]
        commands["warm"] = Command(cached, vault, environment=plain)
        check.append("--no-cache")
    commands["cold"] = Command(check, vault, environment=plain)
    costs = in_turn(commands, rounds, watched=True)
    for name in ("cold", "warm"):
        if any(cost.status not in (0, 1) for cost in costs.get(name, ())):
            raise SystemExit(f"`check` could not check {notes:,} notes: {output(commands[name])[-500:]}")
    return {"notes": notes, "rounds": rounds, **{name: side(runs) for name, runs in costs.items()}}


def side(costs: list[Cost]) -> dict[str, Any]:
    """The medians of one command, in seconds and MiB."""
    return {
        "median": round(statistics.median(cost.wall for cost in costs), 4),
        "seconds": [round(cost.wall, 4) for cost in costs],
        "processor": round(statistics.median(cost.processor for cost in costs), 4),
        "largest": round(max(cost.largest for cost in costs), 1),
        "together": round(max(cost.together for cost in costs), 1),
    }


def by_cat(found: Mapping[str, Any], name: str) -> float:
    """The time of a kind of run by that of `cat`."""
    ratio: float = found[name]["median"] / found["cat"]["median"]
    return ratio


def line(found: Mapping[str, Any]) -> str:
    """A size as it is printed."""
    told = "".join(
        f"; {name} {found[name]['median']:.2f} s ({by_cat(found, name):.1f} of cat), "
        f"{found[name]['together']:.0f} MiB, the largest process {found[name]['largest']:.0f}"
        for name in ("cold", "warm")
        if name in found
    )
    return f"{found['notes']:>9,} notes, {found['rounds']} rounds: cat {found['cat']['median']:.2f} s{told}"


def growth(sizes: Mapping[str, Any]) -> dict[str, float]:
    """The exponents of the time and of the memory by the number of notes; nothing for fewer than two sizes."""
    large = sorted((one for one in sizes.values() if one["notes"] >= FIRST_OF_GROWTH), key=lambda one: one["notes"])
    found = {}
    for name in ("cold", "warm"):
        having = [one for one in large if name in one]
        if len(having) > 1:
            notes = [one["notes"] for one in having]
            found[name] = round(exponent(notes, [one[name]["median"] for one in having]), 3)
            found[f"{name}_memory"] = round(exponent(notes, [one[name]["together"] for one in having]), 3)
    return found


def publish_run(kept: Mapping[str, Any]) -> None:
    """Write the two runs of the manual's tables: the sizes, and the growth."""
    date = kept["date"]
    sizes = "".join(size_arm(name, found) for name, found in kept["sizes"].items())
    title = "Growth of a check with the vault"
    run = results.run_file(f"{date}-scale", title, date, "bench/scale.py", HEADING, sizes)
    results.publish("scale", date, run)
    arms = ""
    for name in ("cold", "warm"):
        if name in kept["growth"]:
            time, memory = (results.figure(kept["growth"][key], "ratio", places=2) for key in (name, f"{name}_memory"))
            arms += results.arm(name, f"Check, {name}", {"growth_of_time": time, "growth_of_memory": memory})
    if arms:
        run = results.run_file(f"{date}-growth", "Exponents of growth", date, "bench/scale.py", HEADING, arms)
        results.publish("growth", date, run)


def size_arm(name: str, found: Mapping[str, Any]) -> str:
    """A size as an arm."""
    figures = {"notes": results.figure(found["notes"], "count")}
    for kind in ("cold", "warm"):
        if kind in found:
            figures[f"{kind}_by_cat"] = results.figure(by_cat(found, kind), "ratio", found["rounds"], places=1)
            figures[f"{kind}_memory"] = results.figure(round(found[kind]["together"]), "MiB")
    return results.arm(f"n{name}", f"{found['notes']:,}", figures)
