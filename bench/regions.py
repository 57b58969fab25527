"""How long checking takes with 2,000 regions in 1,000 notes over 500 run files, compared with the same vault without.

Run it with `python -m bench regions [RUNS]`. Both vaults have the same notes, links and data files; one has two fresh
regions and two inline figures a note. The other is timed a second time with no data configured. Exit status 1 if the
ratio is above the bar.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import click

from bench.alternating import Command, medians
from bench.checkout import OWN, environment

BAR = 2.0
NOTES, RUNS_ON_FILE = 1_000, 500
WORDS = (
    *("pool", "window", "boot", "host", "card", "engine", "slot", "arena"),
    *("budget", "fill", "drafter", "prefix", "cache", "token", "rate"),
)
METRICS = ("decode_tps", "prefill_tps", "burst4_tps")


def run_file(number: int, chance: random.Random) -> str:
    """A run with two arms, three metrics each."""
    arms = "".join(
        f"  {arm}:\n    title: Arm {arm}\n    results:\n"
        + "".join(f"      {metric}: {{value: {chance.uniform(20, 900):.1f}, unit: tok/s}}\n" for metric in METRICS)
        for arm in ("one", "two")
    )
    return (
        f"run: run-{number}\ntitle: Run {number}\nkind: ab\ndate: 2026-09-{number % 28 + 1:02}\nhost: atlas\n"
        f"source: {{document: notes/note-{number}.md, line: 1}}\narms:\n{arms}"
        'derived:\n  decode_gain: {expr: "one.decode_tps / one.decode_tps - 1", as: "0 %"}\n'
    )


def paragraphs(chance: random.Random) -> Iterator[str]:
    """Prose with links, as long as a note of the Hub is on average."""
    for _ in range(12):
        words = [chance.choice(WORDS) for _ in range(28)]
        words[chance.randrange(28)] = f"[[note-{chance.randrange(NOTES)}]]"
        yield " ".join(words) + "."


def note(number: int, regions: bool, chance: random.Random) -> str:
    """A note with front matter and prose, and two regions if it is to have them."""
    front = f"---\ntitle: Note {number}\ndescription: What note {number} says.\ntype: reference\n---\n"
    body = "\n\n".join(["# Note", *paragraphs(chance)]) + "\n"
    if not regions:
        return front + body
    run = number % RUNS_ON_FILE
    return (
        f'{front}{body}\n<!-- vaulttool:begin arms run="run-{run}" -->\n<!-- vaulttool:end arms -->\n\n'
        f'<!-- vaulttool:begin figures run="run-{(run + 7) % RUNS_ON_FILE}" -->\n<!-- vaulttool:end figures -->\n\n'
        f"It ran at 1.0<!-- =run/run-{run}#one.decode_tps --> and 1.0<!-- =run/run-{run}#two.burst4_tps --> tok/s.\n"
    )


def write(folder: Path, regions: bool, data: bool) -> Path:
    """The vault in a folder."""
    chance = random.Random(7)
    for below in ("notes", "data/runs", "data/hosts"):
        (folder / below).mkdir(parents=True)
    for number in range(NOTES):
        (folder / f"notes/note-{number}.md").write_text(note(number, regions, chance), encoding="utf-8")
    for number in range(RUNS_ON_FILE):
        (folder / f"data/runs/run-{number}.yaml").write_text(run_file(number, chance), encoding="utf-8")
    (folder / "data/hosts/atlas.yaml").write_text("host: atlas\nfacts: []\n", encoding="utf-8")
    (folder / "vaulttool.toml").write_text('data = "data"\n' if data else "", encoding="utf-8")
    return folder


@click.command()
@click.argument("runs", type=click.IntRange(1), default=7)
def main(runs: int) -> None:
    """Run the three in turn, print each median and the ratios."""
    kept = environment()
    with tempfile.TemporaryDirectory() as name:
        top = Path(name)
        full = write(top / "full", regions=True, data=True)
        plain = write(top / "plain", regions=False, data=True)
        bare = write(top / "bare", regions=False, data=False)
        subprocess.run([*OWN, "index", "--no-cache"], cwd=full, check=True, stdout=subprocess.DEVNULL, env=kept)
        found = medians(
            {
                "with 2,000 regions": Command([*OWN, "check", "--no-cache"], full, environment=kept),
                "without regions": Command([*OWN, "check", "--no-cache"], plain, environment=kept),
                "without regions and data": Command([*OWN, "check", "--no-cache"], bare, environment=kept),
                "index --check": Command([*OWN, "index", "--no-cache", "--check"], full, environment=kept),
            },
            runs,
        )
    ratio = found["with 2,000 regions"] / found["without regions"]
    bare_ratio = found["with 2,000 regions"] / found["without regions and data"]
    print(f"ratio {ratio:.2f} (bar {BAR}); {bare_ratio:.2f} to the vault without data files")
    sys.exit(1 if ratio > BAR else 0)
