"""Breaks what changes files, again and again, and counts what was lost: `python -m bench reliability`.

An error at each system call of each change of files, by each of four errors, once and from then on; an interrupt at
each; commands that are killed; two commands at once. All of it is in `tests/breaking`, of which the tests run a part.
The exit status is 1 where a file was neither old nor new, or running the command again did not complete it.
"""

from __future__ import annotations

import datetime
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import click

from bench import results
from bench.checkout import TOP, environment

PAGE = "Reliability"
HEADING = "What was tried"
BATCH = 250  # runs of a process
MEMORY = Path("/dev/shm")
WRITTEN = {"index": "`index`", "fix": "`check --fix`", "rename": "`rename`", "cutover": "`cutover`"}


class Tried(NamedTuple):
    """What was tried: how often, how many of these runs stopped half way, what was lost, and by which command."""

    title: str
    runs: int
    halfway: int | None
    lost: Sequence[str]
    command: str


@click.command()
@click.option("--kills", type=click.IntRange(4), default=400, show_default=True, help="Runs that are killed, in all.")
@click.option("--pairs", type=click.IntRange(4), default=100, show_default=True, help="Runs of two at once, in all.")
@click.option("--jobs", type=click.IntRange(1), default=2, show_default=True, help="Processes at a time.")
@click.option("--seed", type=int, default=7, show_default=True)
@click.option("--date", default=lambda: datetime.date.today().isoformat(), metavar="DAY", help="Default: today.")
@click.option("--publish", is_flag=True, help="Write the counts into the manual, too.")
def main(kills: int, pairs: int, jobs: int, seed: int, date: str, publish: bool) -> None:
    """Errors, interrupts, kills and two runs at once, on all that changes files."""
    sys.path.insert(0, str(TOP / "tests"))
    command = f"python -m bench reliability --kills {kills} --pairs {pairs}"
    tried = {}
    for name, one in [*faults(command), *at_random(kills, pairs, jobs, seed, command)]:
        tried[name] = one
    if publish:
        arms = "".join(arm(name, one, date) for name, one in tried.items())
        title = "What is lost when writing fails"
        run = results.run_file(f"{date}-reliability", title, date, "bench/reliability.py", HEADING, arms, PAGE)
        results.publish("reliability", date, run, PAGE)
    sys.exit(any(one.lost for one in tried.values()))


def faults(command: str) -> Iterator[tuple[str, Tried]]:
    """Errors and interrupts at each call, in this process."""
    from breaking.injecting import CHANGES, injected, interrupted

    for name, title, act in (
        ("errors", "An error at each system call of a change", injected),
        ("interrupts", "An interrupt at each system call of a change", interrupted),
    ):
        runs, lost = 0, []
        for change, what in CHANGES.items():
            with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
                found = act(what, Path(folder))
            runs += found.faults
            lost += [f"{change}: {one}" for one in found.wrong]
        yield name, told(Tried(title, runs, None, lost, command))


def at_random(kills: int, pairs: int, jobs: int, seed: int, command: str) -> Iterator[tuple[str, Tried]]:
    """Commands that are killed, and two at once, in processes of their own."""
    from breaking.killing import COMMANDS, PAIRS

    with ThreadPoolExecutor(jobs) as pool:
        for names, runs, prefix in ((COMMANDS, kills, "kill"), (PAIRS, pairs, "both")):
            each = -(-runs // len(names))
            for name in names:
                batches = [min(BATCH, each - done) for done in range(0, each, BATCH)]
                found = list(pool.map(batch, [name] * len(batches), batches, range(seed, seed + len(batches))))
                title = f"{WRITTEN[name]}, killed" if name in COMMANDS else f"Two at once: {name}"
                lost = [one for part in found for one in part["wrong"]]
                halfway = sum(part["torn"] for part in found) if name in COMMANDS else None
                key = f"{prefix}-{name.replace(' ', '-')}"
                yield key, told(Tried(title, sum(part["runs"] for part in found), halfway, lost, command))


def batch(name: str, runs: int, seed: int) -> Mapping[str, Any]:
    """What a process of its own finds, which forks for each run."""
    own = environment()
    own["PYTHONPATH"] += f":{TOP / 'tests'}"
    command = [sys.executable, "-m", "breaking.killing", str(runs), str(seed), name]
    done = subprocess.run(command, env=own, stdout=subprocess.PIPE, check=True)
    found: Mapping[str, Any] = json.loads(done.stdout)[name]
    return found


def told(tried: Tried) -> Tried:
    """What was tried, printed."""
    halfway = "" if tried.halfway is None else f", {tried.halfway:,} of them ended half way"
    print(f"{tried.title}: {tried.runs:,} runs{halfway}; {len(tried.lost)} lost", flush=True)
    for one in tried.lost:
        print(f"    {one}", flush=True)
    return tried


def arm(name: str, tried: Tried, date: str) -> str:
    """What was tried as an arm."""
    figures = {"trials": results.figure(tried.runs, "count"), "lost": results.figure(len(tried.lost), "count")}
    if tried.halfway is not None:
        figures["ended_halfway"] = results.figure(tried.halfway, "count")
    return results.arm(name, tried.title, figures, {"command": tried.command, "day": date})
