"""A vault whose notes and files change one by one, as under an editor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from vaulttool.model.live_notes import LiveNotes
from vaulttool.model.vault import Note, Surroundings, Vault


class LiveVault(Vault):
    """A vault that takes over the notes and files of another one, and lets them change. What is known of names, anchors
    and aliases is kept true by each change, at a cost that does not grow with the vault."""

    def __init__(self, vault: Vault, around: Surroundings | None = None) -> None:
        self.live = LiveNotes(vault.notes)
        super().__init__({}, (), around or vault.around, vault.extras.values())
        self.notes = self.live
        self.extras = self._pages = dict(vault.extras)
        self.files = self._files = set(vault.files)
        self.index = vault.index
        self.owners = Owners()
        for note in self.live.values():
            self.owners.put(note)
        self.alias_owners = self.owners  # a property that is worked out anew in a vault that does not change

    def put(self, note: Note) -> None:
        """Have a note, canvas or extra page as it is now."""
        self._anchors.pop(note.path, None)
        if note.path in self._pages or note.path.startswith("../"):  # a page outside the vault, which may be new
            self._pages[note.path] = note
            return
        if note.path in self.live:
            self.owners.remove(self.live[note.path])
        self.live.put(note)
        self.owners.put(note)
        self.add(note.path)

    def remove(self, path: str) -> None:
        """Have no file at a path any more, note or not."""
        self._anchors.pop(path, None)
        if path in self.live:
            self.owners.remove(self.live[path])
            self.live.remove(path)
        self._pages.pop(path, None)
        if path in self._files:
            self._files.remove(path)
            self.index.remove(path)
            self.__dict__.pop("file_names", None)

    def add(self, path: str) -> None:
        """Have a file at a path; what stands in it is none of the vault's business."""
        if path not in self._files:
            self._files.add(path)
            self.index.add(path)
            self.__dict__.pop("file_names", None)


class Owners(Mapping[str, Sequence[str]]):
    """For each alias, in lower case, the notes that have it, in order."""

    def __init__(self) -> None:
        self._paths: dict[str, list[str]] = {}

    def put(self, note: Note) -> None:
        """Have the aliases of a note."""
        for alias in note.aliases:
            paths = self._paths.setdefault(alias, [])
            paths.append(note.path)
            paths.sort()

    def remove(self, note: Note) -> None:
        """Forget the aliases of a note."""
        for alias in note.aliases:
            self._paths[alias].remove(note.path)
            if not self._paths[alias]:
                del self._paths[alias]

    def __getitem__(self, alias: str) -> Sequence[str]:
        return self._paths[alias]

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)
