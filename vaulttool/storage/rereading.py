"""Reads one file of which the cache may know something, and parses it only where that is no longer so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from vaulttool.storage.cache import hashed
from vaulttool.storage.reading import parsed, problem

if TYPE_CHECKING:
    from vaulttool.storage.kept_notes import Asked

ENCODER = msgspec.msgpack.Encoder()


class Answer(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What a file holds: ``document`` encoded, empty where ``hash`` is the one that is known. ``problem`` says why it
    could not be read."""

    hash: bytes = b""
    document: bytes = b""
    problem: str | None = None


def answer(asked: Asked) -> Answer:
    """What is in a file, parsed only where that is not known."""
    try:
        content = asked.file.content()
        hash = hashed(content)
        if asked.known and asked.known.hash == hash:
            return Answer(hash)
        return Answer(hash, ENCODER.encode(parsed(asked.file.path, content.decode("utf-8"))))
    except (OSError, UnicodeDecodeError) as error:
        return Answer(problem=problem(error))
