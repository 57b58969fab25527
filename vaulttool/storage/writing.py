"""The one door through which files are changed: each in one step, only if it is still what was read, and only in the
repository."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from vaulttool.errors import VaultError
from vaulttool.storage.disk import read_bytes
from vaulttool.storage.lasting import folders, to_disk
from vaulttool.storage.likeness import keep
from vaulttool.storage.lock import locked
from vaulttool.storage.taking import take
from vaulttool.storage.temporary import clear, temporary

WRITERS = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH  # a name can be taken from a file that nobody may write to
AGAIN = "run it again"
TO_BE_WRITTEN = f"let it and its folder be written to, and {AGAIN}"
REMEDIES = {
    errno.ENOSPC: f"make room on the disk, and {AGAIN}",
    errno.EDQUOT: f"make room within your quota, and {AGAIN}",
    errno.EIO: f"look after the disk, and {AGAIN}",
    errno.EACCES: TO_BE_WRITTEN,
    errno.EPERM: TO_BE_WRITTEN,
    errno.EROFS: TO_BE_WRITTEN,
    errno.ENAMETOOLONG: "choose a shorter name",
}
AS_IT_WAS = "it is as it was"


class Writer:
    """Changes files below some folders, and none outside of them, wherever symbolic links lead; any file where no
    folder is given.

    All errors are ``VaultError``: where a file is no longer what was read, is read-only, has several names, or cannot
    be written. It is then as it was, unless the message says that it is written.
    """

    def __init__(self, *within: Path) -> None:
        self._within = [os.path.realpath(folder) for folder in within]
        self._cleared: set[str] = set()

    def require(self, places: Iterable[str]) -> None:
        """``VaultError`` where one of these files is not to be changed, so that nothing is begun that would stop half
        way. Files that are not there may be made."""
        for place in places:
            led = self._led_to(place)
            try:
                self._clear(os.path.dirname(led))
                there = _status(led)
            except OSError as error:
                raise refused(f'"{place}" cannot be written', error, AS_IT_WAS) from error
            if there is not None:
                _require_writable(led, there)

    def replace(self, place: str, before: bytes | None, after: bytes) -> None:
        """Put new content in the place of a file's old one. ``before`` is what was read, None for a file that is new.

        A reader sees the old file or the new one, never a part: the content goes to a temporary file in the same
        folder, to the disk, and then takes the name. Owner, mode and extended attributes are kept where the system
        lets it; a symbolic link is written through.
        """
        place = self._led_to(place)
        try:
            self._clear(os.path.dirname(place))
            there = _status(place)
            present = _present(place)
            if present == after:
                return
            if before is None and present == b"":  # it keeps the place of a new file, and has nothing to lose
                before = present
            if present != before:
                raise _changed(place)
            if there is None:
                _make(place, after)
            else:
                _require_writable(place, there)
                _replace(place, before, after, there)
        except OSError as error:
            raise refused(f'"{place}" cannot be written', error, _state(place, before, after)) from error

    def remove(self, place: str, before: bytes) -> None:
        """Take a file away; of a symbolic link only the link. One that is gone already is no error."""
        self._require_inside(_real(os.path.dirname(place)), place)
        try:
            if _present(place) not in (before, None):
                raise _changed(place)
            with contextlib.suppress(FileNotFoundError):
                os.unlink(place)
            to_disk(os.path.dirname(place))
        except OSError as error:
            raise refused(f'"{place}" cannot be removed', error, _state(place, before, None)) from error

    def move(self, old: str, new: str) -> None:
        """Give a file or folder another name, which nothing has; folders on the way are made. A name that differs in
        case alone is another one on every file system."""
        from vaulttool.storage.moving import move  # only for a rename

        for one in (old, new):
            self._require_inside(_real(os.path.dirname(one)), one)
        move(old, new)

    def _led_to(self, place: str) -> str:
        """Where a symbolic link leads; the place itself where it is none."""
        led = _real(place)
        self._require_inside(led, place)
        return led

    def _require_inside(self, real: str, named: str) -> None:
        if self._within and not any(_holds(folder, real) for folder in self._within):
            raise VaultError(
                f'"{named}" leads to "{real}", outside the repository "{self._within[0]}", so it is left as it is',
                "change it by hand where it lies, or let --vault name the folder that it lies in",
            )

    def _clear(self, folder: str) -> None:
        """Take away what killed runs left in a folder, once."""
        if folder not in self._cleared:
            self._cleared.add(folder)
            clear(folder)


@contextlib.contextmanager
def changing(repository: Path, *others: Path) -> Iterator[Writer]:
    """What changes files of a repository and of other folders, while no other run does."""
    with locked(repository):
        yield Writer(repository, *others)


def put(place: str, content: bytes) -> None:
    """Put content in a file, whatever was in it. What is no regular file, such as a pipe or a terminal, is written to.
    ``VaultError`` where that is not possible."""
    try:
        if os.path.exists(place) and not os.path.isfile(place) and not os.path.isdir(place):
            with open(place, "wb") as stream:
                stream.write(content)
            return
        before = _present(place)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise VaultError(f'"{place}" cannot be written: {reason}', "name another file") from error
    Writer().replace(place, before, content)


def refused(what: str, error: OSError, state: str) -> VaultError:
    """The error that tells what the system refused, why, how things are now, and what to do."""
    reason = (error.strerror or str(error)).lower()
    return VaultError(f"{what}: {reason}; {state}", REMEDIES.get(error.errno or 0, f"put that right, and {AGAIN}"))


def _holds(folder: str, place: str) -> bool:
    """Whether a place lies below a folder; also where the system takes their names for the same ones in other case."""
    if os.path.join(place, "").startswith(os.path.join(folder, "")):
        return True
    above = [place]
    while (parent := os.path.dirname(above[-1])) != above[-1]:
        above.append(parent)
    with contextlib.suppress(OSError):
        there = os.stat(folder)
        return any(os.path.samestat(os.stat(one), there) for one in above if os.path.isdir(one))
    return False


def _real(place: str) -> str:
    """Where a place is once symbolic links are followed; ``VaultError`` where that cannot be told."""
    try:
        return os.path.realpath(place)
    except OSError as error:
        raise refused(f'"{place}" cannot be written', error, AS_IT_WAS) from error


def _state(place: str, before: bytes | None, after: bytes | None) -> str:
    """How a file is after something failed."""
    try:
        present = _present(place)
    except OSError:
        return "it cannot be read now, either"
    if present == before:
        return AS_IT_WAS
    if before is None and not present:
        return "an empty file is there now"
    if present == after:
        return "it was done all the same, but may be undone when the power goes"
    return "another program has changed it"


def _status(place: str) -> os.stat_result | None:
    """What the system knows of a regular file; None where there is none. ``VaultError`` for what else may be there: a
    link that leads in a circle, a pipe."""
    try:
        there = os.lstat(place)
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(there.st_mode) and not stat.S_ISDIR(there.st_mode):  # a folder is told by who reads it
        raise VaultError(f'"{place}" is no regular file, so it is left as it is', "put a file in its place")
    return there


def _present(place: str) -> bytes | None:
    """What stands in a file now; None where there is none."""
    try:
        return read_bytes(place)
    except FileNotFoundError:
        return None


def _require_unchanged(place: str, before: bytes | None) -> None:
    """``VaultError`` where a file is no longer what was read."""
    if _present(place) != before:
        raise _changed(place)


def _changed(place: str) -> VaultError:
    return VaultError(f'"{place}" has changed since it was read, so it is left as it is', AGAIN)


def _require_writable(place: str, there: os.stat_result) -> None:
    if not there.st_mode & WRITERS:
        raise VaultError(f'"{place}" is read-only, so it is left as it is', f"let it be written to, and {AGAIN}")
    if there.st_nlink > 1:
        raise VaultError(
            f'"{place}" has {there.st_nlink} names (hard links), of which only this one would get the new text, so it '
            "is left as it is",
            "let the other names be symbolic links, or put a copy in the place of this one",
        )


def _make(place: str, content: bytes) -> None:
    folder = os.path.dirname(place)
    with folders(folder):
        with temporary(folder, content, None) as made:
            try:
                take(made, place)
            except FileExistsError as error:
                raise _changed(place) from error
        to_disk(folder)


def _replace(place: str, before: bytes | None, content: bytes, there: os.stat_result) -> None:
    folder = os.path.dirname(place)
    with temporary(folder, content, partial(keep, place=place, there=there)) as made:
        _require_unchanged(place, before)  # once more: bringing the new one to the disk takes its time
        os.replace(made, place)
    to_disk(folder)
