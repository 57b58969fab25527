"""Reads a vault from disk: all its files listed, its notes parsed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path

from vaulttool.errors import VaultError
from vaulttool.model.vault import Note, Surroundings, Vault
from vaulttool.storage import disk, workers
from vaulttool.storage.disk import File


def load(
    root: Path,
    repository: Path,
    tell: Callable[[str], None] = lambda message: None,
    extras: Iterable[Note] = (),
) -> tuple[Vault, Mapping[str, File]]:
    """The vault below a root, and its files by vault path. What has to stay unread is told to ``tell``.

    ``VaultError`` where the root is no folder that can be read, or holds no note at all.
    """
    files = disk.files(root, tell)
    notes = workers.notes([file for file in files.values() if disk.is_note(file.path)])
    if not notes:
        raise VaultError(f'no note is below "{root}"', "name the vault with --vault or as PATH")
    prefix = root.relative_to(repository).as_posix() + "/" if root != repository else ""
    listing = disk.Listing(repository)
    around = Surroundings(listing.exists, cache(lambda path: _text(files[path])), prefix)
    return Vault(notes, files, around, extras), files


def _text(file: File) -> str:
    """The text of a file again; empty where it cannot be read, as what it says is unknown then."""
    try:
        return disk.read(file.place)
    except (OSError, UnicodeDecodeError):
        return ""
