"""Commands that change files, killed: at one of their system calls, some time after they began to write, or at any
time. Afterwards each file is old or new, in whole, and the same command comes to the same end as one that was not
killed. And two commands at once, which come to an end that one after the other has, too.

    python -m breaking.killing RUNS SEED NAME...

All is imported once; each run is a process of its own that begins with a fork, on files in memory. What was found is
printed as JSON.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from breaking.calls import CHANGING, STEPS, watched
from commands_in import run
from folders import write

from vaulttool import cli
from vaulttool.storage.lock import locked

Tree = Mapping[str, bytes]
MEMORY = "/dev/shm"
ENDPOINT = """\
endpoint: lisbon
host: atlas
owner_page: "[[Lisbon]]"
served_name: lisbon  # as clients know it
eras:
  # The first.
  - id: two-cards
    title: Two cards
    start: 2026-09-20
    page: "[[Lisbon]]"
    image: localhost/engine:0.13.0-e060895
    # No figures.
"""
ERAS = '<!-- vaulttool:begin eras endpoint="lisbon" -->\n\n<!-- vaulttool:end eras -->\n'
INDEX = '<!-- vaulttool:begin index glob="*.md" columns="link" -->\n\n<!-- vaulttool:end index -->\n'
FILES: Mapping[str, str | bytes] = {
    "vaulttool.toml": 'data = "data"\n[[outputs]]\npath = "out/cards.json"\nkind = "cards"\n',
    "data/endpoints/lisbon.yaml": ENDPOINT,
    "data/hosts/atlas.yaml": "host: atlas\nfacts: []\n",
    "data/names.yaml": "renames: []\n",
    "Lisbon.md": f"---\naliases: [Olissipo]\n---\n# Lisbon\n\nIt serves lisbon.\n\n{ERAS}",
    "Porto.md": "# Porto\n\nSee [[Olissipo]] and [[Lisbon|cards]].\n",
    "towns/Faro.md": "[[Lisbon#Lisbon]], ![[Porto]], [x](../Lisbon.md), [[Olissipo|its old name]].\n",
    "towns/Evora.md": "\ufeff[[Olissipo]]\r\n[[Lisbon]]\r\n",
    "Home.md": f"# Home\n\n[[Lisbon]] [[Porto]] [[Olissipo]]\n\n{INDEX}",
    "new.yaml": 'id: one-card\ntitle: One card\npage: "[[Porto]]"\nimage: localhost/engine:0.14.0-f171906\n',
}
COMMANDS: Mapping[str, Sequence[str]] = {
    "index": ("index",),
    "fix": ("check", "--fix"),
    "rename": ("rename", "Lisbon", "cities/Lisboa"),
    "cutover": ("cutover", "lisbon", "--era", "new.yaml", "--on", "2026-10-10", "--name", "porto"),
}
PAIRS: Mapping[str, tuple[str, str]] = {
    "index with index": ("index", "index"),
    "index with fix": ("index", "fix"),
    "rename with index": ("rename", "index"),
    "cutover with index": ("cutover", "index"),
}


class Found(NamedTuple):
    """How many runs were made, how many of them ended with some files old and some new, and what was wrong."""

    runs: int
    torn: int
    wrong: list[str]


class Course(NamedTuple):
    """How a command goes that nobody kills: the files before and after it, all that any of them holds on the way (None
    where it is not there), its exit status, how many moments it has at which it can kill itself, and the seconds it
    takes from its start and from its first change."""

    before: Tree
    after: Tree
    held: Mapping[str, set[bytes | None]]
    status: int
    moments: int
    seconds: float
    writing: float


def killed(command: str, runs: int, seed: int, folder: Path) -> Found:
    """A command killed so many times."""
    course = _course(command, folder)
    chance = random.Random(seed)
    torn, wrong = 0, []
    for number in range(runs):
        where = folder / str(number)
        write(where, course.before)
        how = _kill(command, course, chance, where)
        tree = _tree(where)
        torn += tree not in (course.before, course.after)
        found = [*_neither(tree, course), *_second(command, course, where)]
        wrong += [f"{command}, killed {how}: {one}" for one in found]
        shutil.rmtree(where)
    return Found(runs, torn, wrong)


def at_once(pair: str, runs: int, seed: int, folder: Path) -> Found:
    """Two commands at once, so many times; afterwards each runs once more."""
    commands, chance = PAIRS[pair], random.Random(seed)
    before = _prepared(commands[0], folder / "before")
    for command in commands:
        run(*COMMANDS[command], cwd=folder / "before")  # what they import is there for all runs
    wanted = _after_each(commands, before, folder / "wanted")
    torn, wrong = 0, []
    for number in range(runs):
        where = folder / str(number)
        write(where, before)
        children = []
        for command in commands:
            children.append(_started(command, where))
            time.sleep(chance.uniform(0, 0.02))
        statuses = [_ended(child) for child in children]
        torn += statuses != [0, 0]
        tree = _after_each(commands, None, where)
        if not set(statuses) <= {0, 1, 2}:
            wrong.append(f"{pair}: they ended with {statuses}")
        if tree != wanted:
            wrong.append(f"{pair}: {_differing(tree, wanted)} differ")
        shutil.rmtree(where)
    return Found(runs, torn, wrong)


def _after_each(commands: Sequence[str], before: Tree | None, where: Path) -> Tree:
    """The files after some commands, one after the other."""
    if before is not None:
        write(where, before)
    for command in commands:
        _ended(_started(command, where))
    return _tree(where)


def _prepared(command: str, where: Path) -> Tree:
    """The files before a command: for `index`, with nothing written yet."""
    write(where, FILES)
    if command != "index":
        assert run("index", cwd=where).status == 0
    return _tree(where)


def _course(command: str, folder: Path) -> Course:
    """How a command goes, with all imported that it needs."""
    before = _prepared(command, folder / "before")
    warm = run(*COMMANDS[command], cwd=folder / "before")
    assert warm.status in (0, 1), warm.err
    where = folder / "whole"
    write(where, before)
    journal = folder / "journal"
    begun = time.monotonic()
    status = _ended(_started(command, where, _Recording(where, journal)))
    seconds = time.monotonic() - begun
    times, trees = pickle.loads(journal.read_bytes())
    after = _tree(where)
    assert len(_changed(before, after)) > 1, "a command that changes one file shows nothing"
    held = {path: {tree.get(path) for tree in (before, *trees)} for tree in (before, *trees) for path in tree}
    return Course(before, after, held, status, len(times), seconds, seconds - (times[0] - begun))


def _kill(command: str, course: Course, chance: random.Random, where: Path) -> str:
    """Kill a command in one of three ways; how it was done."""
    way = chance.random()
    if way < 0.5:
        moment = chance.randrange(course.moments)
        _ended(_started(command, where, _Killing(moment)))
        return f"at moment {moment}"
    seconds = chance.uniform(0, 1.2 * (course.writing if way < 0.9 else course.seconds))
    reading, telling = os.pipe()
    child = _started(command, where, (lambda: _beginning(telling)) if way < 0.9 else contextlib.nullcontext)
    os.close(telling)
    if way < 0.9:
        os.read(reading, 1)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    _ended(child)
    os.close(reading)
    return f"{seconds:.4f} s after its {'first change' if way < 0.9 else 'start'}"


def _second(command: str, course: Course, where: Path) -> Iterator[str]:
    """What is wrong after the same command has run again."""
    status = _ended(_started(command, where))
    tree = _tree(where)
    if status != course.status:
        yield f"the second run ends with {status}"
    if tree != course.after:
        yield f"after the second run {_differing(tree, course.after)} differ"


def _neither(tree: Tree, course: Course) -> Iterator[str]:
    """The files that are neither old nor new."""
    for path in {**course.before, **course.after, **tree}:
        is_temporary = path.rpartition("/")[2].startswith(".vaulttool-")
        if not is_temporary and tree.get(path) not in course.held.get(path, ()):
            yield f'"{path}" is neither old nor new'
    lost = {text for path, text in course.before.items() if course.after.get(path) == text} - set(tree.values())
    if lost:
        yield f"{len(lost)} files are lost"


def _started(
    command: str, where: Path, watching: Callable[[], contextlib.AbstractContextManager[None]] = contextlib.nullcontext
) -> int:
    """The process in which a command runs in a folder; once it begins to change files it is watched."""
    child = os.fork()
    if child:
        return child
    status = 70
    try:
        os.chdir(where)
        nowhere = os.open(os.devnull, os.O_RDWR)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        sys.argv = ["vaulttool", *COMMANDS[command]]
        with mock.patch("vaulttool.storage.writing.locked", _locked(watching)):
            cli.main()
    except SystemExit as stop:
        status = stop.code if isinstance(stop.code, int) else 70
    finally:
        os._exit(status)


def _locked(
    watching: Callable[[], contextlib.AbstractContextManager[None]],
) -> Callable[[Path], contextlib.AbstractContextManager[None]]:
    @contextlib.contextmanager
    def watched_lock(top: Path) -> Iterator[None]:
        with watching(), locked(top):
            yield

    return watched_lock


def _ended(child: int) -> int:
    """The exit status of a process; below zero the signal that ended it."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


