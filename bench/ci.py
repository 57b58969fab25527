"""Fails where `vaulttool check` has become slower: its cost beside that of a fixed calculation, run in turn.

Run it with `python -m bench ci`; `--note` writes the ratio of this Python into `bench/reference.json`. The seconds of a
machine say nothing about another one, or about the same one an hour later; the ratio does. Three things keep it still
on a busy machine. It is the time of processors, of all processes, and not what a clock shows: other programs take turns
from both sides without being counted. Of each side the least is taken, since everything that disturbs only adds. And
where the ratio is too high, more pairs are run before that is believed.
"""

from __future__ import annotations

import datetime
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import click
import msgspec

from bench import making
from bench.alternating import Command, Cost, in_turn
from bench.checkout import OWN, TOP, environment

REFERENCE = TOP / "bench" / "reference.json"
NOTES, SEED = 1_000, 7
SLOWER = 1.25  # by so much the ratio may be above the one that is noted
PAIRS, MORE = 7, 3  # pairs of a round, and how many more rounds where the first is above
# Strings cut and joined, a dict and many small objects: what a check does most, without any of its code.
CALCULATION = """
import re
word = re.compile(r"[a-z]+|[0-9]+")
found = {}
for number in range(9000):
    line = " ".join(f"{number * step % 977:x} link{step}" for step in range(6))
    for match in word.finditer(line):
        found.setdefault(match.group(), []).append((number, match.start(), match.end()))
total = sum(len(places) for places in found.values())
rows = sorted((len(places), name) for name, places in found.items())
assert total == len([one for count, name in rows for one in found[name]])
"""


class Noted(msgspec.Struct, omit_defaults=True):
    """The ratios that were noted, by version of Python, and when."""

    date: str = ""
    ratios: dict[str, float] = {}


@click.command()
@click.option("--note", is_flag=True, help="Write the ratio into bench/reference.json.")
@click.option("--pairs", type=click.IntRange(1), default=PAIRS, show_default=True, help="Pairs of a round.")
def main(note: bool, pairs: int) -> None:
    """Fail where `check` has become slower beside a fixed calculation."""
    noted = msgspec.json.decode(REFERENCE.read_bytes(), type=Noted) if REFERENCE.exists() else Noted()
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    known = None if note else noted.ratios.get(version)
    with tempfile.TemporaryDirectory() as folder:
        vault = making.made(NOTES, SEED, Path(folder))
        ours, theirs = measured(vault, pairs, known)
    ratio = of_least(ours, theirs)
    print(figures(ours, theirs, known))
    if note:
        write(noted, version, ratio)
    elif known is None:
        print(f"no ratio is noted for Python {version}: `python -m bench ci --note` writes it")
    elif is_slower(ratio, known):
        print(f"`check` is more than {SLOWER - 1:.0%} slower than when the ratio was noted ({noted.date})")
        sys.exit(1)


def measured(vault: Path, pairs: int, known: float | None) -> tuple[list[float], list[float]]:
    """Seconds of processors of both sides; more rounds where the ratio is above what is noted."""
    start = Command([sys.executable, "-c", CALCULATION], vault, environment=environment())
    check = start._replace(arguments=[*OWN, "check", "--no-cache", "--no-config"])
    ours: list[float] = []
    theirs: list[float] = []
    for number in range(1 + MORE):
        costs = in_turn({"check": check, "calculation": start}, pairs, warm=number == 0)
        ours += seconds(costs["check"])
        theirs += seconds(costs["calculation"])
        if known is None or not is_slower(of_least(ours, theirs), known):
            break
    return ours, theirs


def seconds(costs: Sequence[Cost]) -> list[float]:
    """Seconds of processors; an error where a run failed, which would be quick."""
    for one in costs:
        if one.status not in (0, 1):
            raise SystemExit(f"a run ended with status {one.status}")
    return [one.processor for one in costs]


def of_least(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """The least of our side by the least of the other."""
    return min(ours) / min(theirs)


def is_slower(ratio: float, known: float) -> bool:
    """Whether a ratio is too far above the one that is noted."""
    return ratio > known * SLOWER


def figures(ours: Sequence[float], theirs: Sequence[float], known: float | None) -> str:
    """All that was measured, in words."""
    sides = (f"{name} {min(values):.3f} s at least, {max(values):.3f} at most" for name, values in both(ours, theirs))
    beside = "" if known is None else f" ({of_least(ours, theirs) / known:.2f} of the noted {known:.3f})"
    return f"{'; '.join(sides)}; {len(ours)} pairs; ratio {of_least(ours, theirs):.3f}{beside}"


def both(ours: Sequence[float], theirs: Sequence[float]) -> tuple[tuple[str, Sequence[float]], ...]:
    """The sides by name."""
    return ("check", ours), ("calculation", theirs)


def write(noted: Noted, version: str, ratio: float) -> None:
    """Note the ratio of this Python."""
    noted.ratios = dict(sorted((noted.ratios | {version: round(ratio, 3)}).items()))
    noted.date = datetime.date.today().isoformat()
    REFERENCE.write_bytes(msgspec.json.format(msgspec.json.encode(noted), indent=2) + b"\n")
    print(f"noted for Python {version}: {ratio:.3f}")
