"""Notes that another reading of the same vault has read already: the work tree's, when a commit is read beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from vaulttool.course import Course
from vaulttool.model.vault import Note
from vaulttool.storage.disk import Disk, File
from vaulttool.storage.notes import notes as read
from vaulttool.storage.stored_notes import StoredNotes


class Known(NamedTuple):
    """What one reading has: its notes, its files, and where it read them."""

    there: Mapping[str, Note]
    files: Mapping[str, File]
    disk: Disk

    def notes(self, wanted: Sequence[File], disk: Disk, jobs: int | None, course: Course) -> Mapping[str, Note]:
        """The notes of these files, as another disk has them. Only those whose content differs are read."""
        changed = [file for file in wanted if not self._is_same(file, disk)]
        if not isinstance(self.there, StoredNotes):
            fresh = read(changed, None, jobs, course, disk)
            return {file.path: fresh.get(file.path) or self.there[file.path] for file in wanted}
        from vaulttool.storage.kept_notes import kept  # as in `read`

        return self.there.beside([file.path for file in wanted], kept(disk.filled(changed), None, jobs, course))

    def _is_same(self, file: File, disk: Disk) -> bool:
        known = self.files.get(file.path)
        return known is not None and self.disk.source(known.place) == disk.source(file.place)
