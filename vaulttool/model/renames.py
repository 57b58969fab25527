"""What a rename changes: which files have another path afterwards, and the vault as it was before and is then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from vaulttool.model.resolve import Index
from vaulttool.model.vault import Note, Surroundings, Vault
from vaulttool.parsing.document import Document


class Moves:
    """Files, by vault path, each with its new path. ``folder`` is the old and new path where a whole folder moves."""

    def __init__(self, files: Mapping[str, str], folder: tuple[str, str] | None = None) -> None:
        self.files = files
        self.folder = folder

    def new(self, path: str) -> str:
        """The path of a file afterwards."""
        return self.files.get(path, path)

    @cached_property
    def back(self) -> Moves:
        """The same moves in the other direction."""
        folder = (self.folder[1], self.folder[0]) if self.folder else None
        return Moves({new: old for old, new in self.files.items()}, folder)

    @cached_property
    def names(self) -> frozenset[str]:
        """The old and new names of the files, in lower case: only a link by one of them can lead elsewhere."""
        return frozenset(path.rpartition("/")[2].lower() for pair in self.files.items() for path in pair)

    def touches(self, linkpath: str) -> bool:
        """Whether a linkpath may lead elsewhere afterwards, from a note that stays."""
        name = linkpath.rpartition("/")[2].lower()
        return name in self.names or name + ".md" in self.names

    def new_place(self, path: str, prefix: str) -> str:
        """The repository path of a file or folder afterwards, in a vault that lies at ``prefix``."""
        if not path.startswith(prefix):
            return path
        below = path[len(prefix) :]
        if self.folder and (below + "/").startswith(self.folder[0] + "/"):
            return prefix + self.folder[1] + below[len(self.folder[0]) :]
        return prefix + self.new(below)


def index_after(vault: Vault, moves: Moves) -> Index:
    """The files of the vault as links will find them."""
    return Index(map(moves.new, vault.files))


def as_before(vault: Vault, moves: Moves) -> Vault:
    """The vault as it was before these moves, which are done: so that what was broken off can be completed."""
    back = moves.back
    around = vault.around
    made = _made_folders(vault, moves)
    before = Surroundings(
        lambda path: (
            around.exists(moves.new_place(path, around.prefix))
            and not _is_new(path, moves, around.prefix)
            and path not in made
        ),
        lambda path: around.text(moves.new(path)),
        around.prefix,
    )
    return Vault(_Views(vault.notes, moves, {}), map(back.new, vault.files), before, vault.extras.values())


def as_after(vault: Vault, moves: Moves, documents: Mapping[str, Document], texts: Mapping[str, str]) -> Vault:
    """The vault as it will be: with its files moved, and with other documents and texts in some notes and extra pages,
    by the paths that these will have."""
    back = moves.back
    around = vault.around
    after = Surroundings(
        lambda path: around.exists(back.new_place(path, around.prefix)) and not _is_new(path, back, around.prefix),
        lambda path: texts[path] if path in texts else around.text(back.new(path)),
        around.prefix,
    )
    extras = [Note(path, documents.get(path, note.document), note.problem) for path, note in vault.extras.items()]
    return Vault(_Views(vault.notes, back, documents), map(moves.new, vault.files), after, extras)


def _made_folders(vault: Vault, moves: Moves) -> frozenset[str]:
    """The repository paths of the folders that hold nothing but what was moved into them."""
    new = frozenset(folder for path in moves.files.values() for folder in _folders(path))
    old = {folder for path in map(moves.back.new, vault.files) for folder in _folders(path)} if new else ()
    return frozenset(vault.around.prefix + folder for folder in new.difference(old))


def _folders(path: str) -> Iterator[str]:
    while path := path.rpartition("/")[0]:
        yield path


def _is_new(path: str, moves: Moves, prefix: str) -> bool:
    """Whether a repository path is one that the moves make."""
    return moves.back.new_place(path, prefix) != path


class _Views(Mapping[str, Note]):
    """Notes under other paths, some with other documents. Each is taken from the given ones when it is asked for, since
    of a large vault no more than is needed is held; ``moves`` lead from the paths here to those there."""

    def __init__(self, notes: Mapping[str, Note], moves: Moves, documents: Mapping[str, Document]) -> None:
        self._notes = notes
        self._moves = moves
        self._documents = documents

    def __getitem__(self, path: str) -> Note:
        there = self._moves.new(path)
        if there == path and path in self._moves.back.files:
            raise KeyError(path)
        note = self._notes[there]
        document = self._documents.get(path, note.document)
        return note if there == path and document is note.document else Note(path, document, note.problem)

    @cached_property
    def _paths(self) -> list[str]:
        return sorted(map(self._moves.back.new, self._notes))

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._notes)


def below(folder: str, files: Iterable[str]) -> list[str]:
    """The files in a folder and the folders below it."""
    return [path for path in files if path.startswith(folder + "/")]
