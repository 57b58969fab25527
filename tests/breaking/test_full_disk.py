"""A disk that is really full: what does not fit is told, nothing is lost, and with room the same command completes it."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from breaking.killing import COMMANDS, FILES
from commands_in import run
from folders import write
from lengths import length

SIZE = 256  # KiB
PAGE = 4096  # bytes: what is taken at a time


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A small disk of its own, in memory."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}k", "none", str(tmp_path)]
    try:
        done = subprocess.run(mount, capture_output=True)
    except OSError:
        pytest.skip("no mount here")
    if done.returncode:
        pytest.skip("only root may mount a disk")
    yield tmp_path
    subprocess.run(["umount", str(tmp_path)], check=True)


def fill(disk: Path, left: int) -> Path:
    """A file that fills a disk but for so many bytes."""
    place = disk / ".filling"
    with open(place, "wb", buffering=0) as file:
        try:
            while file.write(bytes(PAGE)):
                pass
        except OSError as error:
            assert error.errno == errno.ENOSPC
    os.truncate(place, max(0, place.stat().st_size - left))
    return place


SHORT = ("index", "rename")
CASES = [name if name in SHORT else pytest.param(name, marks=pytest.mark.slow) for name in COMMANDS]


@pytest.mark.parametrize("name", CASES)
def test_a_full_disk(disk: Path, name: str) -> None:
    start = write(disk / "start", FILES)
    if name != "index":
        assert run("index", cwd=start).status == 0
    before = contents(start)
    wanted = contents(done(name, write(disk / "wanted", before)))
    refused = 0
    for pages in range(0, 12, length(6, 1)):
        folder = write(disk / str(pages), before)
        filling = fill(disk, pages * PAGE)
        tried = run(*COMMANDS[name], cwd=folder)
        if tried.status not in (0, 1):
            refused += 1
            assert tried.err.count("error:") == 1 and "no space left on device; it is as it was" in tried.err
            assert "help: make room on the disk, and run it again" in tried.err
            assert not list(folder.rglob(".vaulttool-*"))
        filling.unlink()
        assert contents(done(name, folder)) == wanted
        shutil.rmtree(folder)
    assert refused


def contents(folder: Path) -> dict[str, str | bytes]:
    """The files below a folder."""
    places = (place for place in folder.rglob("*") if place.is_file())
    return {place.relative_to(folder).as_posix(): place.read_bytes() for place in places}


def done(name: str, folder: Path) -> Path:
    """A folder in which a command has run."""
    assert run(*COMMANDS[name], cwd=folder).status in (0, 1)
    return folder
