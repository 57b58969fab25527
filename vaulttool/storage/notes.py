"""Notes from disk: read and parsed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from vaulttool.course import Course
from vaulttool.model import selected
from vaulttool.model.vault import Note
from vaulttool.storage.disk import DISK, Disk, File

if TYPE_CHECKING:
    from vaulttool.storage.cache import Cache


def notes(
    files: Sequence[File],
    cache: Cache | None = None,
    jobs: int | None = None,
    course: Course | None = None,
    disk: Disk = DISK,
) -> Mapping[str, Note]:
    """The notes of these files by path, in their order; one that cannot be read has a problem and says nothing.

    ``jobs`` is how many processes may parse them.
    """
    course = course or Course()
    files = disk.filled(files)
    if cache is not None or len(files) > selected.MOST_DECODED:
        from vaulttool.storage.kept_notes import kept  # each only where it is needed: they take time to import

        return kept(files, cache, jobs, course, whole=disk is DISK)
    from vaulttool.storage import workers
    from vaulttool.storage.reading import note

    with course.part(workers.PARSING.name):
        return {one.path: one for one in workers.spread(files, note, Note, jobs, course)}


def fetch(notes: Mapping[str, Note]) -> None:
    """Have all of the notes at hand, before several processes ask for them."""
    if not isinstance(notes, dict):
        from vaulttool.storage.stored_notes import StoredNotes

        if isinstance(notes, StoredNotes):
            notes.fetch()
