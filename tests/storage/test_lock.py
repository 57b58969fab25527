"""One run at a time changes the files of a repository; no lock outlives its run, and none leaves a trace."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import types
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from folders import git, repository, write

from vaulttool.errors import VaultError
from vaulttool.storage import lock
from vaulttool.storage.temporary import clear, temporary
from vaulttool.storage.writing import Writer, changing

HOLD = "import sys, time, pathlib; from vaulttool.storage.lock import locked\nwith locked(pathlib.Path(sys.argv[1])):\n print(flush=True)\n time.sleep(60)"
LEFTOVER = ".vaulttool-0123456789abcdef.tmp"


@contextmanager
def held(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Another process that holds the lock."""
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    process = subprocess.Popen([sys.executable, "-c", HOLD, str(folder)], stdout=subprocess.PIPE, env=environment)
    assert process.stdout is not None
    try:
        process.stdout.readline()
        yield process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@pytest.mark.parametrize("kind", ["repository", "worktree", "folder"])
def test_a_second_run_waits_and_then_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    monkeypatch.setattr(lock, "PATIENCE", 0.1)
    folder = tmp_path / "a"
    if kind == "folder":
        write(folder, {"a.md": ""})
    else:
        repository(folder, {"a.md": ""})
    if kind == "worktree":
        git(folder, "worktree", "add", "--quiet", "../b")
        folder = tmp_path / "b"
        assert (folder / ".git").is_file()
    with held(folder) as process:
        begun = time.monotonic()
        with pytest.raises(VaultError, match="another run is changing files of") as told, changing(folder):
            raise AssertionError
        assert time.monotonic() - begun < 5
        assert str(folder) in told.value.message and told.value.remedy
        process.send_signal(signal.SIGKILL)
        process.wait()
        with changing(folder) as writer:  # nothing is left of a run that was killed
            writer.replace(str(folder / "a.md"), b"", b"new")
    assert (folder / "a.md").read_bytes() == b"new"
    if kind == "repository":
        assert git(folder, "status", "--porcelain") == " M a.md\n"


def test_it_is_free_again_afterwards(tmp_path: Path) -> None:
    for _ in range(3):
        with changing(tmp_path) as writer:
            writer.replace(str(tmp_path / "a.md"), None, b"new")
        with pytest.raises(VaultError), changing(tmp_path) as writer:
            writer.replace(str(tmp_path / "a.md"), b"else", b"newer")
    assert os.listdir(tmp_path) == ["a.md"]


def test_repositories_do_not_wait_for_one_another(tmp_path: Path) -> None:
    write(tmp_path, {"a/": "", "b/": ""})
    with changing(tmp_path / "a"), changing(tmp_path / "b") as writer:
        writer.replace(str(tmp_path / "b/x.md"), None, b"new")
    assert (tmp_path / "b/x.md").exists()


@pytest.mark.parametrize("number", ["EBADF", "ENOLCK", "EOPNOTSUPP", "EINVAL", "ENOSYS"])
def test_a_system_without_locks_does_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: str) -> None:
    import errno

    def refuse(handle: int, operation: int) -> None:
        raise OSError(getattr(errno, number), number)

    monkeypatch.setattr("fcntl.flock", refuse)
    with changing(tmp_path) as writer:
        writer.replace(str(tmp_path / "a.md"), None, b"new")
    assert os.listdir(tmp_path) == ["a.md"]


def test_what_a_killed_run_left_is_gone_after_the_next(tmp_path: Path) -> None:
    """A kill between two names leaves a file with both; it can be written all the same."""
    write(tmp_path, {"a.md": "old"})
    os.link(tmp_path / "a.md", tmp_path / LEFTOVER)
    write(tmp_path, {".vaulttool-fedcba9876543210.tmp": "half a te"})
    Writer().replace(str(tmp_path / "a.md"), b"old", b"new")
    assert os.listdir(tmp_path) == ["a.md"] and (tmp_path / "a.md").read_bytes() == b"new"


def test_what_another_run_is_writing_stays(tmp_path: Path) -> None:
    with temporary(str(tmp_path), b"text", None) as made:
        clear(str(tmp_path))
        assert Path(made).read_bytes() == b"text"
    clear(str(tmp_path))
    assert os.listdir(tmp_path) == []


def test_what_is_not_ours_stays(tmp_path: Path) -> None:
    names = [
        *(".vaulttool-settings", ".vaulttool-settings.tmp", ".vaulttool-0123456789ABCDEF.tmp", LEFTOVER + "x"),
        *(LEFTOVER[1:], ".vaulttool.toml", ".vaulttool-0123456789abcde.tmp", ".vaulttool-baseline.json"),
    ]
    write(tmp_path, dict.fromkeys(names, "mine"))
    (tmp_path / LEFTOVER).mkdir()
    (tmp_path / ".vaulttool-1123456789abcdef.tmp").symlink_to(names[0])
    before = sorted(os.listdir(tmp_path))
    Writer().replace(str(tmp_path / "a.md"), None, b"new")
    assert sorted(os.listdir(tmp_path)) == sorted([*before, "a.md"])


def test_on_windows_it_lies_on_a_file_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows locks no folders; its calls are played here by those of this system."""
    calls: list[int] = []
    taken = [False]

    def locking(handle: int, how: int, length: int) -> None:
        calls.append(os.fstat(handle).st_ino)
        if taken[0]:
            raise PermissionError(13, "Permission denied")

    msvcrt = types.ModuleType("msvcrt")
    msvcrt.locking, msvcrt.LK_NBLCK = locking, 2  # type: ignore[attr-defined]  # a module of our own
    monkeypatch.setitem(sys.modules, "msvcrt", msvcrt)
    monkeypatch.setattr(lock, "fcntl", None)
    monkeypatch.setattr(lock, "PATIENCE", 0.05)
    monkeypatch.setattr("tempfile.tempdir", str(write(tmp_path, {"tmp/": "", "Vault/": ""}) / "tmp"))
    for folder in (tmp_path / "Vault", tmp_path / "Vault" / "..", tmp_path / "vault"):
        with lock.locked(folder):
            pass
    assert calls[0] == calls[2] != calls[1]
    taken[0] = True
    with pytest.raises(VaultError, match="another run is changing files"), lock.locked(tmp_path / "Vault"):
        raise AssertionError
    assert os.listdir(tmp_path / "Vault") == []
