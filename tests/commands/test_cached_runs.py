"""A run with a cache says what a fresh one says, whatever was done to the vault, the clock and the cache between them."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from commands_in import Done, run
from folders import repository, write
from lengths import some

from vaulttool.commands import _findings, _parts
from vaulttool.storage import cache as caching
from vaulttool.storage import stamp

FOLDER = ".vaulttool_cache"
TEXTS = [
    "# Top\n\n## Sub\n\ntext ^id\n",
    "# Top\n\n## Sab\n\ntext ^ib\n",
    "---\naliases: [Uno]\n---\n[[One]] [[Two#Top]] ![[p.png]]\n",
    "[[a/Two#Sub]] [[Uno]] [t](../b/Two.md#Top) [x](Thre.md) [r](../README.md) [f](../src)\n",
    "[[Home]] [[Two]] [[Other#Nope]] [[#^id]] <!-- vaulttool:ignore missing-heading -->\n",
    "| a |\n| - |\n| [[One|x]] |\n[[Four#Sub]] [[b/Three#^ib]]\n",
    "---\na: [\n---\n[[Two#Sub]]\n",
    "---\nx: 1\n---\n## Top\n\n[n](b/Three.md#Sub) [[Three#Sub]] [[nothing]]\n",
    "<!-- vaulttool:begin backlinks -->\n<!-- vaulttool:end backlinks -->\n[[One#Top]]\n",
    "<<<<<<< HEAD\n[[One]]\n=======\n[[Two#Top#Sub]]\n>>>>>>> x\n",
    "",
]
NAMES = ["Home", "One", "Two", "Three", "Four", "Other", "Uno"]
FOLDERS = ["", "a/", "b/", "a/deep/"]


@pytest.fixture(autouse=True)
def cached(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a cache, and with times that are trusted as soon as the clock of files has moved on."""
    monkeypatch.delenv("VAULTTOOL_NO_CACHE")
    monkeypatch.setattr(caching, "GRANULARITY", 20 * 10**6)
    monkeypatch.setattr(stamp, "GRANULARITY", 20 * 10**6)


class World:
    """A repository with a vault, and what can happen to it."""

    def __init__(self, folder: Path, chance: random.Random) -> None:
        self.folder = folder
        self.vault = folder / "vault"
        self.chance = chance
        write(folder, {"README.md": "# R\n", "vault/.obsidian/app.json": "{}", "vault/p.png": "x"})
        for _ in range(5):
            self.new()

    def notes(self) -> list[Path]:
        return sorted(self.vault.rglob("*.md"))

    def some_path(self) -> Path:
        return self.vault / f"{self.chance.choice(FOLDERS)}{self.chance.choice(NAMES)}.md"

    def new(self) -> None:
        place = self.some_path()
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(self.chance.choice(TEXTS), "utf-8")

    def edit(self) -> None:
        self.chance.choice(self.notes()).write_text(self.chance.choice(TEXTS), "utf-8")

    def append(self) -> None:
        with self.chance.choice(self.notes()).open("a", encoding="utf-8") as note:
            note.write(self.chance.choice(["\nmore\n", "\n[[One#Sub]]\n", "\n## Sub\n", "\n[[gone]]\n"]))

    def same_size(self) -> None:
        """An edit that leaves the size as it was, and the time of the content as well."""
        place = self.chance.choice(self.notes())
        before = place.stat()
        place.write_text(place.read_text("utf-8").translate({ord("u"): "a", ord("a"): "u"}), "utf-8")
        if self.chance.random() < 0.5:
            os.utime(place, ns=(before.st_atime_ns, before.st_mtime_ns))

    def delete(self) -> None:
        if len(self.notes()) > 1:
            self.chance.choice(self.notes()).unlink()

    def move(self) -> None:
        place, target = self.chance.choice(self.notes()), self.some_path()
        target.parent.mkdir(parents=True, exist_ok=True)
        place.replace(target)

    def touch(self) -> None:
        """Times that are another's: a fresh clone, a clock that was wrong."""
        moment = self.chance.choice([10**9, time.time_ns(), time.time_ns() + 10**12])
        for place in self.notes():
            if self.chance.random() < 0.5:
                os.utime(place, ns=(moment, moment))

    def attachment(self) -> None:
        place = self.vault / "p.png"
        place.unlink() if place.exists() else place.write_bytes(b"x")

    def beside(self) -> None:
        """Something in the repository that links may lead to."""
        place = self.folder / "src"
        place.rmdir() if place.exists() else place.mkdir()

    def another_command(self) -> None:
        run("links", cwd=self.vault)

    def half_written(self) -> None:
        """The cache as it is when a disk fails: cut, overwritten, gone."""
        for file in (self.vault / FOLDER).glob("*.sqlite"):
            content = bytearray(file.read_bytes())
            at = self.chance.randrange(len(content) or 1)
            kind = self.chance.choice(["cut", "garbled", "gone"])
            if kind == "garbled":
                content[at : at + 600] = self.chance.randbytes(600)
                file.write_bytes(content)
            elif kind == "cut":
                file.write_bytes(content[:at])
            else:
                file.unlink()

    def older_cache(self) -> None:
        """The cache of some time ago comes back, as a CI's does."""
        saved = self.folder / "saved"
        if saved.exists() and self.chance.random() < 0.6:
            shutil.rmtree(self.vault / FOLDER, ignore_errors=True)
            shutil.copytree(saved, self.vault / FOLDER)
        elif (self.vault / FOLDER).exists():
            shutil.rmtree(saved, ignore_errors=True)
            shutil.copytree(self.vault / FOLDER, saved)

    def settings(self) -> None:
        place = self.vault / "vaulttool.toml"
        if self.chance.random() < 0.5:
            place.write_text(
                self.chance.choice(['[rules]\nunstable-link = "error"\n', 'exclude = ["a/**"]\n', ""]), "utf-8"
            )
        else:
            place.unlink(missing_ok=True)


