"""Which notes ask for which file names, so that a change of one file touches only what depends on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vaulttool.model.vault import Note, Vault


class Dependents:
    """A reverse index: for each lower-cased file name, the notes with a link that asks for it."""

    def __init__(self, vault: Vault) -> None:
        self.by_name: dict[str, set[str]] = {}
        self.unresolved: set[str] = set()
        for note, link, resolution in vault.links():
            for name in _asked(link.link):
                self.by_name.setdefault(name, set()).add(note.path)
            if not resolution.candidates:
                self.unresolved.add(note.path)

    def of(self, paths: Iterable[str]) -> set[str]:
        """The notes with a link that asks for one of these files, by name."""
        found: set[str] = set()
        for path in paths:
            lower = path.lower()
            found |= self.by_name.get(lower[lower.rfind("/") + 1 :], set())
        return found


def affected(before: Vault, after: Vault, touched: Iterable[str]) -> set[str]:
    """The notes of ``after`` to check again when the ``touched`` paths differ between the two vaults.

    Notes with unresolved links are among them whatever changes: what is suggested to them depends on all names
    of the vault. So are pages with regions: their rows can come from any note.
    """
    paths, old, new = set(touched), Dependents(before), Dependents(after)
    dependents = old.of(paths) | new.of(paths) | old.unresolved | new.unresolved | paths
    dependents |= generated(after) if paths else set()
    return {path for path in dependents if path in after.notes}


def generated(vault: Vault) -> set[str]:
    """The notes with regions or figures, which depend on data and on any other note."""
    return {path for path, note in vault.notes.items() if note.document.regions or note.document.figures}


def changed(before: Vault, after: Vault) -> Iterator[str]:
    """The paths that only one of two vaults has, or whose notes differ."""
    for path in before.files | after.files:
        if (path in before.files) != (path in after.files) or _note(before, path) != _note(after, path):
            yield path


def _note(vault: Vault, path: str) -> Note | None:
    return vault.notes.get(path)


def _asked(linkpath: str) -> tuple[str, ...]:
    """The file names that a linkpath can mean: as it stands, and with ``.md``."""
    name = linkpath.lower().rpartition("/")[2]
    return (name, name + ".md") if name else ()
