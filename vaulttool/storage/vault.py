"""Reads a vault from disk: all its files listed, its notes parsed."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from vaulttool.course import Course
from vaulttool.errors import NoVault
from vaulttool.model.vault import Note, Surroundings, Vault
from vaulttool.storage.bounds import bound
from vaulttool.storage.disk import DISK, Disk, File, Listing, files, is_note
from vaulttool.storage.notes import notes as read

if TYPE_CHECKING:
    from vaulttool.storage.cache import Cache
    from vaulttool.storage.known_notes import Known


def load(
    root: Path,
    repository: Path,
    tell: Callable[[str], None] = lambda message: None,
    extras: Iterable[Note] = (),
    listing: Listing | None = None,
    cache: Cache | None = None,
    jobs: int | None = None,
    course: Course | None = None,
    disk: Disk = DISK,
    known: Known | None = None,
) -> tuple[Vault, Mapping[str, File]]:
    """The vault below a root, and its files by vault path. What has to stay unread is told to ``tell``.

    ``listing`` tells what exists in the repository. Notes are taken from what is ``known`` of another reading, or from
    the ``cache``, where there is one; ``jobs`` is how many processes may parse the others.

    ``NoVault`` where the root is no folder that can be read, or holds no note at all.
    """
    course = course or Course()
    with course.part("walk"):
        found = files(root, tell, disk, bound(repository))
    wanted = [file for file in found.values() if is_note(file.path)]
    notes = known.notes(wanted, disk, jobs, course) if known else read(wanted, cache, jobs, course, disk)
    if not notes:
        raise NoVault(f'no note is below "{root}"', "name the vault with --vault or as PATH")
    prefix = root.relative_to(repository).as_posix() + "/" if root != repository else ""
    listing = listing or Listing(repository, disk)
    around = Surroundings(listing.exists, functools.cache(lambda path: _text(found[path], disk)), prefix)
    return Vault(notes, found, around, extras), found


def _text(file: File, disk: Disk) -> str:
    """The text of a file again; empty where it cannot be read, as what it says is unknown then."""
    try:
        return disk.text(file.place)
    except (OSError, UnicodeDecodeError):
        return ""
