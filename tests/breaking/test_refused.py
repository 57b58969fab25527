"""Where one of several files is not to be changed, a command changes none; put right, it changes all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from breaking.killing import COMMANDS, FILES
from commands_in import run
from folders import write

HOME = {"index": "Home.md", "fix": "Porto.md", "rename": "towns/Evora.md", "cutover": "Lisbon.md"}


@pytest.fixture
def files(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A repository in which a command has something to do."""
    repository = write(tmp_path / "repository", FILES)
    (tmp_path / "elsewhere").mkdir()
    if request.node.callspec.params["name"] != "index":
        assert run("index", cwd=repository).status == 0
    return repository


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("why", ["is read-only", "has 2 names", "outside the repository"])
def test_nothing_is_begun_that_would_stop_half_way(files: Path, name: str, why: str) -> None:
    note, beside = files / HOME[name], files.parent / "elsewhere/other.md"
    text = note.read_bytes()
    if why == "is read-only":
        note.chmod(0o444)
    elif why == "has 2 names":
        os.link(note, beside)
    else:
        note.rename(beside)
        note.symlink_to(beside)
    before = contents(files)
    done = run(*COMMANDS[name], cwd=files)
    assert (done.status, contents(files)) == (2, before), done.out
    assert f'"{note}"' in done.err and why in done.err and "help: " in done.err
    assert not beside.exists() or beside.read_bytes() == text
    put_right(note, text)
    assert run(*COMMANDS[name], cwd=files).status in (0, 1)
    assert not note.exists() or note.read_bytes() != text
    assert not beside.exists() or beside.read_bytes() == text


def put_right(note: Path, text: bytes) -> None:
    """A note that is a file of its own and may be written to."""
    note.unlink()
    note.write_bytes(text)


def contents(folder: Path) -> dict[str, bytes]:
    """The files below a folder."""
    places = (place for place in sorted(folder.rglob("*")) if place.is_file())
    return {place.relative_to(folder).as_posix(): place.read_bytes() for place in places}
