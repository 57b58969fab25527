"""A file is replaced only while it is what was read, in whole, and nothing that belongs to it is lost."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from commands_in import run
from folders import write

from vaulttool.errors import VaultError
from vaulttool.storage import lasting, writing
from vaulttool.storage.writing import Writer, put

needs_root = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")


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
        Writer().replace(str(note), b"old", b"new")
    assert note.read_bytes() == b"saved by somebody"
    assert os.listdir(tmp_path) == ["a.md"]


def test_what_appears_while_a_new_file_goes_to_the_disk_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    note = tmp_path / "a.md"
    to_disk = os.fsync

    def slow(handle: int) -> None:
        note.write_bytes(b"saved by somebody")
        to_disk(handle)

    monkeypatch.setattr(os, "fsync", slow)
    with pytest.raises(VaultError, match="has changed since it was read"):
        Writer().replace(str(note), None, b"new")
    assert note.read_bytes() == b"saved by somebody"
    assert os.listdir(tmp_path) == ["a.md"]


def test_what_is_as_it_was_read_is_replaced(tmp_path: Path) -> None:
    note = tmp_path / "a.md"
    note.write_bytes(b"old")
    note.chmod(0o640)
    Writer(tmp_path).replace(str(note), b"old", b"new")
    assert (note.read_bytes(), note.stat().st_mode & 0o777, os.listdir(tmp_path)) == (b"new", 0o640, ["a.md"])


def test_what_another_run_has_written_already_is_left(tmp_path: Path) -> None:
    note = write(tmp_path, {"a.md": "new"}) / "a.md"
    before = note.stat()
    Writer().replace(str(note), b"old", b"new")
    Writer().replace(str(note), None, b"new")
    assert (note.stat().st_ino, note.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


@pytest.mark.parametrize("mask", [0o022, 0o077, 0o002])
def test_a_new_file_has_the_mode_of_new_files(tmp_path: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        Writer().replace(str(tmp_path / "a.md"), None, b"new")
        assert os.umask(mask) == mask  # it was never another, which threads would have seen
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a.md").stat().st_mode) == 0o666 & ~mask


@needs_root
def test_owner_and_group_are_kept(tmp_path: Path) -> None:
    note = write(tmp_path, {"a.md": "old"}) / "a.md"
    os.chown(note, 1234, 4321)
    note.chmod(0o6750)
    Writer().replace(str(note), b"old", b"new")
    status = note.stat()
    assert (status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode)) == (1234, 4321, 0o6750)


@needs_root
def test_an_owner_that_cannot_be_kept_lends_nobody_its_rights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    note = write(tmp_path, {"a.md": "old"}) / "a.md"
    os.chown(note, 1234, 4321)
    note.chmod(0o6750)

    def refuse(handle: int, owner: int, group: int) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "fchown", refuse)
    Writer().replace(str(note), b"old", b"new")
    assert (note.read_bytes(), stat.S_IMODE(note.stat().st_mode)) == (b"new", 0o750)


@pytest.mark.skipif(not hasattr(os, "setxattr"), reason="this system has no extended attributes in Python")
def test_extended_attributes_are_kept(tmp_path: Path) -> None:
    note = write(tmp_path, {"a.md": "old"}) / "a.md"
    try:
        os.setxattr(note, "user.origin", b"\x00 a scan")
    except OSError:
        pytest.skip("this file system has no extended attributes")
    Writer().replace(str(note), b"old", b"new")
    assert (note.read_bytes(), os.getxattr(note, "user.origin")) == (b"new", b"\x00 a scan")


@pytest.mark.parametrize("missing", ["fchmod", "fchown", "listxattr"])
def test_a_system_that_lacks_a_call_does_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    note = write(tmp_path, {"a.md": "old"}) / "a.md"
    monkeypatch.delattr(os, missing, raising=False)
    Writer().replace(str(note), b"old", b"new")
    assert (note.read_bytes(), os.listdir(tmp_path)) == (b"new", ["a.md"])


# Symbolic links


LINKS: list[tuple[str, str]] = [("soft.md", "d/real.md"), ("d/soft.md", "real.md"), ("linked/real.md", "")]


@pytest.mark.parametrize(("link", "leads_to"), LINKS)
def test_a_link_inside_is_written_through(tmp_path: Path, link: str, leads_to: str) -> None:
    write(tmp_path, {"d/real.md": "old"})
    (tmp_path / "linked").symlink_to("d")
    if leads_to:
        (tmp_path / link).symlink_to(leads_to)
    Writer(tmp_path).replace(str(tmp_path / link), b"old", b"new")
    assert (tmp_path / "d/real.md").read_bytes() == b"new"
    assert (tmp_path / "linked").is_symlink() and (tmp_path / link).is_symlink() == bool(leads_to)


def test_a_repository_may_itself_be_reached_by_a_link(tmp_path: Path) -> None:
    write(tmp_path, {"real/a.md": "old"})
    (tmp_path / "link").symlink_to("real")
    for inside, place in (("link", "real/a.md"), ("real", "link/a.md"), ("link", "link/a.md")):
        (tmp_path / "real/a.md").write_bytes(b"old")
        Writer(tmp_path / inside).replace(str(tmp_path / place), b"old", b"new")
        assert (tmp_path / "real/a.md").read_bytes() == b"new"


OUT: list[tuple[str, Callable[[Writer, str], None]]] = [
    ("soft.md", lambda writer, place: writer.replace(place, b"old", b"new")),
    ("dangling.md", lambda writer, place: writer.replace(place, None, b"new")),
    ("linked/a.md", lambda writer, place: writer.replace(place, b"old", b"new")),
    ("linked/new.md", lambda writer, place: writer.replace(place, None, b"new")),
    ("linked/x/new.md", lambda writer, place: writer.replace(place, None, b"new")),
    ("linked/a.md", lambda writer, place: writer.remove(place, b"old")),
    ("linked/a.md", lambda writer, place: writer.move(place, place + "2")),
    ("b.md", lambda writer, place: writer.move(place, place.replace("b.md", "linked/b.md"))),
    ("../other/a.md", lambda writer, place: writer.replace(place, b"old", b"new")),
    ("../repository-2/a.md", lambda writer, place: writer.replace(place, b"old", b"new")),
]


@pytest.mark.parametrize(("name", "act"), OUT)
def test_nothing_outside_is_changed(tmp_path: Path, name: str, act: Callable[[Writer, str], None]) -> None:
    write(tmp_path, {"other/a.md": "old", "repository-2/a.md": "old", "repository/b.md": "old"})
    inside = tmp_path / "repository"
    (inside / "soft.md").symlink_to("../other/a.md")
    (inside / "dangling.md").symlink_to("../other/new.md")
    (inside / "linked").symlink_to("../other")
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(VaultError, match="outside the repository") as told:
        act(Writer(inside), str(inside / name))
    assert str(tmp_path / "other") in told.value.message or "repository-2" in told.value.message
    assert told.value.remedy
    assert sorted(tmp_path.rglob("*")) == before
    assert {place.read_bytes() for place in tmp_path.rglob("*.md") if place.exists()} == {b"old"}


def test_a_link_that_is_removed_leaves_what_it_leads_to(tmp_path: Path) -> None:
    write(tmp_path, {"real.md": "old"})
    (tmp_path / "soft.md").symlink_to("real.md")
    Writer(tmp_path).remove(str(tmp_path / "soft.md"), b"old")
    assert os.listdir(tmp_path) == ["real.md"] and (tmp_path / "real.md").read_bytes() == b"old"


def test_a_link_in_a_circle_is_left(tmp_path: Path) -> None:
    (tmp_path / "a.md").symlink_to("b.md")
    (tmp_path / "b.md").symlink_to("a.md")
    with pytest.raises(VaultError):
        Writer(tmp_path).replace(str(tmp_path / "a.md"), None, b"new")
    assert (tmp_path / "a.md").is_symlink() and (tmp_path / "b.md").is_symlink()


def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.md")  # whoever opens it for reading waits for ever
    with pytest.raises(VaultError, match="no regular file"):
        Writer(tmp_path).replace(str(tmp_path / "a.md"), b"old", b"new")


# Hard links


def test_a_file_with_several_names_is_told_and_left(tmp_path: Path) -> None:
    write(tmp_path, {"a.md": "old"})
    os.link(tmp_path / "a.md", tmp_path / "b.md")
    with pytest.raises(VaultError, match="has 2 names") as told:
        Writer(tmp_path).replace(str(tmp_path / "a.md"), b"old", b"new")
    assert told.value.remedy
    assert (tmp_path / "a.md").read_bytes() == (tmp_path / "b.md").read_bytes() == b"old"
    assert (tmp_path / "a.md").samefile(tmp_path / "b.md")
    Writer(tmp_path).replace(str(tmp_path / "a.md"), b"old", b"old")  # nothing to write, nothing to say


def test_a_file_of_several_names_can_be_renamed_and_removed(tmp_path: Path) -> None:
    write(tmp_path, {"a.md": "old"})
    os.link(tmp_path / "a.md", tmp_path / "b.md")
    Writer(tmp_path).move(str(tmp_path / "a.md"), str(tmp_path / "c.md"))
    assert (tmp_path / "c.md").samefile(tmp_path / "b.md") and not (tmp_path / "a.md").exists()
    Writer(tmp_path).remove(str(tmp_path / "c.md"), b"old")
    assert os.listdir(tmp_path) == ["b.md"]


# What is said


def test_a_folder_that_does_not_come_to_the_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    note = write(tmp_path, {"a.md": "old"}) / "a.md"
    to_disk = os.fsync

    def fail(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(errno.EIO, "Input/output error")
        to_disk(handle)

    monkeypatch.setattr(os, "fsync", fail)
    for place, before in ((note, b"old"), (tmp_path / "new.md", None)):
        with pytest.raises(VaultError, match="input/output error; it was done all the same") as told:
            Writer().replace(str(place), before, b"new")
        assert told.value.remedy == "look after the disk, and run it again"
        assert place.read_bytes() == b"new"


@pytest.mark.parametrize("number", sorted(lasting.NOT_FOR_FOLDERS))
def test_systems_that_cannot_bring_folders_to_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    to_disk = os.fsync

    def fail(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(number, os.strerror(number))
        to_disk(handle)

    monkeypatch.setattr(os, "fsync", fail)
    Writer().replace(str(tmp_path / "a.md"), None, b"new")
    assert (tmp_path / "a.md").read_bytes() == b"new"


@pytest.mark.parametrize("number", sorted(writing.REMEDIES))
def test_each_error_has_its_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    note = write(tmp_path, {"a.md": "old"}) / "a.md"

    def fail(handle: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(VaultError) as told:
        Writer().replace(str(note), b"old", b"new")
    reason = os.strerror(number).lower()
    assert told.value.message == f'"{note}" cannot be written: {reason}; it is as it was'
    assert told.value.remedy == writing.REMEDIES[number]
    assert os.listdir(tmp_path) == ["a.md"]


def test_folders_that_were_made_for_nothing_are_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {"there/kept.md": "x"})

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    for place in ("x/y/a.md", "there/z/a.md"):
        with pytest.raises(VaultError, match="no space left on device; it is as it was"):
            Writer().replace(str(tmp_path / place), None, b"new")
    assert sorted(place.name for place in tmp_path.rglob("*")) == ["kept.md", "there"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
@pytest.mark.parametrize("name", [b"a\nb\x1b[2J.md", b"\xff\xfe.md", "\u202egpj.md".encode(), b"::error::x.md"])
def test_odd_names_are_written_and_told_on_one_line(tmp_path: Path, name: bytes) -> None:
    place = os.path.join(tmp_path, os.fsdecode(name))
    Path(place).write_bytes(b"[[Old]]\n")
    Writer(tmp_path).replace(place, b"[[Old]]\n", b"[[Older]]\n")
    assert Path(place).read_bytes() == b"[[Older]]\n"
    write(tmp_path, {"Older.md": ""})
    os.chmod(place, 0o444)
    done = run("rename", "Older", "Oldest", cwd=tmp_path)
    assert done.status == 2 and "is read-only, so it is left as it is" in done.err
    assert done.err.count("\n") == 2 and "\x1b" not in done.err and "\u202e" not in done.err
    os.chmod(place, 0o644)
    assert run("rename", "Older", "Oldest", cwd=tmp_path).status == 0
    assert Path(place).read_bytes() == b"[[Oldest]]\n"


def test_put_writes_through_pipes_and_over_files(tmp_path: Path) -> None:
    put(str(tmp_path / "a"), b"new")
    put(str(tmp_path / "a"), b"newer")
    put(os.devnull, b"gone")
    assert (tmp_path / "a").read_bytes() == b"newer"
    with pytest.raises(VaultError, match="is a directory"):
        put(str(tmp_path), b"new")


def test_a_folder_is_the_same_in_other_case_where_the_system_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a disk that ignores case, a link may name the repository in another case than the user does."""
    write(tmp_path, {"Vault/a.md": "old", "vault/a.md": "other"})
    with pytest.raises(VaultError, match="outside the repository"):
        Writer(tmp_path / "Vault").replace(str(tmp_path / "vault/a.md"), b"other", b"new")
    look = os.stat
    monkeypatch.setattr(os, "stat", lambda path, **named: look(str(path).replace("/vault", "/Vault"), **named))
    Writer(tmp_path / "Vault").replace(str(tmp_path / "vault/a.md"), b"other", b"new")
    assert (tmp_path / "vault/a.md").read_bytes() == b"new"
