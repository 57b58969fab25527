"""Keeps runs apart that change the same files. The system holds the lock and lets it go with the run, however that
ends: there is none that is stale, and none that somebody has to take away.

It lies on ``.git``, or on the repository's folder where there is none; on Windows, which cannot lock folders, on an
empty file in the user's temporary folder.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

from vaulttool.errors import VaultError

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment, unused-ignore]  # mypy knows one system at a time

PATIENCE = 10.0  # seconds to wait for another run
PAUSE = 0.02  # seconds between two attempts


@contextlib.contextmanager
def locked(top: Path) -> Iterator[None]:
    """The time in which this run alone changes files of a repository. ``VaultError`` where another one goes on changing
    them. Where the system has no locks, as on some network mounts, nothing is held."""
    handle = _opened(top)
    try:
        if handle is not None and not _waited(handle):
            message = f'another run is changing files of "{top}", and has not ended for {PATIENCE:g} seconds'
            raise VaultError(message, "run it again when that one has ended")
        yield
    finally:
        if handle is not None:
            with contextlib.suppress(OSError):  # it is let go all the same
                os.close(handle)


def try_lock(handle: int) -> bool | None:
    """Whether an open file is locked for this run now; None where the system has no locks for it."""
    if fcntl is None:
        return _try_lock_on_windows(handle)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


def _try_lock_on_windows(handle: int) -> bool:
    import msvcrt

    try:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]  # mypy, see above
    except OSError:
        return False
    return True


def _waited(handle: int) -> bool:
    """Whether the lock was to be had in time, or there are no locks."""
    end = time.monotonic() + PATIENCE
    while try_lock(handle) is False:
        if time.monotonic() > end:
            return False
        time.sleep(PAUSE)
    return True


def _opened(top: Path) -> int | None:
    """What the lock lies on, open; None where it cannot be opened."""
    try:
        if fcntl is None:
            return os.open(_beside(top), os.O_CREAT | os.O_RDWR)
        git = top / ".git"
        return os.open(git if git.exists() else top, os.O_RDONLY)
    except OSError:
        return None


def _beside(top: Path) -> str:
    """The file for the lock on a repository, the same by all of its names."""
    import hashlib
    import tempfile  # both only on Windows

    name = hashlib.blake2b(os.path.realpath(top).casefold().encode("utf-8", "surrogateescape"), digest_size=8)
    return os.path.join(tempfile.gettempdir(), f"vaulttool-{name.hexdigest()}.lock")
