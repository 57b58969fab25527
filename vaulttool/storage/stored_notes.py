"""Notes that are decoded when they are first asked for."""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, Mapping, ValuesView

import msgspec

from vaulttool.model.vault import Note
from vaulttool.parsing.document import Document

DECODER = msgspec.msgpack.Decoder(Document)


class StoredNotes(Mapping[str, Note]):
    """Notes by path, from encoded Documents and from notes that are there already.

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
        self._waiting: dict[str, bytes] = {path: one for path, one in encoded.items() if isinstance(one, bytes)}
        self._notes: dict[str, Note] = {path: one for path, one in encoded.items() if isinstance(one, Note)}
        self._paths = tuple(encoded)

    def __getitem__(self, path: str) -> Note:
        encoded = self._waiting.pop(path, None)
        if encoded is not None:
            self._notes[path] = Note(path, DECODER.decode(encoded))
        return self._notes[path]

    def __contains__(self, path: object) -> bool:
        return path in self._notes or path in self._waiting

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)

    @property
    def unreadable(self) -> bool:
        """Whether a file could not be read."""
        return not all(self.hashes.values())

    def earlier(self, path: str, hash: bytes) -> Document | None:
        """What a note said when its file had that hash, if that is known."""
        known, document = self._before.get(path, (b"", b""))
        return DECODER.decode(document) if known and known == hash else None

    def values(self) -> ValuesView[Note]:
        """All notes."""
        return self._all().values()

    def items(self) -> ItemsView[str, Note]:
        """All notes with their paths."""
        return self._all().items()

    def _all(self) -> dict[str, Note]:
        """All notes, in the order of the paths."""
        if self._waiting:
            self._notes = {path: self[path] for path in self._paths}
        return self._notes
