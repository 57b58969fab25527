"""Notes and names that nobody would write by hand: a run neither crashes nor hangs nor calls them clean."""

from __future__ import annotations

import json
import os
import random
import time
from pathlib import Path

import pytest
from commands_in import run
from folders import write
from lengths import SHORT, is_slow

from vaulttool.storage import disk

RANDOM = random.Random(7).randbytes(5000)

UNREADABLE = {
    "random bytes": ("a.md", RANDOM, "a.md:1:1: error: this file cannot be read: byte 2 is no UTF-8 [unreadable-note]"),
    "Latin-1": (
        "a.md",
        "# Café\n\n[[Gone]]\n".encode("latin-1"),
        "a.md:1:1: error: this file cannot be read: byte 6 is no UTF-8 [unreadable-note]",
    ),
    "UTF-16": (
        "a.md",
        "text".encode("utf-16-le") + b"\xff\xfe",
        "a.md:1:1: error: this file cannot be read: byte 9 is no UTF-8 [unreadable-note]",
    ),
    "a canvas of random bytes": (
        "a.canvas",
        RANDOM,
        "a.canvas:1:1: error: this file cannot be read: byte 2 is no UTF-8 [unreadable-note]",
    ),
    "a canvas that is no JSON": (
        "a.canvas",
        b'{"nodes": [}',
        "a.canvas:1:12: error: this canvas cannot be read: no JSON: Expecting value [unreadable-note]",
    ),
}


@pytest.mark.parametrize(
    ("name", "content", "expected"), [pytest.param(*case, id=id) for id, case in UNREADABLE.items()]
)
def test_a_file_that_is_no_text_is_a_finding(name: str, content: bytes, expected: str, tmp_path: Path) -> None:
    done = run("check", cwd=write(tmp_path, {name: content, "b.md": f"[[{name}]] [[{name}#Head]]\n"}))
    assert (done.out.splitlines()[0], done.status, done.err) == (expected, 1, "")
    assert sum("error:" in line for line in done.out.splitlines()) == 1


def test_a_vault_of_nothing_else_is_not_clean(tmp_path: Path) -> None:
    done = run("check", cwd=write(tmp_path, {"a.md": RANDOM}))
    assert (done.out.splitlines()[-1], done.status) == ("1 note, 0 links: 0 unresolved; 1 error, 0 warnings", 1)


def test_a_note_that_may_not_be_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = disk.read_bytes

    def refusing(place: str) -> bytes:
        if place.endswith("locked.md"):
            raise PermissionError(13, "Permission denied", place)
        return read(place)

    monkeypatch.setattr(disk, "read_bytes", refusing)
    done = run("check", cwd=write(tmp_path, {"locked.md": "", "a.md": "[[locked#Head]]"}))
    assert (done.out, done.status) == (
        "locked.md:1:1: error: this file cannot be read: permission denied [unreadable-note]\n"
        "2 notes, 1 link: 0 unresolved; 1 error, 0 warnings\n",
        1,
    )


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads files without permission to")
def test_a_note_without_permissions(tmp_path: Path) -> None:
    vault = write(tmp_path, {"locked.md": "", "a.md": ""})
    (vault / "locked.md").chmod(0)
    done = run("check", cwd=vault)
    assert done.out.startswith("locked.md:1:1: error: this file cannot be read: permission denied [unreadable-note]\n")
    assert done.status == 1


