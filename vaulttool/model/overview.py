"""What regions that list notes ask of all notes: worked out once, since pages ask one after another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from vaulttool.model.mending import is_generated
from vaulttool.model.vault import Vault


class Overview:
    """The notes of a vault by folder and by what they link to. All paths are those of the vault."""

    def __init__(self, vault: Vault) -> None:
        self.vault = vault

    def below(self, folder: str) -> Sequence[str]:
        """The notes in a folder, in lower case, and in those below it; for the root, which is empty, all notes."""
        return self._by_folder.get(folder, ()) if folder else list(self.vault.notes)

    def referring(self, path: str) -> Sequence[str]:
        """The other notes with a link to a file outside their regions."""
        return list(self._by_target.get(path, ()))

    @cached_property
    def broken(self) -> Sequence[str]:
        """The notes whose front matter cannot be read, or which cannot be read at all."""
        return [path for path, note in self.vault.notes.items() if note.is_broken]

    @cached_property
    def _by_folder(self) -> Mapping[str, Sequence[str]]:
        found: dict[str, list[str]] = {}
        for path in self.vault.notes:
            folder = path.rpartition("/")[0].lower()
            while folder:
                found.setdefault(folder, []).append(path)
                folder = folder.rpartition("/")[0]
        return found

    @cached_property
    def _by_target(self) -> Mapping[str, Mapping[str, None]]:
        found: dict[str, dict[str, None]] = {}
        for note, link, resolution in self.vault.links():
            target = resolution.target
            if target is not None and target != note.path and not is_generated(note, link.span):
                found.setdefault(target, {})[note.path] = None
        return found
