"""The law of a change: all that is found in what it changed, and elsewhere exactly what a full run newly reports.

Full runs over checkouts of what was and of what is staged tell what that is.
"""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from commands_in import run
from folders import git, write
from lengths import is_slow
from model.data_files import FILES

TEXTS = [
    "# Top\n\n## Sub\n\ntext ^id\n",
    "# Top\r\n\r\ntext ^ib\r\n\r\n[[Two#Sub]]\r\n",
    "---\naliases: [Uno]\ntype: town\n---\n[[One]] [[Two#Top]] ![[p.png]]\n",
    "---\ntype: town\ndescription: A town.\nup: '[[Three]]'\n---\n[[a/Two#Sub]] [[Uno]] [t](../b/Two.md#Top) [r](../README.md) [f](../src)\n",
    "[[Home]] [[Two]] [[Other#Nope]] [[#^id]] <!-- vaulttool:ignore missing-heading -->\n",
    "| a |\n| - |\n| [[One|x]] |\n[[Four#Sub]] [[b/Three#^ib]] [[kept/here.pdf]]\n",
    "---\na: [\n---\n[[Two#Sub]]\n",
    "## Top\n\n[n](b/Three.md#Sub) [[Three#Sub]] [[nothing]] ![[b/One#Top]]\n",
    "<!-- vaulttool:begin backlinks -->\n<!-- vaulttool:end backlinks -->\n[[One#Top]]\n",
    '<!-- vaulttool:begin eras endpoint="lisbon" -->\n<!-- vaulttool:end eras -->\nKV 425,047<!-- =run/boot#kv --> olisipo\n',
    "A pool of 425,047<!-- =run/boot#kv --> tok at [[Lisbon#One card]].\n",
    "<<<<<<< HEAD\n[[One]]\n=======\n[[Two#Top#Sub]]\n>>>>>>> x\n",
    "",
]
NAMES = ["Home", "One", "Two", "Three", "Four", "Other", "Üno", "Uno"]
FOLDERS = ["", "a/", "b/", "a/deep/"]
RULES = "[rules]\nunstable-link = 'error'\nambiguous-link = 'warning'\norphan-note = 'warning'\n"
CONFIGURATIONS = [
    'vault = "vault"\n',
    'vault = "vault"\ndata = "data"\n',
    f'vault = "vault"\ndata = "data"\nextra-files = ["README.md"]\nrepository-files = ["units/*"]\n{RULES}',
    f'vault = "vault"\nexclude = ["a/"]\n{RULES}',
    'vault = "vault"\n[schemas]\nfolder = "schemas"\ntypes = { town = "town" }\n[per-file-ignores]\n"b/**" = ["broken-link"]\n',
    'vault = "vault/a"\n',
]
OUTSIDE = {
    "README.md": ["# R\n", "425,047<!-- =run/boot#kv -->\n", "<!-- vaulttool:begin nothing -->\n"],
    "src/x.py": ["x\n", "y\n"],
    "vault/p.png": ["p", "q"],
    "vault/a/p.png": ["p", "q"],
    "data/runs/boot.yaml": [FILES["data/runs/boot.yaml"], FILES["data/runs/boot.yaml"].replace("425047", "425048"), "run: ["],
    "data/names.yaml": [FILES["data/names.yaml"], "renames: []\n"],
    "schemas/town.schema.json": ['{"required": ["title"]}', '{"properties": {"type": {"const": "city"}}}', "{}"],
    "units/lisbon.service": ["[Unit]\n", "[Unit]\nDescription=olisipo\n"],
}  # fmt: skip