@pytest.mark.parametrize(
    ("text", "links"),
    [
        pytest.param("A line with a [[b]] and a #tag, *emphasis* and `code`.\n\n", 370_000, id="paragraphs"),
        pytest.param("x" * 20_000_000 + " [[b]]", 1, id="one line"),
    ],
)
def test_a_note_of_twenty_megabytes(text: str, links: int, tmp_path: Path) -> None:
    """In the short form paragraphs fill only three."""
    links = links if is_slow() else max(1, links // SHORT)
    write(tmp_path, {"a.md": text * links, "b.md": ""})
    began = time.process_time()
    done = run("check", cwd=tmp_path)
    assert (done.out, done.status) == (
        f"2 notes, {links} link{'s' * (links > 1)}: 0 unresolved; 0 errors, 0 warnings\n",
        0,
    )
    assert time.process_time() - began < (30 if is_slow() else 30 / SHORT)


@pytest.mark.parametrize(
    ("text", "column"),
    [
        pytest.param(">" * 2000 + " [[Gone]]\n", 2004, id="quotes"),
        pytest.param("- " * 2000 + "[[Gone]]\n", 4003, id="lists"),
        pytest.param("[" * 2000 + " [[Gone]]\n", 2004, id="brackets"),
        pytest.param("*" * 2000 + " [[Gone]]\n", 2004, id="stars"),
    ],
)
def test_a_note_two_thousand_deep(text: str, column: int, tmp_path: Path) -> None:
    began = time.perf_counter()
    done = run("check", cwd=write(tmp_path, {"a.md": text}))
    assert done.out.splitlines()[0] == f'a.md:1:{column}: error: no note or file is named "Gone" [broken-link]'
    assert (done.status, time.perf_counter() - began < 10) == (1, True)


NAMES = {
    "a line feed": ("new\nline.md", "new\\x0aline.md"),
    "an escape sequence": ("red\x1b[31m.md", "red\\x1b[31m.md"),
    "a carriage return": ("back\r.md", "back\\x0d.md"),
    "a C1 control": ("csi\x9b1m.md", "csi\\x9b1m.md"),
    "a line separator": ("sep\u2028.md", "sep\\u2028.md"),
    "text turned around": ("gpj\u202edm.md", "gpj\\u202edm.md"),
    "no UTF-8": (os.fsdecode(b"bad\xff.md"), "bad\ufffd.md"),
    "a space at the end": ("a .md", "a .md"),
    "a colon": ("a:1.md", "a:1.md"),
    "beyond the first plane": ("🙂.md", "🙂.md"),
}


@pytest.mark.parametrize(("name", "shown"), [pytest.param(*case, id=id) for id, case in NAMES.items()])
def test_a_name_is_shown_without_drawing_on_the_terminal(name: str, shown: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("[[Gone]]", encoding="utf-8")
    done = run("check", cwd=tmp_path)
    assert done.out.splitlines()[0] == f'{shown}:1:3: error: no note or file is named "Gone" [broken-link]'
    assert (done.status, done.err) == (1, "")
    assert run("links", cwd=tmp_path).out == f'{shown}:1:1: link "Gone" -> nothing\n'
    assert run("explain", f"{name}:1", cwd=tmp_path).out.splitlines()[0] == 'column 1: link (wiki) "Gone"'
    for command in (["check", "--format", "json"], ["links", "--format", "jsonl"], ["graph", "--format", "json"]):
        json.loads(run(*command, cwd=tmp_path).out)
    assert run("check", "--format", "github", cwd=tmp_path).out.count("\n") == 1
    assert f"    {shown}" in run("graph", cwd=tmp_path).out.split("\n")
    assert run("check", name, cwd=tmp_path).status == 1


def test_half_a_surrogate_pair_is_replaced(tmp_path: Path) -> None:
    canvas = '{"nodes": [{"id": "1", "type": "file", "file": "\\ud800.md"}]}'
    write(tmp_path, {"a.canvas": canvas, "b.md": ""})
    assert run("check", cwd=tmp_path).out.splitlines()[0] == (
        'a.canvas:1:49: warning: the file of this card, "�.md", is not in the vault [missing-card-file]'
    )
    (found,) = json.loads(run("check", "--format", "json", cwd=tmp_path).out)["findings"]
    assert found["message"] == 'the file of this card, "\ufffd.md", is not in the vault'
    assert json.loads(run("links", "--format", "jsonl", cwd=tmp_path).out)["link"] == "\ufffd.md"


@pytest.mark.parametrize(
    "value",
    ["99999999999999999999999999", ".nan", ".inf", "0x7fffffffffffffffffff", "[[a]]", "{{date}}", "!!binary aGk="],
)
def test_explain_shows_any_value_of_a_property(value: str, tmp_path: Path) -> None:
    done = run("explain", "a.md:2", cwd=write(tmp_path, {"a.md": f"---\nx: {value}\n---\n"}))
    assert (done.status, done.out[:14]) == (0, 'property "x" =')


def test_a_pipe_named_as_a_note_does_not_stop_the_run(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "x.md")
    done = run("check", cwd=write(tmp_path, {"a.md": "[[x]]"}))
    assert done.out.splitlines()[-1] == "1 note, 1 link: 1 unresolved; 1 error, 0 warnings"


def test_two_names_that_are_one_to_obsidian(tmp_path: Path) -> None:
    done = run("check", cwd=write(tmp_path, {"e\u0301.md": "", "\u00e9.md": "", "a.md": "[[\u00e9]]"}))
    assert (done.err, done.status) == (
        'note: "\u00e9.md" is the name of two files that Obsidian cannot tell apart; only one is read\n',
        0,
    )
    assert done.out == "2 notes, 1 link: 0 unresolved; 0 errors, 0 warnings\n"


def test_links_in_circles(tmp_path: Path) -> None:
    vault = write(tmp_path / "v", {"a.md": "[[b]]", "d/b.md": ""})
    for name, target in {"self": ".", "up": "..", "loop.md": "loop.md", "d/back": "../d", "gone.md": "nowhere"}.items():
        (vault / name).symlink_to(target)
    done = run("check", cwd=vault)
    assert (done.out, done.err, done.status) == ("2 notes, 1 link: 0 unresolved; 0 errors, 0 warnings\n", "", 0)
