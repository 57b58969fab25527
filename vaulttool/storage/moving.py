"""Gives a file or folder another name on disk: a plain rename, which git finds by itself."""

from __future__ import annotations

import os

from vaulttool.errors import VaultError
from vaulttool.storage.disk import vault_path


def move(old: str, new: str) -> None:
    """Rename a file or folder in one step; folders on the way are made.

    ``VaultError`` where something has the new name, or the system refuses: then all is as it was. A name that differs
    in case alone is another name on every file system.
    """
    if is_taken(old, new):
        raise VaultError(f'"{new}" is there already', "choose another name, or move it away first")
    if os.path.islink(old) and os.path.dirname(old) != os.path.dirname(new) and not os.path.isabs(os.readlink(old)):
        raise VaultError(f'"{old}" is a symbolic link that would lead elsewhere from there', "make it anew by hand")
    try:
        os.makedirs(os.path.dirname(new), exist_ok=True)
        os.rename(old, new)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise VaultError(f'"{old}" cannot be renamed to "{new}": {reason}', "it is as it was") from error


def is_taken(old: str, new: str) -> bool:
    """Whether something else has the new name; in another case, too, where the file system ignores that."""
    folder, name = os.path.split(new)
    if not os.path.lexists(new):
        return False
    if name in _names(folder):
        return os.path.normpath(new) != os.path.normpath(old)
    return not (os.path.lexists(old) and os.path.samefile(old, new))


def _names(folder: str) -> frozenset[str]:
    """What lies in a folder, by the very names."""
    try:
        names = os.listdir(folder)
    except OSError:
        return frozenset()
    return frozenset((*names, *map(vault_path, names)))
