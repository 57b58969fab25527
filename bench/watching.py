"""How long `vaulttool check --watch` takes from a change to the answer, on the Hub.

Run it with `python -m bench watching [CHANGES]`. A note is written, another edited, and one removed, each in turn; the
time from the write until the first line comes out of the pipe counts. Then git switches between two commits that
differ in many notes, which is only told. Exit status 1 if the median of one of the three is above the bar.
"""

from __future__ import annotations

import os
import selectors
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import click

from bench import making
from bench.checkout import HUB, OWN, environment, has, unpack

BAR = 0.2  # seconds
SEED, NOTES = 7, 6571  # of a vault in the Hub's place
MOST = 60.0  # seconds that an answer is waited for
QUIET = 0.5  # seconds without a line after which all has been said
SWITCHED = 400  # notes that differ between the two commits
GIT = ("git", "-c", "user.name=Bench", "-c", "user.email=bench@example.org", "-c", "commit.gpgSign=false")


class Watched:
    """The running command, and the lines that it prints."""

    def __init__(self, vault: Path) -> None:
        command = [*OWN, "check", "--watch", str(vault)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=vault, env=environment())
        self.selector = selectors.DefaultSelector()
        self.selector.register(self._output, selectors.EVENT_READ)

    @property
    def _output(self) -> int:
        assert self.process.stdout is not None
        return self.process.stdout.fileno()

    def answer(self, change: Callable[[], object]) -> float:
        """The seconds from a change until something is said."""
        begun = time.perf_counter()
        change()
        if not self.selector.select(MOST):
            raise click.ClickException("nothing was said of a change")
        seconds = time.perf_counter() - begun
        self.drain()
        return seconds

    def drain(self, first: float = QUIET) -> None:
        """Read until nothing more is said."""
        timeout = first
        while self.selector.select(timeout):
            if not os.read(self._output, 1 << 20):
                raise click.ClickException("the command has ended")
            timeout = QUIET

    def end(self) -> None:
        """End it as a person does."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait()


def laid(folder: Path) -> Path:
    """The Hub below a folder, or a made vault of its size where it is absent; with two commits."""
    if has(HUB):
        vault = unpack(HUB, folder)
    else:
        vault = folder / "made"
        vault.mkdir()
        making.made(NOTES, SEED, vault)
    ask(vault, "init", "--quiet", "--initial-branch=one")
    ask(vault, "add", ".")
    ask(vault, "commit", "--quiet", "--message=one")
    ask(vault, "switch", "--quiet", "--create", "two")
    for place in sorted(vault.rglob("*.md"))[:SWITCHED]:
        place.write_text("# Another\n\n[[Nothing of this name]]\n", encoding="utf-8")
    ask(vault, "commit", "--quiet", "--all", "--message=two")
    ask(vault, "switch", "--quiet", "one")
    return vault


def ask(vault: Path, *arguments: str) -> None:
    """Have git do something."""
    subprocess.run([*GIT, *arguments], cwd=vault, check=True, stdout=subprocess.DEVNULL)


def measured(watched: Watched, vault: Path, changes: int) -> dict[str, list[float]]:
    """The seconds to each answer, by kind of change."""
    new = vault / "A note that comes and goes.md"
    old = sorted(vault.rglob("*.md"))[1]
    text = old.read_text(encoding="utf-8")
    found: dict[str, list[float]] = {"a new note": [], "an edit": [], "a note removed": []}
    for number in range(changes):
        link = f"\n[[Nothing {number}]]\n"
        found["a new note"].append(watched.answer(partial(new.write_text, link, "utf-8")))
        found["an edit"].append(watched.answer(partial(old.write_text, text + link, "utf-8")))
        found["a note removed"].append(watched.answer(new.unlink))
    return found


@click.command()
@click.argument("changes", type=click.IntRange(1), default=20)
def main(changes: int) -> None:
    """Print the median and the longest time to an answer of each kind of change."""
    with tempfile.TemporaryDirectory() as name:
        vault = laid(Path(name))
        begun = time.perf_counter()
        watched = Watched(vault)
        watched.drain(MOST)
        click.echo(f"{time.perf_counter() - begun - QUIET:8.3f} s until all was said at first")
        found = measured(watched, vault, changes)
        for kind, times in found.items():
            click.echo(f"{statistics.median(times):8.3f} s in the median, {max(times):.3f} s at most: {kind}")
        ask(vault, "checkout", "--quiet", "--", ".")
        watched.drain()
        switched = watched.answer(lambda: ask(vault, "switch", "--quiet", "two"))
        click.echo(f"{switched:8.3f} s with what git takes: a switch that changes {SWITCHED} notes")
        watched.end()
    worst = max(statistics.median(times) for times in found.values())
    click.echo(f"the bar is {BAR} s in the median")
    sys.exit(worst > BAR)
