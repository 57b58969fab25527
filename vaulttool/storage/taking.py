"""Gives a file a name that is free, in one step: what appears at that name meanwhile is never overwritten."""

from __future__ import annotations

import contextlib
import errno
import functools
import os
import stat
import sys
from collections.abc import Callable

# What a system says that has no such call, or whose file system has none. EPERM: some sandboxes say it of calls that
# they do not know; where it is meant, the next attempt says so again.
UNKNOWN = frozenset((errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EPERM))
NO_LINKS = UNKNOWN | {errno.EMLINK}
HERE = -100  # paths are relative to the working directory
LINUX_NO_REPLACE, MAC_NO_REPLACE = 1, 4


def take(old: str, new: str) -> None:
    """Give a file or folder another name on the same disk. ``FileExistsError`` where something has that name,
    ``OSError`` where the system refuses.

    Where the system knows no such step (some network mounts), a second name is given and the first taken away; where
    there are no second names, either, an empty file keeps the place.
    """
    if os.name == "nt":  # there, a rename never overwrites
        os.rename(old, new)
    elif not _in_one_step(old, new):
        if stat.S_ISDIR(os.lstat(old).st_mode):
            _rename_folder(old, new)
        elif not _linked(old, new):
            _rename_over_own(old, new)


def _in_one_step(old: str, new: str) -> bool:
    """Whether the system did it; False where it has no call for it."""
    call = _call()
    if call is None:
        return False
    number = call(os.fsencode(old), os.fsencode(new))
    if number and number not in UNKNOWN:
        raise OSError(number, os.strerror(number), new)
    return number == 0


@functools.cache
def _call() -> Callable[[bytes, bytes], int] | None:
    """What renames a file unless the new name is taken, and returns the number of the error, or 0."""
    import ctypes  # only where a name is given: it takes time to import

    system = ctypes.CDLL(None, use_errno=True)
    if sys.platform == "linux" and hasattr(system, "renameat2"):
        return lambda old, new: ctypes.get_errno() if system.renameat2(HERE, old, HERE, new, LINUX_NO_REPLACE) else 0
    if sys.platform == "darwin" and hasattr(system, "renamex_np"):
        return lambda old, new: ctypes.get_errno() if system.renamex_np(old, new, MAC_NO_REPLACE) else 0
    return None


def _rename_folder(old: str, new: str) -> None:
    """Rename a folder; what appears at the new name meanwhile is overwritten only if it is an empty folder."""
    if os.path.lexists(new):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), new)
    os.rename(old, new)


def _linked(old: str, new: str) -> bool:
    """Whether the file has the new name in the place of the old one; False where a file can have one name only."""
    try:
        os.link(old, new, follow_symlinks=False)
    except OSError as error:
        if error.errno in NO_LINKS:
            return False
        raise
    try:
        os.unlink(old)
    except OSError:
        os.unlink(new)
        raise
    return True


def _rename_over_own(old: str, new: str) -> None:
    """Rename a file over an empty one that was made for it."""
    handle = os.open(new, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        os.close(handle)
        os.rename(old, new)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(new)
        raise
