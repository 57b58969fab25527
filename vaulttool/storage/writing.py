"""The one door through which files are changed: each in one step, and only if it is still what was read."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile

from vaulttool.errors import VaultError

WRITERS = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH  # a name can be taken from a file that nobody may write to


def replace(place: str, before: bytes | None, after: bytes) -> None:
    """Put new content in the place of a file's old one. ``before`` is what was read, None for a file that is new.

    A reader sees the old file or the new one, never a part: the content goes to a temporary file in the same folder,
    to the disk, and then takes the name. The mode is kept; a symbolic link is written through. ``VaultError`` where the
    file is no longer what was read, is read-only, or cannot be written: it is then as it was.
    """
    place = os.path.realpath(place)
    try:
        _require_unchanged(place, before)
        mode = None if before is None else stat.S_IMODE(os.stat(place).st_mode)
        if mode is not None and not mode & WRITERS:
            raise VaultError(
                f'"{place}" is read-only, so it is left as it is', "let it be written to, and run it again"
            )
        _replace(place, before, after, mode)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise VaultError(f'"{place}" cannot be written: {reason}', "it is as it was") from error


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
    replace(place, before, content)


def remove(place: str, before: bytes) -> None:
    """Take a file away. ``VaultError`` where it is no longer what was read, or cannot be removed: it is then as it
    was. One that is gone already is no error."""
    try:
        present = _present(place)
        if present not in (before, None):
            raise VaultError(f'"{place}" has changed since it was read, so it is left as it is', "run it again")
        with contextlib.suppress(FileNotFoundError):
            os.unlink(place)
        _to_disk(os.path.dirname(place))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise VaultError(f'"{place}" cannot be removed: {reason}', "it is as it was") from error


def _present(place: str) -> bytes | None:
    """What stands in a file now; None where there is none."""
    try:
        with open(place, "rb", buffering=0) as file:
            return file.readall()
    except FileNotFoundError:
        return None


def _require_unchanged(place: str, before: bytes | None) -> None:
    """``VaultError`` where a file is no longer what was read."""
    if _present(place) != before:
        raise VaultError(f'"{place}" has changed since it was read, so it is left as it is', "run it again")


def _replace(place: str, before: bytes | None, content: bytes, mode: int | None) -> None:
    folder = os.path.dirname(place)
    os.makedirs(folder, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=".vaulttool-", dir=folder)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fchmod(file.fileno(), _default_mode() if mode is None else mode)  # mkstemp lets only the owner read
            os.fsync(file.fileno())
        if mode is None:
            os.link(temporary, place)  # takes the name only if it is free
            os.unlink(temporary)
        else:
            _require_unchanged(place, before)  # once more: bringing the new one to the disk takes its time
            os.replace(temporary, place)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
    _to_disk(folder)


def _default_mode() -> int:
    """The mode that a new file gets here."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _to_disk(folder: str) -> None:
    """Make the new name last; some systems cannot do it for folders."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
