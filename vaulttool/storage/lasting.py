"""Brings the names of files to the disk, so that they last when the power goes."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator

# What a system says that cannot do it for folders, or not for this one; the file itself is on the disk by then.
NOT_FOR_FOLDERS = frozenset(
    (errno.EACCES, errno.EBADF, errno.EINVAL, errno.EISDIR, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EPERM)
)


def to_disk(folder: str) -> None:
    """Make the names in a folder last. ``OSError`` where the disk fails; systems that cannot do it are passed over."""
    try:
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        if error.errno not in NOT_FOR_FOLDERS:
            raise


@contextlib.contextmanager
def folders(folder: str) -> Iterator[None]:
    """A folder with all above it, for what is to be put into it: those that had to be made are taken away again where
    that fails."""
    made: list[str] = []
    try:
        for missing in _missing(folder):
            with contextlib.suppress(FileExistsError):
                os.mkdir(missing)
                made.append(missing)
        yield
        for new in made:
            to_disk(os.path.dirname(new))
    except BaseException:
        for new in reversed(made):
            with contextlib.suppress(OSError):  # something is in it
                os.rmdir(new)
        raise


def _missing(folder: str) -> list[str]:
    """The folders that are not there, the uppermost first."""
    found: list[str] = []
    while os.path.dirname(folder) != folder and not os.path.isdir(folder):
        found.append(folder)
        folder = os.path.dirname(folder)
    return found[::-1]
