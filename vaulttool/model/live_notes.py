"""Notes that change one by one, over those that were read from disk."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterator, Mapping

from vaulttool.model.vault import Note


class LiveNotes(Mapping[str, Note]):
    """Notes by path, in the order of their paths. Those that were read stay where they are, encoded or not; only what
    has changed since is held beside them."""

    def __init__(self, read: Mapping[str, Note]) -> None:
        self._read = read
        self._changed: dict[str, Note] = {}
        self._paths = sorted(read)
        self._known = set(self._paths)

    def __getitem__(self, path: str) -> Note:
        changed = self._changed.get(path)
        if changed is not None:
            return changed
        if path not in self._known:
            raise KeyError(path)
        return self._read[path]

    def __contains__(self, path: object) -> bool:
        return path in self._known

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)

    def put(self, note: Note) -> None:
        """Have a note as it is now."""
        self._changed[note.path] = note
        if note.path not in self._known:
            self._known.add(note.path)
            insort(self._paths, note.path)

    def remove(self, path: str) -> None:
        """Have no note at a path, where there was one."""
        self._changed.pop(path, None)
        self._known.remove(path)
        del self._paths[bisect_left(self._paths, path)]
