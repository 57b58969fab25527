"""Notes that are fetched from the cache and decoded when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable, Collection, ItemsView, Iterator, Mapping, Sequence, ValuesView
from functools import cache

import msgspec

from vaulttool.model import selected
from vaulttool.model.vault import Note
from vaulttool.parsing.document import Document
from vaulttool.storage.cache import Read

MOST_ALONE = 30  # notes that are fetched one by one: after that all are, as more will be asked for
Fetch = Callable[[Collection[str]], Mapping[str, bytes | Note]]


class StoredNotes(Mapping[str, Note]):
    """Notes by path, from encoded Documents, from notes that are there already, and where there is neither, from
    ``fetch``.

    In a vault so large that they would not fit into memory, only some notes stay decoded, those asked for last: decoded
    one takes ten times the space.

    ``hashes`` are those of their files, empty where one could not be read. ``before`` has what was read earlier in
    files that have changed.
    """

    def __init__(
        self,
        found: Mapping[str, bytes | Note | None],
        hashes: Mapping[str, bytes],
        before: Mapping[str, Read],
        fetch: Fetch,
    ) -> None:
        self.hashes = hashes
        self._before = before
        self._notes: dict[str, bytes | Note | None] = dict(found)
        self._fetch = fetch
        self._alone = 0
        self._lately: dict[str, Note] = {}
        self._keeps = len(found) <= selected.MOST_DECODED
        self._has_all = False
        self._decoded: Mapping[str, Note] | None = None

    def __getitem__(self, path: str) -> Note:
        known = self._notes[path]
        if known is None:
            self._alone += 1
            known = self._fetched([path] if self._alone <= MOST_ALONE else self._missing())[path]
        if isinstance(known, Note):
            return known
        note = self._lately.get(path)
        if note is None:
            note = Note(path, _decoder().decode(known))
            self._keep(note)
        return note

    def __contains__(self, path: object) -> bool:
        return path in self._notes

    def __iter__(self) -> Iterator[str]:
        return iter(self._notes)

    def __len__(self) -> int:
        return len(self._notes)

    def values(self) -> ValuesView[Note]:
        """All notes."""
        whole = self._whole()
        return super().values() if whole is None else whole.values()

    def items(self) -> ItemsView[str, Note]:
        """All notes with their paths."""
        whole = self._whole()
        return super().items() if whole is None else whole.items()

    @property
    def unreadable(self) -> bool:
        """Whether a file could not be read."""
        return not all(self.hashes.values())

    def fetch(self) -> None:
        """Fetch at once what is not there yet."""
        self._fetched(self._missing())

    def earlier(self, path: str, hash: bytes) -> Document | None:
        """What a note said when its file had that hash, if that is known."""
        known = self._before.get(path)
        return _decoder().decode(known.document) if known is not None and known.hash == hash else None

    def beside(self, paths: Sequence[str], fresh: StoredNotes) -> StoredNotes:
        """The notes at these paths: those that are ``fresh``, and all others as they are here."""
        found = {path: fresh._notes.get(path) for path in paths}
        hashes = {path: fresh.hashes[path] if path in fresh.hashes else self.hashes[path] for path in paths}
        return StoredNotes(found, hashes, {}, self._encoded)

    def _encoded(self, paths: Collection[str]) -> Mapping[str, bytes | Note]:
        self._fetched([path for path in paths if self._notes[path] is None])
        return {path: one for path in paths if (one := self._notes[path]) is not None}

    def _keep(self, note: Note) -> None:
        """Keep a decoded note: for good, or in a large vault for as long as there are not too many."""
        if self._keeps:
            self._notes[note.path] = note
            return
        if len(self._lately) > selected.MOST_DECODED // 10:
            self._lately.clear()
        self._lately[note.path] = note

    def _whole(self) -> Mapping[str, Note] | None:
        """All notes decoded, if they can be kept so; else all of them are at least fetched."""
        if not self._has_all:
            self.fetch()
            self._decoded = {path: self[path] for path in self._notes} if self._keeps else None
            self._has_all = True
        return self._decoded

    def _missing(self) -> list[str]:
        return [path for path, note in self._notes.items() if note is None]

    def _fetched(self, paths: Collection[str]) -> Mapping[str, bytes | Note]:
        found = self._fetch(paths) if paths else {}
        self._notes.update(found)
        return found


@cache
def _decoder() -> msgspec.msgpack.Decoder[Document]:
    """What decodes a Document; made when the first one is, since that takes a while and often none is."""
    return msgspec.msgpack.Decoder(Document)
