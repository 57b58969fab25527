"""How long an edit takes to be answered in a large vault, and whether memory stays as it is.

Run it with `python -m bench editing [NOTES] [--edits N]`. A made vault of NOTES notes is read once. Then random notes
are edited as in an editor: words, links and headings come and go. An answer is what is said of the note and of those
that depend on it; what has to see many notes is settled after it, and timed apart. Exit status 1 if an answer takes
more than the bars.
"""

from __future__ import annotations

import gc
import random
import resource
import statistics
import sys
import time
from pathlib import Path

import click

from bench.making import made
from vaulttool.commands._live import Live
from vaulttool.commands._options import Given
from vaulttool.commands._run import Run

MEDIAN, LAST = 50.0, 200.0  # milliseconds: in the median, and for 99 of 100
SEED = 7
WARMED = 50  # edits that are not counted


@click.command()
@click.argument("notes", type=click.IntRange(10), default=100_000)
@click.option("--edits", type=click.IntRange(100), default=2000, show_default=True)
@click.option("--folder", type=click.Path(path_type=Path), default=Path("build/scale"), help="Where the vault is made.")
def main(notes: int, edits: int, folder: Path) -> None:
    """Edit a made vault, and print how long the answers take."""
    run = Run((), Given(str(made(notes, SEED, folder)), no_config=True, cache_dir=str(folder / "cache")))
    live = Live(run)
    gc.collect()
    gc.freeze()
    paths, chance = [path for path in live.vault.notes if path.endswith(".md")], random.Random(SEED)
    answers, settling = [], []
    before = 0
    for number in range(WARMED + edits):
        path = chance.choice(paths)
        text = edited(live.text(path), number, chance)
        begun = time.perf_counter()
        live.edit(path, text)
        answered = time.perf_counter()
        live.settle()
        answers.append(answered - begun)
        settling.append(time.perf_counter() - answered)
        if number == WARMED:
            before = memory()
        if chance.random() < 0.5:
            live.close(path)
    _tell("answered", answers[WARMED:])
    _tell("settled", settling[WARMED:])
    print(f"memory: {before} MiB after {WARMED} edits, {memory()} MiB after {edits}")
    median, last = statistics.median(answers[WARMED:]) * 1000, percentile(answers[WARMED:]) * 1000
    sys.exit(1 if median > MEDIAN or last > LAST else 0)


def edited(text: str, number: int, chance: random.Random) -> str:
    """A note after an edit: a word, a broken link or a heading more, or its second half gone."""
    at = chance.randrange(len(text) + 1)
    return chance.choice(
        (
            f"{text[:at]} more words {text[at:]}",
            f"{text}\n[[Nothing {number}]]\n",
            f"{text}\n## Heading {number}\n",
            text[: len(text) // 2],
        )
    )


def percentile(seconds: list[float]) -> float:
    """What 99 of 100 do not exceed."""
    return sorted(seconds)[int(len(seconds) * 0.99)]


def memory() -> int:
    """The most memory that this process has held so far, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def _tell(name: str, seconds: list[float]) -> None:
    median, last = statistics.median(seconds) * 1000, percentile(seconds) * 1000
    print(f"{name:10} median {median:7.1f} ms, 99 of 100 within {last:7.1f} ms, at most {max(seconds) * 1000:7.1f} ms")


if __name__ == "__main__":
    main()
