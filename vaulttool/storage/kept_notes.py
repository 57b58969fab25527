"""Notes taken from the cache where nothing about their files has changed, else read and kept there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from vaulttool.course import Course
from vaulttool.model.vault import Note
from vaulttool.parsing.document import Document
from vaulttool.storage.cache import Cache, Entry, Read
from vaulttool.storage.disk import File
from vaulttool.storage.stamp import Stamp, stamp
from vaulttool.storage.stored_notes import StoredNotes

if TYPE_CHECKING:
    from vaulttool.storage.rereading import Answer

PART = "cache"


class Asked(NamedTuple):
    """A file of a note: its stamp before it is read, None for a content that is not on disk, and what the cache knows
    of it."""

    file: File
    stamp: Stamp | None
    known: Entry | None


def kept(
    files: Sequence[File], cache: Cache | None, jobs: int | None, course: Course, whole: bool = True
) -> StoredNotes:
    """The notes of these files, with the help of the cache, if there is one, which is brought up to date. It forgets
    all other notes if these files are the ``whole`` vault."""
    with course.part(PART):
        known = cache.entries() if cache else {}
        doubtful = list(_doubtful(files, known, cache.written if cache else 0))
    answers = _answers(doubtful, jobs, course)
    with course.part(PART):
        return _brought_together(files, zip(doubtful, answers, strict=True), known, cache, jobs, whole)


def _doubtful(files: Iterable[File], known: Mapping[str, Entry], moment: int) -> Iterator[Asked]:
    """The files that may be others than the cache knows, which a look into them tells."""
    for file in files:
        before = known.get(file.path)
        now = stamp(file.place) if file.laid is None else None
        if before is None or now is None or before[:3] != now or not now.is_older(moment):
            yield Asked(file, now, before)


def _brought_together(
    files: Sequence[File],
    answers: Iterable[tuple[Asked, Answer]],
    known: Mapping[str, Entry],
    cache: Cache | None,
    jobs: int | None,
    whole: bool,
) -> StoredNotes:
    """The notes, from what was read now and from the cache, which is brought up to date."""
    listed = {file.path: file for file in files}
    hashes = {path: known[path].hash if path in known else b"" for path in listed}
    found: dict[str, bytes | Note | None] = dict.fromkeys(listed)
    entries, parsed = {}, {}
    for one, answer in answers:
        path = one.file.path
        hashes[path] = answer.hash
        if answer.problem:
            found[path] = Note(path, Document(), answer.problem)
        elif answer.document:
            found[path] = answer.document
            parsed[path] = Read(answer.hash, answer.document)
        if one.stamp is not None and not answer.problem:
            entries[path] = Entry(*one.stamp, answer.hash)
    before: Mapping[str, Read] = {}
    if cache:
        before = cache.documents(parsed.keys() & known.keys())
        on_disk = {path: read for path, read in parsed.items() if path in entries}
        cache.store(entries, on_disk, known.keys() - listed.keys() if whole else ())
    return StoredNotes(found, hashes, before, lambda paths: _fetched(paths, listed, hashes, cache, jobs))


def _answers(asked: Sequence[Asked], jobs: int | None, course: Course) -> Sequence[Answer]:
    """What is in the files that have to be read."""
    if not asked:
        return ()
    from vaulttool.storage import workers  # the parsers take time to import: only where something is to be read
    from vaulttool.storage.rereading import Answer, answer

    with course.part(workers.PARSING.name):
        return workers.spread(asked, answer, Answer, jobs, course)


def _fetched(
    paths: Collection[str],
    files: Mapping[str, File],
    hashes: Mapping[str, bytes],
    cache: Cache | None,
    jobs: int | None,
) -> Mapping[str, bytes | Note]:
    """The encoded Documents of notes that are as the cache knows them; where it has lost one, the note is read."""
    known = cache.documents(paths) if cache else {}
    found: dict[str, bytes | Note] = {}
    lost = []
    for path in paths:
        read = known.get(path)
        if read is not None and read.hash == hashes[path]:
            found[path] = read.document
        else:
            lost.append(Asked(files[path], None, None))
    mended = {}
    for one, answer in zip(lost, _answers(lost, jobs, Course()), strict=True):
        path = one.file.path
        found[path] = Note(path, Document(), answer.problem) if answer.problem else answer.document
        if answer.hash == hashes[path]:
            mended[path] = Read(answer.hash, answer.document)
    if cache and mended:
        cache.store({}, mended, ())
    return found
