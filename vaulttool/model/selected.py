"""Some of the notes of a vault."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from vaulttool.model.vault import Note

FEW = 10  # a tenth of the notes is so few that they are looked up one by one
MOST_DECODED = 50_000  # notes that are held at once: decoded, one takes ten times the space


class Selected(Collection[Note]):
    """The notes at some paths, each taken from all when it is asked for: a list would hold all of them at once."""

    def __init__(self, notes: Mapping[str, Note], paths: Collection[str]) -> None:
        self._notes = notes
        self._paths = paths

    def __iter__(self) -> Iterator[Note]:
        return map(self._notes.__getitem__, self._paths)

    def __len__(self) -> int:
        return len(self._paths)

    def __contains__(self, note: object) -> bool:
        return isinstance(note, Note) and note.path in self._paths


def selected(notes: Mapping[str, Note], only: Collection[str] | None) -> Collection[Note]:
    """The notes at these paths, all without any, in the order of the vault."""
    if only is not None and len(only) < len(notes) // FEW:
        return [notes[path] for path in sorted(only) if path in notes]
    paths = [path for path in notes if only is None or path in only]
    return [notes[path] for path in paths] if isinstance(notes, dict) else Selected(notes, paths)
