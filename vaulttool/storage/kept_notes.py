"""Notes taken from the cache where nothing about their files has changed, else read and kept there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from vaulttool.model.vault import Note
from vaulttool.parsing.document import Document
from vaulttool.storage import disk, workers
from vaulttool.storage.cache import Cache, Entry, hashed
from vaulttool.storage.disk import File
from vaulttool.storage.notes import parsed, problem
from vaulttool.storage.stamp import Stamp, stamp
from vaulttool.storage.stored_notes import StoredNotes

ENCODER = msgspec.msgpack.Encoder()


class Asked(NamedTuple):
    """A file that is to be read: its stamp before that, and what the cache knows of it."""

    file: File
    stamp: Stamp | None
    known: Entry | None


class Answer(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What a file holds: ``document`` encoded, empty where ``hash`` is the one that is known. ``problem`` says why it
    could not be read."""

    hash: bytes = b""
    document: bytes = b""
    problem: str | None = None


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
    for one, answer in zip(asked, workers.spread(asked, _answer, Answer, jobs), strict=True):
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


def _answer(asked: Asked) -> Answer:
    """What is in a file, parsed only where that is not known."""
    try:
        content = disk.read_bytes(asked.file.place)
        hash = hashed(content)
        if asked.known and asked.known.hash == hash:
            return Answer(hash)
        return Answer(hash, ENCODER.encode(parsed(asked.file.path, content.decode("utf-8"))))
    except (OSError, UnicodeDecodeError) as error:
        return Answer(problem=problem(error))
