"""When and how large: what tells without reading it that a file is the one that was read before."""

from __future__ import annotations

import os
from typing import NamedTuple

GRANULARITY = 2 * 10**9  # nanoseconds: the coarsest clock by which a file system still in use dates its files


class Stamp(NamedTuple):
    """A file's size in bytes, and when its content (``modified``) and anything of it (``changed``) was last written,
    in nanoseconds since 1970."""

    size: int
    modified: int
    changed: int

    def is_older(self, moment: int) -> bool:
        """Whether nothing was written at or after a moment, so that no second write can hide behind the same time."""
        return self.modified < moment and self.changed < moment


def stamp(place: str) -> Stamp | None:
    """The stamp of a file; None where it cannot be had."""
    try:
        status = os.stat(place)
    except OSError:
        return None
    return Stamp(status.st_size, status.st_mtime_ns, status.st_ctime_ns)
