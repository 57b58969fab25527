"""Notes read by several processes are those that one would read."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from vaulttool.errors import VaulttoolError
from vaulttool.storage import disk, notes, reading, workers
from vaulttool.storage.disk import File


@pytest.fixture
def several(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three processes for however few notes."""
    monkeypatch.setattr(workers, "PARSING", workers.PARSING._replace(fewest=1, smallest=1))
    monkeypatch.setattr(workers, "processors", lambda: 3)


def written(folder: Path) -> list[File]:
    contents: dict[str, bytes] = {
        f"{number}.md": f"# H {number}\n\n[[{number}#x|é]] ^id\n".encode() for number in range(7)
    }
    contents["front.md"] = b"---\na: [1, 1.5, null, true, {b: 99999999999999999999}]\n---\n"
    contents["board.canvas"] = b'{"nodes": [{"type": "text", "text": "\\ud800 [[a]]"}]}'
    contents["cards.canvas"] = b'{"nodes": [{"type": "file", "file": "1.md", "subpath": "#H 1"}]}'
    contents["latin.md"] = b"caf\xe9"
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    return list(disk.files(folder).values())


@pytest.mark.usefixtures("several")
def test_the_same_notes_in_the_same_order(tmp_path: Path) -> None:
    files = written(tmp_path)
    assert notes.notes(files) == {file.path: reading.note(file) for file in files}


@pytest.mark.usefixtures("several")
def test_a_worker_that_dies_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = written(tmp_path)
    here = os.getpid()

    def dying(file: File) -> object:
        if os.getpid() != here:
            raise MemoryError
        time.sleep(0.1)  # the others have time to begin
        return read(file)

    read = reading.note
    monkeypatch.setattr(reading, "note", dying)
    with pytest.raises(VaulttoolError, match="a process that read notes died: its exit status is 1"):
        notes.notes(files)


@pytest.mark.usefixtures("several")
def test_a_worker_that_is_killed_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files, here, read = written(tmp_path), os.getpid(), reading.note

    def killed(file: File) -> object:
        if os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(0.1)
        return read(file)

    monkeypatch.setattr(reading, "note", killed)
    with pytest.raises(VaulttoolError, match="a process that read notes died: it was ended by SIGKILL") as raised:
        notes.notes(files)
    assert raised.value.remedy == "run it again with --jobs 1"


def test_a_few_notes_need_no_second_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_start", lambda *work: pytest.fail("a process was started"))
    assert len(notes.notes(written(tmp_path))) == 11
