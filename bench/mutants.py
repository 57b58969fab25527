"""Changes the code in small ways and sees whether a test notices: `python -m bench mutants`.

A sample of such changes in `model/`, `parsing/` and `generators/`, made by cosmic-ray and picked by chance from a seed:
first a place, then one of the ways in which it can be changed. What is an annotation is left out, since it is not run.
For each, the tests that ran the changed line are run, those of its own room first, until one fails. Which these are
is told by coverage: `pytest --cov=vaulttool --cov-context=test` first, with branch coverage.
"""

from __future__ import annotations

import ast
import hashlib
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple

import click

from bench.checkout import TOP, environment

ROOMS = ("model", "parsing", "generators")
MOST_TESTS = 300  # for one change
PATIENCE = 180  # seconds
ASKING = {"core/VariableInserter", "core/VariableReplacer"}  # ways that want to be told which variables
COPIED = ("vaulttool", "tests", "schemas", "vault", "bench")
FILES = ("pyproject.toml", "README.md", "CHANGELOG.md", "vaulttool.toml", "vaulttool.sums", "cards.json")


class Mutant(NamedTuple):
    """One change: the file, the line, the way, and which of its places in the file it is."""

    file: str
    line: int
    operator: str
    occurrence: int


class Outcome(NamedTuple):
    """What became of it: killed, survived, or not run by any test."""

    mutant: Mutant
    state: str
    tests: int


@click.command()
@click.option("--count", default=300, show_default=True, help="How many changes are tried.")
@click.option("--seed", default=7, show_default=True, help="What chance begins with.")
@click.option("--jobs", default=2, show_default=True, help="How many at a time.")
@click.option("--coverage", "covered", default=".coverage", show_default=True, help="What was measured before.")
@click.option("--least", default=0.85, show_default=True, help="The share that has to be noticed.")
def main(count: int, seed: int, jobs: int, covered: str, least: float) -> None:
    """Try the changes, print those that nobody noticed, and their share."""
    chosen = sample(count, seed)
    tests = Tests(Path(covered), seed)
    memory = Path("/dev/shm")
    killed = 0
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(jobs):
            copies.put(copied(Path(folder) / str(number)))
        with ThreadPoolExecutor(jobs) as pool:
            for number, one in enumerate(pool.map(lambda mutant: tried(mutant, tests.of(mutant), copies), chosen), 1):
                killed += one.state == "killed"
                if one.state != "killed":
                    print(f"{one.state}: {one.mutant.file}:{one.mutant.line} {one.mutant.operator} ({one.tests} tests)")
                print(f"\r{killed} of {number}", end="\n" if number % 25 == 0 else "", flush=True)
    print(f"\n{killed} of {len(chosen)} changes were noticed: {killed / len(chosen):.1%}")
    sys.exit(killed < least * len(chosen))


def sample(count: int, seed: int) -> list[Mutant]:
    """So many changes, each at another place. Chance hangs on the words of a line, so that a change of the code
    elsewhere draws no others."""
    places: dict[str, list[tuple[str, Mutant]]] = {}
    for room in ROOMS:
        for file in sorted((TOP / "vaulttool" / room).rglob("*.py")):
            lines = file.read_text("utf-8").splitlines()
            for (row, column), mutant in mutants(file):
                line = lines[row - 1].strip()
                same = lines[: row - 1].count(lines[row - 1])
                place = f"{mutant.file} {line} {same} {column}"
                way = f"{place} {mutant.operator} {len(places.get(place, ()))}"
                places.setdefault(place, []).append((way, mutant))
    drawn = sorted(places, key=lambda place: _chance(seed, place))[:count]
    return [min(places[place], key=lambda one: _chance(seed, one[0]))[1] for place in drawn]


def _chance(seed: int, what: str) -> bytes:
    return hashlib.blake2b(f"{seed} {what}".encode(), digest_size=8).digest()


