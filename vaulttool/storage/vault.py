"""Reads a vault from disk: all its files listed, its notes parsed."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from vaulttool.course import Course
from vaulttool.errors import VaultError
from vaulttool.model.vault import Note, Surroundings, Vault
from vaulttool.storage import disk
from vaulttool.storage.disk import File
from vaulttool.storage.notes import notes as read

if TYPE_CHECKING:
    from vaulttool.storage.cache import Cache


def load(
    root: Path,
    repository: Path,
    tell: Callable[[str], None] = lambda message: None,
    extras: Iterable[Note] = (),
    listing: disk.Listing | None = None,
    cache: Cache | None = None,
    jobs: int | None = None,
    course: Course | None = None,
) -> tuple[Vault, Mapping[str, File]]:
    """The vault below a root, and its files by vault path. What has to stay unread is told to ``tell``.

    ``listing`` tells what exists in the repository. Notes are taken from the ``cache`` where there is one; ``jobs`` is
    how many processes may parse the others.

    ``VaultError`` where the root is no folder that can be read, or holds no note at all.
    """
    course = course or Course()
    with course.part("walk"):
        files = disk.files(root, tell)
    notes = read([file for file in files.values() if disk.is_note(file.path)], cache, jobs, course)
    if not notes:
        raise VaultError(f'no note is below "{root}"', "name the vault with --vault or as PATH")
    prefix = root.relative_to(repository).as_posix() + "/" if root != repository else ""
    listing = listing or disk.Listing(repository)
    around = Surroundings(listing.exists, functools.cache(lambda path: _text(files[path])), prefix)
    with course.part("names"):
        return Vault(notes, files, around, extras), files


def _text(file: File) -> str:
    """The text of a file again; empty where it cannot be read, as what it says is unknown then."""
    try:
        return disk.read(file.place)
    except (OSError, UnicodeDecodeError):
        return ""
