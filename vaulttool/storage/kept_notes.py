"""Notes taken from the cache where nothing about their files has changed, else read and kept there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from vaulttool.model.vault import Note
from vaulttool.parsing.document import Document
from vaulttool.storage.cache import Cache, Entry
from vaulttool.storage.disk import File
from vaulttool.storage.stamp import Stamp, stamp
from vaulttool.storage.stored_notes import StoredNotes

if TYPE_CHECKING:
    from vaulttool.storage.rereading import Answer


class Asked(NamedTuple):
    """A file that is to be read: its stamp before that, and what the cache knows of it."""

    file: File
    stamp: Stamp | None
    known: Entry | None


def kept(files: Sequence[File], cache: Cache, jobs: int | None = None) -> Mapping[str, Note]:
    """The notes of these files, with the help of the cache, which is brought up to date."""
    known = cache.entries()
    found: dict[str, bytes | Note] = {}
    hashes: dict[str, bytes] = {}
    asked = []
    for file in files:
        entry, now = known.get(file.path), stamp(file.place)
        if entry is not None and entry.stamp == now and entry.stamp.is_older(cache.written):
            found[file.path], hashes[file.path] = entry.document, entry.hash
        else:
            found[file.path] = hashes[file.path] = b""
            asked.append(Asked(file, now, entry))
    fresh = {}
    before = {}
    for one, answer in zip(asked, _answers(asked, jobs), strict=True):
        path = one.file.path
        document = answer.document or (one.known.document if one.known else b"")
        hashes[path] = answer.hash
        if one.known and answer.document:
            before[path] = one.known.hash, one.known.document
        found[path] = Note(path, Document(), answer.problem) if answer.problem else document
        if one.stamp is not None and not answer.problem:
            fresh[path] = Entry(one.stamp, answer.hash, document)
    cache.store(fresh, known.keys() - found.keys())
    return StoredNotes(found, hashes, before)


def _answers(asked: Sequence[Asked], jobs: int | None) -> Sequence[Answer]:
    """What is in the files that have to be read."""
    if not asked:
        return ()
    from vaulttool.storage import workers  # the parsers take time to import: only where something is to be read
    from vaulttool.storage.rereading import Answer, answer

    return workers.spread(asked, answer, Answer, jobs)
