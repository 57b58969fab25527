"""``check -`` and ``links -``: the text of one file is on standard input, all others are read from disk."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from pathlib import Path
from unittest import mock

import pytest
from commands_in import Done, run
from folders import repository, write
from model.data_files import FILES

VAULT = {
    ".obsidian/app.json": "{}",
    "Home.md": "[[Lisbon#History]]\n",
    "Lisbon.md": "# History\n\n[[Nowhere]]\n",
    "d/Porto.md": "[[Lisbon]]\n",
    "map.png": "x",
}


def piped(command: str, text: str | bytes, *arguments: str, cwd: Path) -> Done:
    """A command with a text on its standard input."""
    content = text if isinstance(text, bytes) else text.encode()
    with mock.patch("sys.stdin", io.TextIOWrapper(io.BytesIO(content), "utf-8")):
        return run(command, "-", *arguments, cwd=cwd)


def found(done: Done) -> list[str]:
    """Place and rule of each finding."""
    pattern = re.compile(r"(?P<place>.+?:\d+:\d+): (?:error|warning): .* \[(?P<rule>[a-z-]+)\]")
    matches = (pattern.fullmatch(line) for line in done.out.splitlines())
    return [f"{match['place']} {match['rule']}" for match in matches if match]


CASES: dict[str, tuple[str, str | bytes, list[str]]] = {
    "what is not saved is worse": ("Home.md", "[[gone]]\n", ["Home.md:1:3 broken-link"]),
    "what is not saved is mended": ("Lisbon.md", "# History\n", []),
    "a heading that others ask for is lost": ("Lisbon.md", "# Past\n", []),
    "a link to a heading of its own": ("Lisbon.md", "# New\n[[#New]] [[Lisbon#New]] [[Lisbon#History]]\n", ["Lisbon.md:2:33 missing-heading"]),
    "the same as on disk": ("Lisbon.md", VAULT["Lisbon.md"], ["Lisbon.md:3:3 broken-link"]),
    "nothing": ("Home.md", "", []),
    "a note that is not there yet": ("New.md", "[[New]] [[gone]]\n", ["New.md:1:11 broken-link"]),
    "one in a folder that is not there yet": ("x/y/New.md", "[[Lisbon]] [t](../../d/Porto.md) [[gone]]\n", ["x/y/New.md:1:36 broken-link"]),
    "one in a folder": ("d/Porto.md", "[x](../Lisbon.md) [y](Lisbon2.md)\n", ["d/Porto.md:1:23 broken-link"]),
    "with dots in its path": ("./d/../Home.md", "[[gone]]\n", ["Home.md:1:3 broken-link"]),
    "a canvas": ("Board.canvas", '{"nodes": [{"id": "1", "type": "text", "text": "[[gone]]"}]}', ["Board.canvas:1:51 broken-link"]),
    "CRLF": ("Home.md", "# A\r\n\r\n[[gone]]\r\n", ["Home.md:3:3 broken-link"]),
    "a byte order mark": ("Home.md", "\ufeff[[gone]]\n", ["Home.md:1:3 broken-link"]),
    "beyond ASCII": ("Ünïcode 😀.md", "é 😀 [[gone]]\n", ["Ünïcode 😀.md:1:7 broken-link"]),
    "no UTF-8": ("Home.md", b"\xff", ["Home.md:1:1 unreadable-note"]),
}  # fmt: skip


@pytest.mark.parametrize(("path", "text", "expected"), [pytest.param(*case, id=name) for name, case in CASES.items()])
def test_the_findings_are_those_of_that_file(path: str, text: str | bytes, expected: list[str], tmp_path: Path) -> None:
    write(tmp_path, VAULT)
    before = {place: place.read_bytes() for place in tmp_path.rglob("*") if place.is_file()}
    done = piped("check", text, "--stdin-filename", path, cwd=tmp_path)
    assert (found(done), done.status, done.err) == (expected, 1 if expected else 0, "")
    assert {place: place.read_bytes() for place in tmp_path.rglob("*") if place.is_file()} == before


WRONG = {
    "no name": (["check", "-"], "- reads a file from standard input: say which with --stdin-filename PATH."),
    "no name, for links": (["links", "-"], "- reads a file from standard input: say which with --stdin-filename PATH."),
    "no -": (["check", "--stdin-filename", "Home.md"], "--stdin-filename goes with - as the only PATH."),
    "another PATH": (["check", "-", "Lisbon.md", "--stdin-filename", "Home.md"], "--stdin-filename goes with - as the only PATH."),
    "twice": (["check", "-", "-", "--stdin-filename", "Home.md"], "--stdin-filename goes with - as the only PATH."),
    "a folder": (["check", "-", "--stdin-filename", "d"], '--stdin-filename names "d", which is a folder: name a file.'),
    "a folder to be": (["check", "-", "--stdin-filename", "e/"], '--stdin-filename names "e/", which is a folder: name a file.'),
    "nothing": (["check", "-", "--stdin-filename", ""], '--stdin-filename names "", which is a folder: name a file.'),
    "--staged": (["check", "-", "--stdin-filename", "Home.md", "--staged"], "--staged and --stdin-filename exclude each other."),
    "--changed": (["check", "-", "--stdin-filename", "Home.md", "--changed"], "--changed and --stdin-filename exclude each other."),
    "no note": (["check", "-", "--stdin-filename", "x.txt"], '"x.txt" is no note'),
    "in a folder with a dot": (["check", "-", "--stdin-filename", ".obsidian/x.md"], '".obsidian/x.md" is no note'),
    "outside": (["check", "-", "--vault", ".", "--stdin-filename", "../x.md"], '"../x.md" lies outside the vault'),
}  # fmt: skip


@pytest.mark.parametrize(("arguments", "message"), [pytest.param(*case, id=name) for name, case in WRONG.items()])
def test_wrong_use(arguments: list[str], message: str, tmp_path: Path) -> None:
    with mock.patch("sys.stdin", io.TextIOWrapper(io.BytesIO(b"x"))):
        done = run(*arguments, cwd=write(tmp_path, VAULT))
    assert (done.status, done.out) == (2, "")
    assert message in done.err


def test_from_another_folder(tmp_path: Path) -> None:
    write(tmp_path / "v", VAULT)
    for cwd, path in (
        (tmp_path, "v/d/Porto.md"),
        (tmp_path / "v/d", "Porto.md"),
        (tmp_path, f"{tmp_path}/v/d/Porto.md"),
    ):
        done = piped("check", "[[gone]]\n", "--stdin-filename", path, cwd=cwd)
        assert len(found(done)) == 1


def test_an_excluded_file_is_told(tmp_path: Path) -> None:
    write(tmp_path, {**VAULT, "vaulttool.toml": 'exclude = ["d/"]\n'})
    done = piped("check", "[[gone]]\n", "--stdin-filename", "d/Porto.md", cwd=tmp_path)
    assert (done.status, found(done)) == (0, [])
    assert done.err.startswith("note: no PATH is a note that is reported on")


def test_a_link_to_the_file(tmp_path: Path) -> None:
    """An editor writes through it."""
    write(tmp_path, VAULT)
    (tmp_path / "Link.md").symlink_to("Lisbon.md")
    assert found(piped("check", "[[gone]]\n", "--stdin-filename", "Link.md", cwd=tmp_path)) == [
        "Link.md:1:3 broken-link"
    ]


def test_a_data_file(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    text = FILES["data/runs/boot.yaml"].replace("host: atlas", "host: gone")
    assert "bad-data" in piped("check", text, "--stdin-filename", "data/runs/boot.yaml", cwd=tmp_path).out
    done = piped("check", FILES["data/runs/boot.yaml"], "--stdin-filename", "data/runs/boot.yaml", cwd=tmp_path)
    assert (found(done), done.status) == ([], 0)


def test_the_configuration(tmp_path: Path) -> None:
    write(tmp_path, {**VAULT, "vaulttool.toml": ""})
    done = piped("check", "wrong = 1\n", "--stdin-filename", "vaulttool.toml", cwd=tmp_path)
    assert (done.status, "wrong" in done.err) == (2, True)
    assert piped("check", "", "--stdin-filename", "vaulttool.toml", cwd=tmp_path).status == 0


def test_links(tmp_path: Path) -> None:
    done = piped("links", "[[Lisbon]] [[gone]]\n", "--stdin-filename", "New.md", cwd=write(tmp_path, VAULT))
    assert done.out == 'New.md:1:1: link "Lisbon" -> "Lisbon.md"\nNew.md:1:12: link "gone" -> nothing\n'


def test_a_cached_run_stays_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VAULTTOOL_NO_CACHE")
    top = repository(tmp_path, {**VAULT, ".gitignore": ".vaulttool_cache/\n"})
    plain = run("check", cwd=top)
    for text, expected in (
        ("# Past\n[[gone]]\n", ["Lisbon.md:2:3 broken-link"]),
        ("", []),
        (VAULT["Lisbon.md"], ["Lisbon.md:3:3 broken-link"]),
    ):
        assert found(piped("check", text, "--stdin-filename", "Lisbon.md", cwd=top)) == expected
        assert found(piped("check", "[[Lisbon#Past]]\n", "--stdin-filename", "New.md", cwd=top)) == [
            "New.md:1:9 missing-heading"
        ]
        assert run("check", cwd=top) == plain


ALIASES = {"Ana Lima.md": "---\naliases: [Ana]\n---\n", "Home.md": "", ".obsidian/app.json": "{}"}


@pytest.mark.parametrize(
    ("text", "expected", "left"),
    [
        pytest.param(
            "\ufeffBy [[Ana]]\r\n[[gone]]", "\ufeffBy [[Ana Lima|Ana]]\r\n[[gone]]", ["broken-link"], id="mended"
        ),
        pytest.param("[[gone]]\n", "[[gone]]\n", ["broken-link"], id="nothing to mend"),
        pytest.param("[[Ana Lima]]", "[[Ana Lima]]", [], id="nothing wrong"),
        pytest.param("", "", [], id="empty"),
        pytest.param(b"\xff[[Ana]]\r\n", b"\xff[[Ana]]\r\n", ["unreadable-note"], id="no UTF-8"),
    ],
)
@pytest.mark.parametrize("path", ["Home.md", "New.md"])
def test_the_mended_text_comes_back(
    text: str | bytes, expected: str | bytes, left: list[str], path: str, tmp_path: Path
) -> None:
    """Not a byte is lost where nothing can be mended, and the report does not get into the text."""
    write(tmp_path, ALIASES)
    command = [sys.executable, "-m", "vaulttool", "check", "--fix", "-", "--stdin-filename", path]
    given, whole = (one if isinstance(one, bytes) else one.encode() for one in (text, expected))
    done = subprocess.run(command, cwd=tmp_path, input=given, capture_output=True, check=False)
    assert done.stdout == whole
    assert re.findall(rf"^{path}:\d.*\[([a-z-]+)\]$", done.stderr.decode(), re.MULTILINE) == left
    assert done.returncode == (1 if left else 0)
    assert (tmp_path / "Home.md").read_bytes() == b"" and not (tmp_path / "New.md").exists()


def test_an_excluded_file_comes_back_as_it_is(tmp_path: Path) -> None:
    write(tmp_path, {**ALIASES, "vaulttool.toml": 'exclude = ["Home.md"]\n'})
    assert piped("check", "[[Ana]]", "--fix", "--stdin-filename", "Home.md", cwd=tmp_path).out == "[[Ana]]"


def test_the_difference_of_what_is_not_saved(tmp_path: Path) -> None:
    write(tmp_path, ALIASES)
    done = piped("check", "[[Ana]]\n", "--diff", "--stdin-filename", "Home.md", cwd=tmp_path)
    assert done.out.splitlines()[-2:] == ["-[[Ana]]", "+[[Ana Lima|Ana]]"]
