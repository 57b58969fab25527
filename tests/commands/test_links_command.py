"""``vaulttool links``: a row for each link, as its schema says, and where it leads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from commands_in import run
from folders import write

from vaulttool.storage import schemas

FILES = {
    "Home.md": (
        "---\nup: '[[Lisbon]]'\n---\n"
        "é 🙂 [[Lisbon#History|the town]] ![[map.png]]\n"
        "[x](travel/Lisbon.md#Gone) [[#Top]] [[Gone]] [site](https://example.org)\n"
    ),
    "travel/Lisbon.md": "# History\n",
    "old/Lisbon.md": "",
    "map.png": "",
    "Board.canvas": '{"nodes": [{"id": "1", "type": "file", "file": "Home.md"}]}',
}
NAMES = ("source", "line", "column", "kind", "syntax", "link", "target", "anchor", "candidates")
ROWS: list[tuple[Any, ...]] = [
    ("Board.canvas", 1, 49, "card", "canvas", "Home.md", "Home.md", None, 1),
    ("Home.md", 2, 6, "property", "wiki", "Lisbon", "old/Lisbon.md", None, 2),
    ("Home.md", 4, 5, "link", "wiki", "Lisbon#History", "old/Lisbon.md", False, 2),
    ("Home.md", 4, 33, "embed", "wiki", "map.png", "map.png", None, 1),
    ("Home.md", 5, 1, "link", "markdown", "travel/Lisbon.md#Gone", "travel/Lisbon.md", False, 1),
    ("Home.md", 5, 28, "link", "wiki", "#Top", "Home.md", False, 1),
    ("Home.md", 5, 37, "link", "wiki", "Gone", None, None, 0),
]
TEXT = """\
Board.canvas:1:49: card "Home.md" -> "Home.md"
Home.md:2:6: property "Lisbon" -> "old/Lisbon.md" (2 candidates)
Home.md:4:5: link "Lisbon#History" -> "old/Lisbon.md", where the anchor is missing (2 candidates)
Home.md:4:33: embed "map.png" -> "map.png"
Home.md:5:1: link "travel/Lisbon.md#Gone" -> "travel/Lisbon.md", where the anchor is missing
Home.md:5:28: link "#Top" -> "Home.md", where the anchor is missing
Home.md:5:37: link "Gone" -> nothing
"""


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return write(tmp_path, FILES)


def rows(output: str) -> list[tuple[Any, ...]]:
    found = [json.loads(line) for line in output.splitlines()]
    assert all(tuple(row) == NAMES for row in found)
    return [tuple(row.values()) for row in found]


def test_rows(vault: Path) -> None:
    done = run("links", "--format", "jsonl", cwd=vault)
    assert rows(done.out) == ROWS
    assert (done.err, done.status) == ("", 0)


def test_rows_are_as_their_schema_says(vault: Path) -> None:
    schema = json.loads((schemas.shipped_folder() / "link.schema.json").read_text(encoding="utf-8"))
    validator = jsonschema_rs.Draft202012Validator(schema)
    rows = [json.loads(line) for line in run("links", "--format", "jsonl", cwd=vault).out.splitlines()]
    assert rows and all(map(validator.is_valid, rows))


def test_text(vault: Path) -> None:
    done = run("links", cwd=vault)
    assert (done.out, done.err, done.status) == (TEXT, "", 0)


def test_two_runs_say_the_same(vault: Path) -> None:
    assert run("links", "--format", "jsonl", cwd=vault).out == run("links", "--format", "jsonl", cwd=vault).out


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        pytest.param(["Board.canvas"], ROWS[:1], id="a canvas"),
        pytest.param(["Home.md"], ROWS[1:], id="a note"),
        pytest.param(["travel"], [], id="a folder without links"),
        pytest.param(["Board.canvas", "old"], ROWS[:1], id="a file and a folder"),
    ],
)
def test_notes_narrow_the_list_and_not_the_reading(
    arguments: list[str], expected: list[tuple[Any, ...]], vault: Path
) -> None:
    write(vault, {".obsidian/app.json": ""})
    assert rows(run("links", "--format", "jsonl", *arguments, cwd=vault).out) == expected


def test_elsewhere_the_text_names_files_from_there_and_the_rows_from_the_vault(vault: Path) -> None:
    text = run("links", "../Home.md", "--vault", "..", cwd=vault / "old").out
    assert text.splitlines()[-1] == '../Home.md:5:37: link "Gone" -> nothing'
    assert rows(run("links", "../Home.md", "--vault", "..", "--format", "jsonl", cwd=vault / "old").out) == ROWS[1:]


@pytest.mark.parametrize(
    ("text", "column"),
    [
        pytest.param("\ufeff[[b]]", 1, id="a byte order mark"),
        pytest.param("é\r\n[[b]]", 1, id="CRLF"),
        pytest.param("a\rx [[b]]", 3, id="CR"),
        pytest.param("🙂 [[b]]", 3, id="beyond the first plane"),
    ],
)
def test_columns_are_code_points(text: str, column: int, tmp_path: Path) -> None:
    write(tmp_path, {"a.md": text.encode("utf-8")})
    (row,) = rows(run("links", "--format", "jsonl", cwd=tmp_path).out)
    assert row[2] == column
