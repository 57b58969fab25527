"""Notes that are decoded when they are first asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from vaulttool.model.vault import Note
from vaulttool.parsing.document import Document

MOST_DECODED = 200_000  # notes
DECODER = msgspec.msgpack.Decoder(Document)


class StoredNotes(Mapping[str, Note]):
    """Notes by path, from encoded Documents and from notes that are there already.

    In a vault so large that they would not fit into memory, a note is decoded each time that it is asked for: decoded
    it takes ten times the space.

    ``hashes`` are those of their files, empty where one could not be read. ``before`` has, for those that changed, the
    hash and the encoded Document of before.
    """

    def __init__(
        self,
        encoded: Mapping[str, bytes | Note],
        hashes: Mapping[str, bytes],
        before: Mapping[str, tuple[bytes, bytes]],
    ) -> None:
        self.hashes = hashes
        self._before = before
        self._notes: dict[str, bytes | Note] = dict(encoded)
        self._keeps = len(encoded) <= MOST_DECODED

    def __getitem__(self, path: str) -> Note:
        known = self._notes[path]
        if isinstance(known, Note):
            return known
        note = Note(path, DECODER.decode(known))
        if self._keeps:
            self._notes[path] = note
        return note

    def __contains__(self, path: object) -> bool:
        return path in self._notes

    def __iter__(self) -> Iterator[str]:
        return iter(self._notes)

    def __len__(self) -> int:
        return len(self._notes)

    @property
    def unreadable(self) -> bool:
        """Whether a file could not be read."""
        return not all(self.hashes.values())

    def earlier(self, path: str, hash: bytes) -> Document | None:
        """What a note said when its file had that hash, if that is known."""
        known, document = self._before.get(path, (b"", b""))
        return DECODER.decode(document) if known and known == hash else None
