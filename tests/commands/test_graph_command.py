"""``vaulttool graph``: orphans, dead ends, components and cycles."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands_in import run
from folders import write

FILES = {
    "a.md": "[[b]] [[b]] [[a]] [[Gone]] [[x.png]]",
    "b.md": "[[d/c]]",
    "d/c.md": "[[a]]",
    "d/alone.md": "",
    "Board.canvas": '{"nodes": [{"id": "1", "type": "file", "file": "a.md"}]}',
    "x.png": "",
}
TEXT = """\
5 notes, 5 edges
2 orphans (nothing links to them)
    Board.canvas
    d/alone.md
1 dead ends (they link to no other note)
    d/alone.md
1 components of several notes (1 stand alone)
    4 notes around Board.canvas
1 cycles (each note reaches every other)
    3 notes: a.md, b.md, d/c.md
"""


def test_text(tmp_path: Path) -> None:
    done = run("graph", cwd=write(tmp_path, FILES))
    assert (done.out, done.err, done.status) == (TEXT, "", 0)


def test_json(tmp_path: Path) -> None:
    done = run("graph", "--format", "json", cwd=write(tmp_path, FILES))
    assert json.loads(done.out) == {
        "notes": 5,
        "edges": 5,
        "orphans": ["Board.canvas", "d/alone.md"],
        "dead_ends": ["d/alone.md"],
        "components": [["Board.canvas", "a.md", "b.md", "d/c.md"], ["d/alone.md"]],
        "cycles": [["a.md", "b.md", "d/c.md"]],
    }
    assert (done.err, done.status) == ("", 0)


def test_one_note(tmp_path: Path) -> None:
    assert run("graph", cwd=write(tmp_path, {"a.md": "[[a]]"})).out.splitlines()[0] == "1 note, 1 edge"


def test_paths_narrow_the_graph_and_are_shown_from_the_working_directory(tmp_path: Path) -> None:
    write(tmp_path, {**FILES, ".obsidian/app.json": ""})
    assert run("graph", "..", cwd=tmp_path / "d").out.splitlines()[2] == "    ../Board.canvas"
    assert run("graph", ".", cwd=tmp_path / "d").out.splitlines()[:4] == [
        "2 notes, 0 edges",
        "2 orphans (nothing links to them)",
        "    alone.md",
        "    c.md",
    ]


def test_a_long_list_is_cut_in_the_text_only(tmp_path: Path) -> None:
    write(tmp_path, {f"{number:02}.md": "" for number in range(25)})
    lines = run("graph", cwd=tmp_path).out.splitlines()
    assert lines[1] == "25 orphans (nothing links to them)"
    assert lines[21:23] == ["    19.md", "    ... and 5 more (--format json lists all)"]
    assert len(json.loads(run("graph", "--format", "json", cwd=tmp_path).out)["orphans"]) == 25


@pytest.mark.parametrize("form", ["text", "json"])
def test_two_runs_say_the_same(form: str, tmp_path: Path) -> None:
    write(tmp_path, FILES)
    assert run("graph", "--format", form, cwd=tmp_path) == run("graph", "--format", form, cwd=tmp_path)
