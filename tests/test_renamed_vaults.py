"""Renames in real vaults, one after another: every link leads where it led, and no other file is written."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from commands_in import run
from folders import git
from vaults import unpacked

pytestmark = pytest.mark.real_vault
WORDS = ("Lisbon", "north (2)", "über", "v1.2", "100 % of it", "R&D", "it's", "日本", "a, b; c", "Index", "README")
AT_ONCE = 10
Row = dict[str, Any]


class Step(NamedTuple):
    """A rename: OLD and NEW as they are given, and the files that move."""

    old: str
    new: str
    moved: dict[str, str]


def rows(root: Path, cache: Path) -> list[Row]:
    done = run("links", "--vault", str(root), "--format", "jsonl", "--cache-dir", str(cache))
    return [json.loads(line) for line in done.out.splitlines()]


def files(root: Path) -> list[str]:
    places = (place.relative_to(root) for place in root.rglob("*") if place.is_file())
    return sorted(place.as_posix() for place in places if not any(step[0] == "." for step in place.parts))


def a_step(chance: random.Random, root: Path) -> Step:
    """A random note, attachment, folder or heading, and a random new name, often one that others have elsewhere."""
    known = files(root)
    folders = sorted({path.rpartition("/")[0] for path in known} - {""})
    kind = chance.choice(("note", "note", "move", "folder", "heading", "heading"))
    word = chance.choice(WORDS) + chance.choice(("", f" {chance.randint(1, 99)}"))
    if kind == "folder":
        old = chance.choice(folders)
        new = f"{old.rpartition('/')[0]}/{word}".strip("/")
        return Step(old, new, {path: new + path[len(old) :] for path in known if path.startswith(old + "/")})
    old = chance.choice([path for path in known if path.endswith(".md") or kind == "note"])
    name = old.rpartition("/")[2]
    if kind == "heading":
        lines = [line for line in (root / old).read_text("utf-8").splitlines() if line.startswith("## ")]
        title = chance.choice(lines or ["## none"])[3:].strip()
        return Step(f"{old}#{title}", word, {})
    if kind == "move":
        new = f"{chance.choice(folders)}/{name}"
    else:
        other = chance.choice(known).rpartition("/")[2].rpartition(".")[0]
        new = f"{old[: -len(name)]}{chance.choice((word, word, other))}.{name.rpartition('.')[2]}"
    return Step(old, new, {old: new})


@pytest.mark.parametrize(
    ("name", "number"), [("obsidian-help", 5), pytest.param("obsidian-hub", 200, marks=pytest.mark.slow)]
)
def test_renames_one_after_another(tmp_path: Path, name: str, number: int) -> None:
    """The links are compared after every ten renames: a link that went astray in between would not come back."""
    root, cache, chance = tmp_path / "vault", tmp_path / "cache", random.Random(number)
    shutil.copytree(unpacked(name), root)
    git(root, "init", "--quiet")
    git(root, "config", "gc.auto", "0")  # it would tidy up behind the back of whoever lists files
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message=first")
    before, refused = rows(root, cache), 0
    for _ in range(0, number, AT_ONCE):
        steps: list[Step] = []
        while len(steps) < min(AT_ONCE, number):
            step = a_step(chance, root)
            answer = run("rename", step.old, step.new, "--vault", str(root), "--cache-dir", str(cache))
            assert answer.status == 0 or (answer.err.startswith("error: ") and "bug" not in answer.err), step
            refused += answer.status
            steps += [step] if answer.status == 0 else []
        then, moved = rows(root, cache), together(steps)
        check_edges(before, then, moved)
        git(root, "add", "--all")
        told = git(root, "-c", "core.quotePath=false", "diff", "--cached", "--name-only", "--no-renames")
        assert {line.strip('"') for line in told.splitlines()} <= holders(before, steps, moved)
        git(root, "commit", "--quiet", "--message=next")
        before = then
    assert refused < 4 * number


def together(steps: list[Step]) -> dict[str, str]:
    """What several renames after one another move."""
    moved: dict[str, str] = {}
    for step in steps:
        moved = {old: step.moved.get(new, new) for old, new in moved.items()} | {
            old: new for old, new in step.moved.items() if old not in moved.values()
        }
    return moved


def check_edges(before: list[Row], then: list[Row], moved: dict[str, str]) -> None:
    """The links of each note in their order lead to the same files; those that led nowhere lead nowhere, or to what has
    the new name now."""
    found = by_source(then)
    for source, links in by_source(before).items():
        pairs = zip(links, found.pop(moved.get(source, source)), strict=True)
        for old, new in pairs:
            assert (old["kind"], old["syntax"], old["anchor"]) == (new["kind"], new["syntax"], new["anchor"]) or old[
                "target"
            ] is None
            wanted = moved.get(old["target"], old["target"])
            assert new["target"] == wanted or (wanted is None and new["target"] in moved.values()), (source, old, new)
    assert not found


def by_source(found: list[Row]) -> dict[str, list[Row]]:
    sources: dict[str, list[Row]] = {}
    for row in found:
        sources.setdefault(row["source"], []).append(row)
    return sources


def holders(before: list[Row], steps: list[Step], moved: dict[str, str]) -> set[str]:
    """The files that may be written: what moves, the notes that link to it, and those that link by a name that something
    had or got."""
    pairs = [*moved.items(), *(pair for step in steps for pair in step.moved.items())]
    notes = {step.old.partition("#")[0] for step in steps}
    known = notes | {path for pair in pairs for path in pair}
    known |= {old for old, new in moved.items() if new in known}
    names = {plain(path) for pair in pairs for path in pair}
    linking = {
        row["source"] for row in before if row["target"] in known or plain(row["link"].partition("#")[0]) in names
    }
    return known | linking | {moved.get(path, path) for path in linking}


def plain(path: str) -> str:
    """The name of a file as links may have it."""
    return path.rpartition("/")[2].lower().removesuffix(".md")
