"""A file is replaced only while it is what was read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from vaulttool.errors import VaultError
from vaulttool.storage import writing


def test_what_is_saved_while_the_new_file_goes_to_the_disk_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = tmp_path / "a.md"
    note.write_bytes(b"old")
    to_disk = os.fsync

    def slow(handle: int) -> None:
        note.write_bytes(b"saved by somebody")
        to_disk(handle)

    monkeypatch.setattr(os, "fsync", slow)
    with pytest.raises(VaultError, match="has changed since it was read"):
        writing.replace(str(note), b"old", b"new")
    assert note.read_bytes() == b"saved by somebody"
    assert os.listdir(tmp_path) == ["a.md"]


def test_what_is_as_it_was_read_is_replaced(tmp_path: Path) -> None:
    note = tmp_path / "a.md"
    note.write_bytes(b"old")
    note.chmod(0o640)
    writing.replace(str(note), b"old", b"new")
    assert (note.read_bytes(), note.stat().st_mode & 0o777, os.listdir(tmp_path)) == (b"new", 0o640, ["a.md"])