class _Recording:
    """Writes down when each moment of a command came, and the files after each of its steps."""

    def __init__(self, where: Path, journal: Path) -> None:
        self.where, self.journal = where, journal
        self.times: list[float] = []
        self.trees: list[Tree] = []
        self.is_looking = False

    @contextlib.contextmanager
    def __call__(self) -> Iterator[None]:
        with watched(self._meet, self._after):
            yield
        self.journal.write_bytes(pickle.dumps((self.times, self.trees)))

    def _meet(self, name: str) -> None:
        if not self.is_looking:
            self.times.append(time.monotonic())

    def _after(self, name: str) -> None:
        self._meet(name)
        if name in STEPS and not self.is_looking:
            self.is_looking = True
            self.trees.append(_tree(self.where))
            self.is_looking = False


class _Killing:
    """Ends the process at a moment: before or after one of its system calls."""

    def __init__(self, moment: int) -> None:
        self.left = moment

    def __call__(self) -> contextlib.AbstractContextManager[None]:
        return watched(self._meet, self._meet)

    def _meet(self, name: str) -> None:
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        self.left -= 1


def _beginning(pipe: int) -> contextlib.AbstractContextManager[None]:
    """Tells when a command is about to change something."""
    write_down = os.write
    told: list[int] = []

    def meet(name: str) -> None:
        if name in CHANGING and not told:
            told.append(write_down(pipe, b"."))

    return watched(meet)


def _tree(folder: Path) -> Tree:
    """The files below a folder."""
    places = (place for place in folder.rglob("*") if place.is_file())
    return {place.relative_to(folder).as_posix(): place.read_bytes() for place in places}


def _changed(before: Tree, after: Tree) -> set[str]:
    return {path for path in {**before, **after} if before.get(path) != after.get(path)}


def _differing(tree: Tree, wanted: Tree) -> str:
    return ", ".join(sorted(_changed(tree, wanted)))


def main(runs: int, seed: int, names: Sequence[str]) -> None:
    """Kill commands, or run two at once, each so many times."""
    os.environ["VAULTTOOL_NO_CACHE"] = "1"
    found = {}
    for name in names:
        done = partial(at_once, name) if name in PAIRS else partial(killed, name)
        with tempfile.TemporaryDirectory(dir=MEMORY if os.path.isdir(MEMORY) else None) as folder:
            found[name] = done(runs, seed, Path(folder))._asdict()
    print(json.dumps(found))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