def mutants(file: Path) -> Iterator[tuple[tuple[int, int], Mutant]]:
    """Every change of a file, with its place."""
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.plugins import get_operator, operator_names

    code = file.read_text("utf-8")
    nodes = list(ast_nodes(get_ast(code)))
    annotated = annotated_places(code)
    name = file.relative_to(TOP).as_posix()
    for operator_name in sorted(set(operator_names()) - ASKING):
        operator: Any = get_operator(operator_name)()
        occurrence = 0
        for node in nodes:
            for start, _ in operator.mutation_positions(node):
                if not any(first <= start <= last for first, last in annotated):
                    yield start, Mutant(name, start[0], operator_name, occurrence)
                occurrence += 1


def annotated_places(code: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Where annotations stand."""
    found = []
    for node in ast.walk(ast.parse(code)):
        for part in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if isinstance(part, ast.expr):
                found.append(((part.lineno, part.col_offset), (part.end_lineno or 0, part.end_col_offset or 0)))
    return found


class Tests:
    """Which tests run a line."""

    def __init__(self, place: Path, seed: int) -> None:
        self._data = sqlite3.connect(f"file:{place}?mode=ro", uri=True, check_same_thread=False)
        self._seed = seed
        rows = self._data.execute("select id, path from file")
        self._files = {Path(path).as_posix().rpartition("/vaulttool/")[2]: number for number, path in rows}
        self._contexts = dict(self._data.execute("select id, context from context"))
        self._present = collected()  # a test that is there no more would make all changes of its lines seem noticed

    def of(self, mutant: Mutant) -> list[str]:
        """The tests that ran the line of a change, those of its room first; of a line that runs when the file is
        imported, those that ran any line of it."""
        number = self._files.get(mutant.file.removeprefix("vaulttool/"))
        rows = self._data.execute("select context_id, arc.fromno, arc.tono from arc where file_id = ?", (number,))
        ran = [(name, ends) for one, *ends in rows if (name := self._contexts[one].rpartition("|")[0]) in self._present]
        lines = {name for name, ends in ran if mutant.line in ends}
        ids = sorted(lines or {name for name, _ in ran})
        random.Random(self._seed).shuffle(ids)
        room, stem = Path(mutant.file).parts[1], Path(mutant.file).stem
        return sorted(ids, key=lambda one: (stem not in one, f"tests/{room}/" not in one))[:MOST_TESTS]


def collected() -> set[str]:
    """The tests that are there now."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", "-o", "addopts="]
    done = subprocess.run(command, cwd=TOP, env=environment(), capture_output=True, text=True, check=True)
    return {line for line in done.stdout.splitlines() if "::" in line}


def copied(folder: Path) -> Path:
    """A checkout to change."""
    for name in COPIED:
        shutil.copytree(TOP / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in FILES:
        if (TOP / name).exists():
            shutil.copy(TOP / name, folder / name)
    return folder


def tried(mutant: Mutant, tests: Sequence[str], copies: SimpleQueue[Path]) -> Outcome:
    """Make the change, run the tests, and take it back."""
    if not tests:
        return Outcome(mutant, "not run", 0)
    folder = copies.get()
    file = folder / mutant.file
    before = file.read_text("utf-8")
    try:
        changed = mutated(before, mutant)
        if changed is None:
            return Outcome(mutant, "killed", 0)  # it is no Python any more
        file.write_text(changed, "utf-8")
        return Outcome(mutant, "survived" if passes(tests, folder) else "killed", len(tests))
    finally:
        file.write_text(before, "utf-8")
        copies.put(folder)


def mutated(code: str, mutant: Mutant) -> str | None:
    """The code with the change."""
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    changed: str | None = mutate_code(code, get_operator(mutant.operator)(), mutant.occurrence)
    return changed


def passes(tests: Sequence[str], folder: Path) -> bool:
    """Whether all tests pass."""
    kept = {
        **environment(own=False),
        "PYTHONPATH": str(folder),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PATH": os.environ["PATH"],
    }
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:cov", "-o", "addopts="]
    try:
        done = subprocess.run([*command, *tests], cwd=folder, env=kept, capture_output=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0
