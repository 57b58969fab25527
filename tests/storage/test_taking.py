"""A name that is free is taken in one step: what appears at it meanwhile is never overwritten, whatever the system lacks."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from folders import write

from vaulttool.errors import VaultError
from vaulttool.storage import taking
from vaulttool.storage.moving import move
from vaulttool.storage.taking import take


@pytest.fixture(params=["in one step", "by a link", "by neither"])
def lacking(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """A system that has all it needs, one that cannot rename without overwriting, and one without hard links, too."""

    def refuse(old: str, new: str, *, follow_symlinks: bool) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    if request.param != "in one step":
        monkeypatch.setattr(taking, "_call", lambda: None)
    if request.param == "by neither":
        monkeypatch.setattr(os, "link", refuse)
    return str(request.param)


def test_a_free_name_is_taken(tmp_path: Path, lacking: str) -> None:
    write(tmp_path, {"a.md": "text"})
    take(str(tmp_path / "a.md"), str(tmp_path / "b.md"))
    assert os.listdir(tmp_path) == ["b.md"]
    assert ((tmp_path / "b.md").read_bytes(), (tmp_path / "b.md").stat().st_nlink) == (b"text", 1)


@pytest.mark.parametrize("there", ["file", "folder", "link", "dangling link"])
def test_a_name_that_is_taken_stays(tmp_path: Path, lacking: str, there: str) -> None:
    write(tmp_path, {"a.md": "text", "other.md": "other"})
    new = tmp_path / "b.md"
    if there == "file":
        new.write_bytes(b"")
    elif there == "folder":
        new.mkdir()
    else:
        new.symlink_to("other.md" if there == "link" else "nowhere")
    before = os.lstat(new).st_ino
    with pytest.raises(FileExistsError):
        take(str(tmp_path / "a.md"), str(new))
    assert (os.lstat(new).st_ino, (tmp_path / "a.md").read_bytes()) == (before, b"text")
    assert sorted(os.listdir(tmp_path)) == ["a.md", "b.md", "other.md"]


def test_a_link_moves_as_a_link(tmp_path: Path, lacking: str) -> None:
    write(tmp_path, {"real.md": "text"})
    (tmp_path / "a.md").symlink_to("real.md")
    take(str(tmp_path / "a.md"), str(tmp_path / "b.md"))
    assert os.readlink(tmp_path / "b.md") == "real.md" and not os.path.lexists(tmp_path / "a.md")


def test_a_folder_moves_with_all_in_it(tmp_path: Path, lacking: str) -> None:
    write(tmp_path, {"d/x/a.md": "text", "full/b.md": "other"})
    with pytest.raises(FileExistsError):
        take(str(tmp_path / "d"), str(tmp_path / "full"))
    take(str(tmp_path / "d"), str(tmp_path / "e"))
    assert sorted(os.listdir(tmp_path)) == ["e", "full"] and (tmp_path / "e/x/a.md").read_bytes() == b"text"


def test_a_file_that_appears_after_the_name_was_found_free_stays(
    tmp_path: Path, lacking: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between looking and moving, somebody saves a note of the new name."""
    write(tmp_path, {"a.md": "text"})
    make = os.mkdir

    def late(folder: str) -> None:
        make(folder)
        (tmp_path / "x/b.md").write_bytes(b"saved by somebody")

    monkeypatch.setattr(os, "mkdir", late)
    with pytest.raises(VaultError, match="is there already"):
        move(str(tmp_path / "a.md"), str(tmp_path / "x/b.md"))
    assert (tmp_path / "a.md").read_bytes() == b"text"
    assert (tmp_path / "x/b.md").read_bytes() == b"saved by somebody"


def test_both_folders_come_to_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {"d/a.md": "text", "e/": ""})
    seen = []
    to_disk = os.fsync

    def watch(handle: int) -> None:
        seen.append(os.path.basename(os.readlink(f"/proc/self/fd/{handle}")))
        to_disk(handle)

    if not os.path.isdir("/proc/self/fd"):
        pytest.skip("no /proc here")
    monkeypatch.setattr(os, "fsync", watch)
    move(str(tmp_path / "d/a.md"), str(tmp_path / "e/new/a.md"))
    assert seen == ["new", "d", "e"]


def test_another_disk_is_told(tmp_path: Path, lacking: str, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {"a.md": "text"})

    def refuse(*arguments: object, **named: object) -> bool:
        raise OSError(errno.EXDEV, "Invalid cross-device link")

    monkeypatch.setattr(taking, "_in_one_step", refuse)
    with pytest.raises(VaultError, match="invalid cross-device link; it is as it was"):
        move(str(tmp_path / "a.md"), str(tmp_path / "x/b.md"))
    assert [place.name for place in tmp_path.rglob("*")] == ["a.md"]