class World:
    """A repository around a vault, with what can happen in its work tree."""

    def __init__(self, top: Path, chance: random.Random) -> None:
        self.top = top
        self.chance = chance
        is_plain = chance.random() < 0.4  # so that what was said of one state serves for another
        self.texts = [text for text in TEXTS if "vaulttool:" not in text and "=run" not in text] if is_plain else TEXTS
        self.configurations = CONFIGURATIONS[:1] if is_plain else CONFIGURATIONS
        outside = {path: contents[0] for path, contents in OUTSIDE.items()}
        data = {path: text for path, text in FILES.items() if path.startswith("data/")}
        pages = {f"vault/{path}": FILES[path] for path in ("Lisbon.md", "Atlas.md")}
        ignored = {".gitignore": "kept/\n.vaulttool_cache/\n", "vault/kept/here.pdf": "x", "vault/a/Two.md": "## Sub\n"}
        write(top, {**outside, **data, **pages, **ignored, "vaulttool.toml": chance.choice(self.configurations[:5])})
        for _ in range(6):
            self.note()
        git(top, "init", "--quiet", "--initial-branch=main")
        self.commit()

    def commit(self) -> None:
        git(self.top, "add", "--all")
        git(self.top, "commit", "--quiet", "--allow-empty", "--message=next")

    def notes(self) -> list[Path]:
        return sorted((self.top / "vault").rglob("*.md"))

    def some_place(self) -> Path:
        place = self.top / f"vault/{self.chance.choice(FOLDERS)}{self.chance.choice(NAMES)}.md"
        place.parent.mkdir(parents=True, exist_ok=True)
        return place

    def note(self) -> None:
        self.some_place().write_bytes(self.chance.choice(self.texts).encode())

    def edit(self) -> None:
        self.chance.choice(self.notes()).write_bytes(self.chance.choice(self.texts).encode())

    def append(self) -> None:
        """Words and links that change nothing that others can link to."""
        with self.chance.choice(self.notes()).open("a", encoding="utf-8") as note:
            note.write(self.chance.choice(["\nmore\n", "\n[[One#Sub]]\n", "\n[[gone]] [f](../src)\n"]))

    def unhead(self) -> None:
        place = self.chance.choice(self.notes())
        lines = place.read_bytes().splitlines(keepends=True)
        place.write_bytes(b"".join(line for line in lines if not line.startswith(b"#") and b" ^i" not in line))

    def delete(self) -> None:
        if len(self.notes()) > 2:
            self.chance.choice(self.notes()).unlink()

    def move(self) -> None:
        self.chance.choice(self.notes()).replace(self.some_place())

    def outside(self) -> None:
        path, contents = self.chance.choice([*OUTSIDE.items()])
        write(self.top, {path: self.chance.choice(contents)})

    def delete_outside(self) -> None:
        (self.top / self.chance.choice([*OUTSIDE])).unlink(missing_ok=True)

    def configure(self) -> None:
        write(self.top, {"vaulttool.toml": self.chance.choice(self.configurations)})

    def change(self) -> None:
        for step in self.chance.choices(STEPS, k=self.chance.choice([1, 1, 2, 3])):
            step(self)

    def stage(self) -> None:
        """What was done is staged, all of it or some; more may be done after it."""
        self.change()
        git(self.top, "add", "--all")
        if self.chance.random() < 0.6:
            self.change()
        if self.chance.random() < 0.3:
            git(self.top, "add", "--update")
            self.change()


STEPS: list[Callable[[World], None]] = [
    *[World.note, World.edit, World.append, World.unhead, World.delete, World.move] * 3,
    World.outside, World.outside, World.delete_outside, World.configure,
]  # fmt: skip


def ignoring(target: Path) -> Path:
    """A checkout as a repository of its own, with what git ignores in the one that it was made of."""
    git(target, "init", "--quiet")
    return write(target, {"vault/kept/here.pdf": "x"})


def committed(top: Path, target: Path) -> Path:
    """A checkout of the last commit."""
    shutil.rmtree(target, ignore_errors=True)
    git(top, "clone", "--quiet", ".", str(target))
    return ignoring(target)


def staged(top: Path, target: Path) -> Path:
    """A checkout of what is staged."""
    shutil.rmtree(target, ignore_errors=True)
    git(top, "checkout-index", "--all", f"--prefix={target}/")
    return ignoring(target)


def report(top: Path, *arguments: str) -> list[dict[str, Any]] | None:
    """The findings of a run; None where it could not run."""
    done = run("check", "--format", "json", *arguments, cwd=top)
    return None if done.status == 2 else json.loads(done.out)["findings"]


def key(finding: dict[str, Any]) -> str:
    """A finding without what is not told of a state: the suggestion, which may change with any name."""
    return json.dumps(
        {name: one for name, one in finding.items() if name not in ("help", "related", "fix", "fingerprint")}
    )


def newly(before: list[dict[str, Any]] | None, after: list[dict[str, Any]], changed: set[str]) -> list[dict[str, Any]]:
    old = {key(one) for one in before or ()}
    return [one for one in after if one["path"] in changed or key(one) not in old]


@pytest.fixture(autouse=True)
def maybe_cached(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.node.callspec.params["seed"] % 2:
        monkeypatch.delenv("VAULTTOOL_NO_CACHE")


def names(top: Path, *arguments: str) -> set[str]:
    """The paths that differ, as git tells them."""
    return {*git(top, "-c", "core.quotePath=false", *arguments).splitlines()}


@pytest.mark.parametrize("seed", range(60 if is_slow() else 2))
def test_what_is_staged(seed: int, tmp_path: Path) -> None:
    world = World(tmp_path / "repository", random.Random(seed))
    for _ in range(5):
        world.stage()
        before = report(committed(world.top, tmp_path / "before"), "--no-cache")
        after = report(staged(world.top, tmp_path / "after"), "--no-cache")
        changed = names(world.top, "diff", "--cached", "--name-only", "--no-renames")
        told = report(world.top, "--staged")
        assert told == (None if after is None else newly(before, after, changed))
        world.commit()


@pytest.mark.parametrize("seed", range(20 if is_slow() else 1))
def test_what_has_changed(seed: int, tmp_path: Path) -> None:
    """The work tree against a commit: what is staged in it plays no part."""
    world = World(tmp_path / "repository", random.Random(1000 + seed))
    for _ in range(5):
        world.stage()
        before = report(committed(world.top, tmp_path / "before"), "--no-cache")
        after = report(world.top, "--no-cache")
        changed = names(world.top, "diff", "--name-only", "--no-renames", "HEAD")
        changed |= names(world.top, "ls-files", "--others", "--exclude-standard")
        told = report(world.top, "--changed")
        assert told == (None if after is None else newly(before, after, changed))
        world.commit()
