"""How long looking for duplicates takes in 10,000 notes of about 350 words, and which of those planted are found.

Run it with `python -m bench duplicates [RUNS]`. 3,000 passages of 60 to 120 words stand in two to six notes each; in
the copies of every second one, one word in thirty is another. All notes have the same footer. Exit status 1 if the
median is above the bar, if one that is the same everywhere is not found in all its notes, or if more than a twentieth
of the others is not.
"""

from __future__ import annotations

import json
import random
import resource
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import click

from bench.alternating import Command, medians, output
from bench.checkout import OWN, environment

BAR = 30.0
NOTES, PLANTED, WORDS_IN_ALL = 10_000, 3_000, 40_000
FOOTER = "Edit this page. " + " ".join(f"Every note ends with sentence {number} of the footer." for number in range(6))


def vocabulary(chance: random.Random) -> tuple[Sequence[str], Sequence[float]]:
    """Made-up words, a few of them common and most rare, as in prose."""
    letters = "abcdefghijklmnoprstuvwyz"
    words = ["".join(chance.choices(letters, k=chance.randint(2, 10))) for _ in range(WORDS_IN_ALL)]
    weights = [1 / (rank + 5) for rank in range(WORDS_IN_ALL)]
    total, sums = 0.0, []
    for weight in weights:
        total += weight
        sums.append(total)
    return words, sums


def changed(words: Sequence[str], chance: random.Random) -> list[str]:
    """A passage in which about one word in thirty is another one."""
    return [chance.choice(("another", "some", "thing")) if chance.random() < 1 / 30 else word for word in words]


def plant(
    notes: Sequence[list[str]], words: Sequence[str], sums: Sequence[float], chance: random.Random
) -> list[set[str]]:
    """Put the passages into notes, and tell which passage stands in which."""
    told = []
    for number in range(PLANTED):
        passage = chance.choices(words, cum_weights=sums, k=chance.randint(60, 120))
        places = chance.sample(range(NOTES), chance.randint(2, 6))
        for place in places:
            notes[place].append(" ".join(changed(passage, chance) if number % 2 else passage) + ".")
        told.append({f"note-{place}.md" for place in places})
    return told


def write(folder: Path) -> list[set[str]]:
    """The vault in a folder, and the notes of each planted passage."""
    chance = random.Random(7)
    words, sums = vocabulary(chance)
    notes = [
        [" ".join(chance.choices(words, cum_weights=sums, k=40)) + "." for _ in range(chance.randint(4, 8))]
        for _ in range(NOTES)
    ]
    planted = plant(notes, words, sums, chance)
    for number, paragraphs in enumerate(notes):
        chance.shuffle(paragraphs)
        text = "\n\n".join((f"---\ntitle: Note {number}\n---", f"# Note {number}", *paragraphs, FOOTER)) + "\n"
        (folder / f"note-{number}.md").write_text(text, encoding="utf-8")
    return planted


def missed(command: Command, planted: Sequence[set[str]]) -> tuple[int, int]:
    """How many of the planted passages are not found in all of their notes: same everywhere, and with changes."""
    found = [one for one in json.loads(output(command))["duplicates"] if not one["boilerplate"]]
    known: dict[str, list[set[str]]] = {}
    for one in found:
        notes = {copy["path"] for copy in one["copies"]}
        for path in notes:
            known.setdefault(path, []).append(notes)
    lost = [not any(notes <= one for one in known.get(min(notes), ())) for notes in planted]
    return sum(lost[0::2]), sum(lost[1::2])


@click.command()
@click.argument("runs", type=click.IntRange(1), default=3)
def main(runs: int) -> None:
    """Time the command, and count what it misses."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        planted = write(folder)
        command = Command([*OWN, "duplicates", "--no-cache", "--no-config"], folder, environment=environment())
        took = medians({"10,000 notes": command}, runs)["10,000 notes"]
        same, changed = missed(command._replace(arguments=[*command.arguments, "--format", "json"]), planted)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"missed {same} of {PLANTED // 2} that are the same, {changed} of {PLANTED // 2} with changes")
    print(f"{took:.1f} s (bar {BAR:.0f} s), {used.ru_maxrss // 1024} MiB")
    sys.exit(1 if took > BAR or same or changed > PLANTED // 2 // 20 else 0)
