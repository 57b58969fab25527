"""Notes taken from the cache where nothing about their files has changed, else read and kept there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from vaulttool.course import Course
from vaulttool.model.vault import Note
from vaulttool.parsing.document import Document
from vaulttool.storage.cache import Cache, Entry
from vaulttool.storage.disk import File
from vaulttool.storage.stamp import Stamp, stamp
from vaulttool.storage.stored_notes import StoredNotes

if TYPE_CHECKING:
    from vaulttool.storage.rereading import Answer

PART = "cache"


class Asked(NamedTuple):
    """A file that is to be read: its stamp before that, and what the cache knows of it."""

    file: File
    stamp: Stamp | None
    known: Entry | None


def kept(files: Sequence[File], cache: Cache | None, jobs: int | None, course: Course) -> Mapping[str, Note]:
    """The notes of these files, with the help of the cache, if there is one, which is brought up to date."""
    with course.part(PART):
        known = cache.entries() if cache else {}
        written = cache.written if cache else 0
        asked = [Asked(file, stamp(file.place), known.get(file.path)) for file in files]
        doubtful = [one for one in asked if not _is_as_before(one, written)]
        found: dict[str, bytes | Note] = {one.file.path: one.known.document if one.known else b"" for one in asked}
        hashes = {one.file.path: one.known.hash if one.known else b"" for one in asked}
    answers = _answers(doubtful, jobs, course)
    with course.part(PART):
        fresh = {}
        before = {}
        for one, answer in zip(doubtful, answers, strict=True):
            path = one.file.path
            if one.known and answer.document:
                before[path] = one.known.hash, one.known.document
            document = answer.document or (one.known.document if one.known else b"")
            found[path] = Note(path, Document(), answer.problem) if answer.problem else document
            hashes[path] = answer.hash
            if one.stamp is not None and not answer.problem:
                fresh[path] = Entry(one.stamp, answer.hash, document)
        if cache:
            cache.store(fresh, known.keys() - found.keys())
        return StoredNotes(found, hashes, before)


def _is_as_before(asked: Asked, moment: int) -> bool:
    """Whether a file is the one that the cache knows, without a look into it."""
    known = asked.known
    return known is not None and known.stamp == asked.stamp and known.stamp.is_older(moment)


def _answers(asked: Sequence[Asked], jobs: int | None, course: Course) -> Sequence[Answer]:
    """What is in the files that have to be read."""
    if not asked:
        return ()
    from vaulttool.storage import workers  # the parsers take time to import: only where something is to be read
    from vaulttool.storage.rereading import Answer, answer

    with course.part(workers.PART):
        return workers.spread(asked, answer, Answer, jobs, course)
