"""Gives a file or folder another name on disk: a plain rename, which git finds by itself."""

from __future__ import annotations

import os

from vaulttool.errors import VaultError
from vaulttool.storage.disk import vault_path
from vaulttool.storage.lasting import folders, to_disk
from vaulttool.storage.taking import take
from vaulttool.storage.writing import AS_IT_WAS, refused


def move(old: str, new: str) -> None:
    """Rename a file or folder in one step; folders on the way are made.

    ``VaultError`` where something has the new name, or the system refuses: then all is as it was, unless the message
    says otherwise. A name that differs in case alone is another name on every file system.
    """
    if is_taken(old, new):
        raise _taken(new)
    if os.path.islink(old) and os.path.dirname(old) != os.path.dirname(new) and not os.path.isabs(os.readlink(old)):
        raise VaultError(f'"{old}" is a symbolic link that would lead elsewhere from there', "make it anew by hand")
    try:
        with folders(os.path.dirname(new)):
            _rename(old, new)
            for folder in {os.path.dirname(new): None, os.path.dirname(old): None}:
                to_disk(folder)
    except OSError as error:
        raise refused(f'"{old}" cannot be renamed to "{new}"', error, _state(old, new)) from error


def _rename(old: str, new: str) -> None:
    try:
        if _are_one(old, new):  # a name in another case, where the file system ignores that
            os.rename(old, new)
        else:
            take(old, new)
    except FileExistsError as error:
        raise _taken(new) from error


def _taken(new: str) -> VaultError:
    return VaultError(f'"{new}" is there already', "choose another name, or move it away first")


def _state(old: str, new: str) -> str:
    """How things are after something failed."""
    try:
        before, after = _status(old), _status(new)
    except OSError:
        return "which of the names it has cannot be told"
    if before is None:
        return "it has the new name, but may lose it when the power goes"
    if after is None:
        return AS_IT_WAS
    if os.path.samestat(before, after):
        return "it has both names now: take the new one away before you run it again"
    return "something else has the new name now" if after.st_size else "an empty file has the new name now"


def _status(place: str) -> os.stat_result | None:
    """What the system knows of what has a name; None where nothing has it."""
    try:
        return os.lstat(place)
    except FileNotFoundError:
        return None


def is_taken(old: str, new: str) -> bool:
    """Whether something else has the new name; in another case, too, where the file system ignores that."""
    folder, name = os.path.split(new)
    if not os.path.lexists(new):
        return False
    if name in _names(folder):
        return os.path.normpath(new) != os.path.normpath(old)
    return not _are_one(old, new)


def _are_one(old: str, new: str) -> bool:
    """Whether two names lead to one file; links are not followed."""
    try:
        return os.path.samestat(os.lstat(old), os.lstat(new))
    except OSError:
        return False


def _names(folder: str) -> frozenset[str]:
    """What lies in a folder, by the very names."""
    try:
        names = os.listdir(folder)
    except OSError:
        return frozenset()
    return frozenset((*names, *map(vault_path, names)))
