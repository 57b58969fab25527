"""``vaulttool duplicates``: passages in several notes, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands_in import run
from folders import repository, write

FERRY = "The ferry leaves from the western quay every half hour and takes bicycles free of charge"
FILES = {
    "Ferries.md": f"# Ferries\n\n{FERRY}.\n",
    "d/Porto.md": f"---\ntags: [town]\n---\nA town.\n\n> *{FERRY.upper()}*,\n> and cars.\n",
    "Braga.md": f"Before.\n\n{FERRY.replace('half', 'third')}!\n",
    "Home.md": "[[Ferries]] and [[Porto]], [[Ferries]]\n",
    "Other.md": "[[Ferries]] alone.\n",
}
TEXT = """\
1 passage of 12 words or more stands in several of 5 notes

16 words in 3 notes: "The ferry leaves from the western quay every half hour and takes …"
    Ferries.md:3 <- proposed owner: most linked (2 notes)
    Braga.md:3 (15 of the words)
    d/Porto.md:6
"""


def test_text(tmp_path: Path) -> None:
    done = run("duplicates", "--min-words", "12", cwd=write(tmp_path, FILES))
    assert (done.out, done.err, done.status) == (TEXT, "", 0)


def test_what_a_copy_has_more_is_told(tmp_path: Path) -> None:
    files = {"A.md": f"{FERRY}. And so on, and so on.", "B.md": FERRY.replace("quay", "old quay")}
    lines = run("duplicates", "--min-words", "12", cwd=write(tmp_path, files)).out.splitlines()
    assert lines[3:] == [
        "    A.md:1 <- proposed owner: the longest note",
        "    B.md:1 (all of the words, and 1 more between)",
    ]


def test_json(tmp_path: Path) -> None:
    done = run("duplicates", "--min-words", "12", "--format", "json", cwd=write(tmp_path, FILES))
    assert json.loads(done.out) == {
        "notes": 5,
        "duplicates": [
            {
                "words": 16,
                "notes": 3,
                "exact": False,
                "whole": False,
                "boilerplate": False,
                "beginning": "The ferry leaves from the western quay every half hour and takes …",
                "owner": {"path": "Ferries.md", "reason": "linked", "links": 2},
                "copies": [
                    {"path": "Ferries.md", "line": 3, "end_line": 3, "words": 16, "exact": True},
                    {"path": "Braga.md", "line": 3, "end_line": 3, "words": 15, "exact": False},
                    {"path": "d/Porto.md", "line": 6, "end_line": 6, "words": 16, "exact": True},
                ],
            }
        ],
    }
    assert (done.err, done.status) == ("", 0)


def test_nothing(tmp_path: Path) -> None:
    done = run("duplicates", cwd=write(tmp_path, FILES))
    assert (done.out, done.status) == ("no passages of 40 words or more stand in several of 5 notes\n", 0)


def test_paths_narrow_the_list_but_not_what_is_compared(tmp_path: Path) -> None:
    write(tmp_path, {**FILES, ".obsidian/app.json": "", "e/Alone.md": "Nothing."})
    assert run("duplicates", "--min-words", "12", "Porto.md", cwd=tmp_path / "d").out.splitlines()[2:] == [
        '16 words in 3 notes: "The ferry leaves from the western quay every half hour and takes …"',
        "    ../Ferries.md:3 <- proposed owner: most linked (2 notes)",
        "    ../Braga.md:3 (15 of the words)",
        "    Porto.md:6",
    ]
    assert run("duplicates", "--min-words", "12", "e", cwd=tmp_path).out.startswith("no passages")


def test_likeness(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    assert "2 notes" in run("duplicates", "--min-words", "12", "--likeness", "1", cwd=tmp_path).out
    assert "Braga" not in run("duplicates", "--min-words", "12", "--likeness", "1", cwd=tmp_path).out


def test_code(tmp_path: Path) -> None:
    write(tmp_path, dict.fromkeys(("a.md", "b.md"), f"```\n{FERRY}\n```\n"))
    assert run("duplicates", "--min-words", "12", cwd=tmp_path).out.startswith("no passages")
    assert "whole notes: 16 words in 2 notes" in run("duplicates", "--min-words", "12", "--code", cwd=tmp_path).out


def test_excluded_and_ignored_notes_are_not_compared(tmp_path: Path) -> None:
    files = {"a.md": FERRY, "Old/b.md": FERRY, "ignored.md": FERRY, ".gitignore": "ignored.md\n"}
    repository(tmp_path, {**files, "vaulttool.toml": 'exclude = ["Old/"]\n'})
    assert run("duplicates", "--min-words", "12", cwd=tmp_path).out.startswith("no passages")
    out = run("duplicates", "--min-words", "12", "--no-gitignore", cwd=tmp_path).out
    assert "ignored.md" in out and "Old" not in out


def test_long_lists_are_cut_in_the_text_only(tmp_path: Path) -> None:
    write(tmp_path, {f"{number:02}.md": f"Note {number}.\n\n{FERRY}\n" for number in range(19)})
    lines = run("duplicates", "--min-words", "12", cwd=tmp_path).out.splitlines()
    assert lines[-1] == "    ... and 11 more (--format json lists all)"
    (record,) = json.loads(run("duplicates", "--min-words", "12", "--format", "json", cwd=tmp_path).out)["duplicates"]
    assert len(record["copies"]) == 19


def test_boilerplate_has_a_few_copies_and_no_owner(tmp_path: Path) -> None:
    write(tmp_path, {f"{number:02}.md": f"Note {number}.\n\n{FERRY}\n" for number in range(30)})
    lines = run("duplicates", "--min-words", "12", "29.md", cwd=tmp_path).out.splitlines()
    assert lines[2].startswith("boilerplate: 16 words in 30 notes:")
    assert (lines[3], lines[-1]) == ("    00.md:3", "    ...")
    (record,) = json.loads(run("duplicates", "--min-words", "12", "--format", "json", cwd=tmp_path).out)["duplicates"]
    assert (record["owner"], len(record["copies"])) == (None, 20)


def test_many_passages_are_cut_in_the_text_only(tmp_path: Path) -> None:
    passages = [" ".join(f"p{number}w{word}" for word in range(15)) for number in range(60)]
    for name in ("a", "b"):
        texts = "\n\n".join(f"{' '.join(f'{name}{number}x{word}' for word in range(20))}\n\n{passage}" for number, passage in enumerate(passages))  # fmt: skip
        write(tmp_path, {f"{name}.md": texts})
    out = run("duplicates", "--min-words", "12", cwd=tmp_path).out
    assert out.startswith("60 passages") and out.endswith("\n... and 10 more (--format json lists all)\n")
    done = run("duplicates", "--min-words", "12", "--format", "json", cwd=tmp_path)
    assert len(json.loads(done.out)["duplicates"]) == 60


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(("--min-words", "4"), id="too few words"),
        pytest.param(("--likeness", "0.3"), id="too unlike"),
        pytest.param(("--likeness", "1.1"), id="more than all"),
        pytest.param(("Gone.md",), id="no such file"),
    ],
)
def test_what_cannot_be_run(arguments: tuple[str, ...], tmp_path: Path) -> None:
    done = run("duplicates", *arguments, cwd=write(tmp_path, FILES))
    assert (done.status, done.out) == (2, "")
    assert "Error" in done.err or "error" in done.err


@pytest.mark.parametrize("form", ["text", "json"])
def test_two_runs_say_the_same(form: str, tmp_path: Path) -> None:
    write(tmp_path, FILES)
    first, second = (run("duplicates", "--min-words", "12", "--format", form, cwd=tmp_path) for _ in range(2))
    assert first == second
