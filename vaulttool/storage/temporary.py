"""The temporary files in which new texts go to the disk before they take a name; those of runs that were killed."""

from __future__ import annotations

import contextlib
import os
import re
import stat
from collections.abc import Callable, Iterator

from vaulttool.storage.lock import try_lock

NAME = ".vaulttool-{}.tmp"
LEFT = re.compile(r"\.vaulttool-[0-9a-f]{16}\.tmp")
MAKING = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
READABLE, OWN = 0o666, 0o600  # modes: with what the system takes off for new files here, and for nobody else


@contextlib.contextmanager
def temporary(folder: str, content: bytes, finish: Callable[[int], None] | None) -> Iterator[str]:
    """A file in a folder with this content, on the disk. ``finish`` gets its handle, to make it like an old one; where
    there is none, it has the mode of new files. If something fails, it is gone afterwards."""
    place = os.path.join(folder, NAME.format(os.urandom(8).hex()))
    handle = os.open(place, MAKING, READABLE if finish is None else OWN)
    try:
        if os.name != "nt":
            try_lock(handle)  # until it has its name: by this, others see that it is no leftover
        _write(handle, content)
        if finish is not None:
            finish(handle)
        os.fsync(handle)
        if os.name == "nt":  # there, nobody takes away what is open, and it keeps its name as long
            os.close(handle)
            handle = -1
        yield place
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(place)
        raise
    finally:
        if handle >= 0:
            os.close(handle)


def _write(handle: int, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(handle, rest) :]


def clear(folder: str) -> None:
    """Take away what killed runs left in a folder. What another run is writing stays, and what cannot be taken away."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        left = [entry.path for entry in entries if LEFT.fullmatch(entry.name)]
        for place in left:
            with contextlib.suppress(OSError):
                _clear(place)


def _clear(place: str) -> None:
    """Take a file away unless another run has it open; ``OSError`` where that cannot be done."""
    if not stat.S_ISREG(os.lstat(place).st_mode):
        return
    if os.name == "nt":  # what is open cannot be taken away there
        os.unlink(place)
        return
    handle = os.open(place, os.O_RDWR | os.O_NOFOLLOW)  # some network mounts lock only what may be written
    try:
        if try_lock(handle):
            os.unlink(place)
    finally:
        os.close(handle)
