"""Makes a new file like the one whose place it is to take: owner, mode and extended attributes."""

from __future__ import annotations

import errno
import os
import stat

# What a system says that keeps no such attribute here, or lets nobody but its own set it.
NOT_HERE = frozenset(
    (errno.EACCES, errno.EINVAL, errno.ENODATA, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EPERM)
)
OF_OWNER = stat.S_ISUID | stat.S_ISGID  # bits that mean something with the same owner and group only


def keep(handle: int, place: str, there: os.stat_result) -> None:
    """Give an open file owner, mode and extended attributes of a file, as far as the system lets it. ``OSError`` where
    the disk fails."""
    mode = stat.S_IMODE(there.st_mode)
    if hasattr(os, "fchown") and not _keep_owner(handle, there):
        mode &= ~OF_OWNER
    if hasattr(os, "fchmod"):  # after the owner: a change of that takes bits of the mode away
        os.fchmod(handle, mode)
    if hasattr(os, "listxattr"):
        _keep_attributes(handle, place)


def _keep_owner(handle: int, there: os.stat_result) -> bool:
    """Whether the file has owner and group of the other one now."""
    own = os.fstat(handle)
    if (own.st_uid, own.st_gid) == (there.st_uid, there.st_gid):
        return True
    for owner in (there.st_uid, -1):  # who may not give it away may still give it to another group of theirs
        try:
            os.fchown(handle, owner, there.st_gid)
        except OSError as error:
            if error.errno not in NOT_HERE:
                raise
        else:
            return there.st_uid in (owner, own.st_uid)
    return False


def _keep_attributes(handle: int, place: str) -> None:
    """Give an open file the extended attributes of a file, lists of rights among them."""
    try:
        names = os.listxattr(place)
    except OSError as error:
        if error.errno in NOT_HERE:
            return
        raise
    for name in names:
        try:
            os.setxattr(handle, name, os.getxattr(place, name))
        except OSError as error:
            if error.errno not in NOT_HERE:
                raise
