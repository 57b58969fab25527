"""Lists the files of a vault and reads them."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from vaulttool.errors import VaultError
from vaulttool.text.names import cleaned

NOTE_SUFFIXES = (".md", ".canvas")


class File(NamedTuple):
    """A file of the vault: its vault path (NFC, ``/``) and where it lies on disk."""

    path: str
    place: str


def files(root: Path) -> dict[str, File]:
    """Every file below the root by vault path, save those with a component that begins with a dot.

    Symbolic links to folders are followed once each; a link that leads back up is not followed again. Where
    two names become one in NFC, the first in sorted order stands for both.
    """
    if not root.exists():
        raise VaultError(f'no folder "{root}"', "name an existing vault with --vault or as PATH")
    if not root.is_dir():
        raise VaultError(f'"{root}" is a file, not a vault', "name the folder that holds the notes")
    try:
        os.scandir(root).close()
    except OSError as error:
        raise VaultError(f'the vault "{root}" cannot be read: {error.strerror}', "check its permissions") from error
    found: dict[str, File] = {}
    for file in _walk(str(root)):
        found.setdefault(file.path, file)
    return found


def _walk(root: str) -> Iterator[File]:
    """The files below a folder, by folder, names sorted."""
    seen = {_identity(os.stat(root))}
    folders = [("", root)]
    while folders:
        prefix, folder = folders.pop()
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError:
            continue
        below = []
        for entry in entries:
            if entry.name.startswith("."):
                continue
            path = prefix + cleaned(_printable(entry.name))
            if _is_folder(entry):
                if _enters(entry, seen):
                    below.append((path + "/", entry.path))
            elif not entry.is_symlink() or _is_file(entry.path):
                yield File(path, entry.path)
        folders.extend(reversed(below))


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _is_file(path: str) -> bool:
    """Whether a symbolic link leads to a file; a dangling one, or one that runs in a circle, does not."""
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except OSError:
        return False


def _enters(entry: os.DirEntry[str], seen: set[tuple[int, int]]) -> bool:
    """Whether a folder is new: each is read once, however many links lead to it."""
    try:
        identity = _identity(entry.stat())
    except OSError:
        return False
    if identity in seen:
        return False
    seen.add(identity)
    return True


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino


def _printable(name: str) -> str:
    """A name whose bytes are no UTF-8, with the replacement character for those that are not."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace") if not name.isascii() else name


def is_note(path: str) -> bool:
    """Whether a vault path is read for its links."""
    return path.lower().endswith(NOTE_SUFFIXES)


def read(place: str) -> str:
    """The text of a file, line ends and byte order mark kept.

    ``OSError`` or ``UnicodeDecodeError`` where it cannot be read or is no UTF-8.
    """
    with open(place, "rb") as file:
        return file.read().decode("utf-8")


class Listing:
    """Whether paths exist below a folder, told by its listings: the same answer on every file system, since
    case and normal form must agree."""

    def __init__(self, top: Path) -> None:
        self.top = str(top)
        self._names: dict[str, frozenset[str]] = {}

    def exists(self, path: str) -> bool:
        """Whether a relative path with ``/`` names a file or folder; symbolic links are not followed out."""
        folder = self.top
        for step in path.split("/"):
            if step not in self._listed(folder):
                return False
            folder = os.path.join(folder, step)
        return True

    def _listed(self, folder: str) -> frozenset[str]:
        if folder not in self._names:
            try:
                self._names[folder] = frozenset(os.listdir(folder))
            except OSError:
                self._names[folder] = frozenset()
        return self._names[folder]