STEPS: list[Callable[[World], None]] = [
    World.new, World.edit, World.edit, World.append, World.append, World.same_size, World.delete, World.move,
    World.touch, World.attachment, World.beside, World.another_command, World.half_written, World.older_cache,
    World.settings,
]  # fmt: skip
ASKED = [(), (), (), ("--select", "missing-heading"), ("a",), ("--format", "text"), ("--select", "orphan-note")]


def both(vault: Path, *asked: str) -> tuple[Done, Done]:
    return run("check", "--format", "json", *asked, cwd=vault), run(
        "check", "--format", "json", *asked, "--no-cache", cwd=vault
    )


@pytest.mark.parametrize("seed", some(range(200), step=66))
def test_a_cached_run_equals_a_fresh_one(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    world = World(tmp_path, chance)
    for _ in range(20):
        for step in chance.choices(STEPS, k=chance.choice([0, 1, 1, 1, 2, 4])):
            step(world)
        time.sleep(chance.choice([0, 0, 0.03]))
        kept, fresh = both(world.vault, *chance.choice(ASKED))
        assert kept == fresh


@pytest.mark.parametrize("time_to_live", some(range(60), step=20))
def test_a_run_that_is_killed_leaves_a_cache_that_can_be_used(time_to_live: int, tmp_path: Path) -> None:
    chance = random.Random(time_to_live)
    world = World(tmp_path, chance)
    write(world.vault, {f"many/{number}.md": chance.choice(TEXTS) for number in range(200)})
    process = subprocess.Popen(
        [sys.executable, "-m", "vaulttool", "check"],
        cwd=world.vault,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    time.sleep(0.1 + chance.random() * 0.4)
    process.send_signal(signal.SIGKILL)
    process.wait()
    kept, fresh = both(world.vault)
    assert kept == fresh


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The notes that rules were run over."""
    told: list[str] = []
    findings, part = _findings.findings, _parts._part

    def noted(run: object, on: object, paths: list[str], shared: object) -> object:
        told.extend(paths)
        return findings(run, on, paths, shared)  # type: ignore[arg-type]  # as they came

    def part_noted(run: object, on: object, paths: list[str], shared: object) -> object:
        told.extend(paths)
        return part(run, on, paths, shared)  # type: ignore[arg-type]  # as they came

    monkeypatch.setattr("vaulttool.commands._saying.findings", noted)
    monkeypatch.setattr(_parts, "_part", part_noted)
    return told


@pytest.mark.parametrize(
    ("change", "again"),
    [
        pytest.param(lambda vault: None, [], id="nothing"),
        pytest.param(lambda vault: os.utime(vault / "A.md", (1, 1)), [], id="another time"),
        pytest.param(lambda vault: write(vault, {"A.md": "# A\n\nMore.\n\n## Sub\n"}), ["A.md"], id="words"),
        pytest.param(lambda vault: write(vault, {"A.md": "# A\n\n[[nope]]\n\n## Sub\n"}), ["A.md"], id="a link"),
        pytest.param(lambda vault: write(vault, {"A.md": "# A\n"}), ["A.md", "B.md"], id="a heading less"),
        pytest.param(lambda vault: write(vault, {"A.md": "---\naliases: x\n---\n# A\n\n## Sub\n"}), ["A.md", "B.md"], id="an alias"),
        pytest.param(lambda vault: write(vault, {"C.md": ""}), ["A.md", "B.md", "C.md"], id="a note more"),
        pytest.param(lambda vault: write(vault, {"p.png": ""}), ["A.md", "B.md"], id="a file more"),
        pytest.param(lambda vault: (vault / "A.md").unlink(), ["B.md"], id="a note less"),
        pytest.param(lambda vault: write(vault, {"vaulttool.toml": '[rules]\nsplit-link = "off"\n'}), ["A.md", "B.md"], id="a configuration"),
    ],
)  # fmt: skip
def test_only_what_can_say_something_else_is_checked_again(
    change: Callable[[Path], None], again: list[str], tmp_path: Path, checked: list[str]
) -> None:
    write(tmp_path, {"A.md": "# A\n\n## Sub\n", "B.md": "[[A#Sub]] [[gone]]\n"})
    run("check", cwd=tmp_path)
    change(tmp_path)
    checked.clear()
    kept = run("check", cwd=tmp_path)
    assert checked == again
    assert kept == run("check", "--no-cache", cwd=tmp_path)


@pytest.mark.parametrize(
    "files",
    [
        pytest.param({"A.md": "<!-- vaulttool:begin backlinks -->\n<!-- vaulttool:end backlinks -->\n"}, id="a region"),
        pytest.param({"A.md": b"\xff"}, id="a note that cannot be read"),
        pytest.param({"vaulttool.toml": 'extra-files = ["x.md"]\n', "x.md": ""}, id="an extra page"),
        pytest.param({"vaulttool.toml": '[schemas.paths]\n"**" = "note"\n'}, id="a schema"),
        pytest.param({"vaulttool.toml": 'data = "data"\n'}, id="data"),
        pytest.param({"vaulttool.toml": '[rules]\norphan-note = "warning"\n'}, id="a rule that weighs all notes"),
    ],
)
def test_what_depends_on_more_than_the_notes_is_always_checked(
    files: dict[str, str | bytes], tmp_path: Path, checked: list[str]
) -> None:
    write(tmp_path, {"A.md": "# A\n", "B.md": "[[A]]\n", "data/": "", **files})
    run("check", cwd=tmp_path)
    checked.clear()
    run("check", cwd=tmp_path)
    assert "B.md" in checked


def test_suggestions_go_to_those_that_come_first(tmp_path: Path) -> None:
    """Only so many are made in a run: a link more in one note takes one from another."""
    write(tmp_path, {"Harbour.md": "", "B.md": "\n".join(f"[[Harbou{number}]]" for number in range(200))})
    run("check", cwd=tmp_path)
    write(tmp_path, {"A.md": "[[Harbor]]\n"})
    run("check", cwd=tmp_path)
    write(tmp_path, {"A.md": "[[Harbor]] [[Habour]]\n"})
    kept, fresh = both(tmp_path)
    assert kept == fresh


def test_the_working_directory_is_that_of_the_run(tmp_path: Path) -> None:
    write(tmp_path, {"v/.obsidian/": "", "v/a/A.md": "[[gone]]\n"})
    assert run("check", cwd=tmp_path / "v").out.startswith("a/A.md:1:3:")
    assert run("check", cwd=tmp_path).out.startswith("v/a/A.md:1:3:")


def test_a_fresh_clone_with_a_cache_from_elsewhere(tmp_path: Path) -> None:
    first = repository(tmp_path / "first", {"A.md": "[[B#C]]\n", "B.md": "# B\n"})
    run("check", cwd=first)
    second = tmp_path / "second"
    shutil.copytree(first, second)
    kept, fresh = both(second)
    assert kept == fresh


def test_clean(tmp_path: Path) -> None:
    write(tmp_path, {"A.md": ""})
    run("check", cwd=tmp_path)
    assert run("clean", cwd=tmp_path) == Done(0, f"3 files deleted in {FOLDER}\n", "")
    assert not (tmp_path / FOLDER).exists()
    assert run("clean", cwd=tmp_path) == Done(0, f"no cache in {FOLDER}\n", "")


def test_no_cache_writes_none(tmp_path: Path) -> None:
    write(tmp_path, {"A.md": ""})
    run("check", "--no-cache", cwd=tmp_path)
    assert not (tmp_path / FOLDER).exists()


def test_another_place_for_it(tmp_path: Path) -> None:
    write(tmp_path, {"v/A.md": ""})
    run("check", "--cache-dir", "../kept", cwd=tmp_path / "v")
    assert not (tmp_path / "v" / FOLDER).exists()
    assert list((tmp_path / "kept").glob("*.sqlite"))
    assert run("clean", "--cache-dir", "../kept", cwd=tmp_path / "v").out == "3 files deleted in ../kept\n"


@pytest.mark.parametrize("jobs", ["0", "-1", "x"])
def test_jobs_is_a_number_of_processes(jobs: str, tmp_path: Path) -> None:
    write(tmp_path, {"A.md": ""})
    assert run("check", "--jobs", jobs, cwd=tmp_path).status == 2


@pytest.mark.slow  # in small parts `test_parts` tries it each time
def test_the_same_with_any_number_of_processes(tmp_path: Path) -> None:
    write(tmp_path, {f"{number}.md": TEXTS[number % len(TEXTS)] for number in range(1200)})
    told = {run("check", "--no-cache", "--jobs", jobs, cwd=tmp_path) for jobs in ("1", "2", "3")}
    told |= {run("check", "--jobs", "3", cwd=tmp_path)}
    assert len(told) == 1
