"""The rename of a file or folder: what moves, and whether it may have its new name."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from typing import NamedTuple

from vaulttool.commands._rename_lookup import NOTE, TOP, Named, is_folder, looked_up, missing, readings
from vaulttool.commands._run import Run
from vaulttool.errors import VaultError
from vaulttool.model.renames import Moves, below
from vaulttool.storage.disk import vault_path
from vaulttool.text import file_names

SUFFIX = re.compile(r"\.[A-Za-z0-9]{1,10}\Z")
PICTURES = (".avif", ".bmp", ".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp")
SOUND_AND_FILM = (".flac", ".m4a", ".mp3", ".ogg", ".wav", ".webm", ".3gp", ".mkv", ".mov", ".mp4", ".ogv")
OF_OTHERS = frozenset((".canvas", ".base", ".pdf", *PICTURES, *SOUND_AND_FILM))


class FileRename(NamedTuple):
    """A file or folder, by its vault path, and its new path. ``is_done`` says that it has that already, so that only
    links are left."""

    old: str
    new: str
    moves: Moves
    is_done: bool

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The old and new path of what moves: of the folder, or of the files."""
        return [(self.old, self.new)] if self.moves.folder else list(self.moves.files.items())

    def together(self, others: Iterable[FileRename]) -> FileRename:
        """This rename of a file and others, done at once."""
        return self._replace(moves=Moves({old: new for one in (self, *others) for old, new in one.pairs}))


def file_rename(run: Run, old: str, new: str) -> FileRename | None:
    """The rename of a file or folder that is there."""
    found = looked_up(run, old)
    if found is None:
        return None
    if not found.path:
        raise VaultError("the vault itself cannot be renamed", "rename its folder, and correct the configuration")
    return _file_rename(run, found, _new_path(run, found, new), False)


def done_or_missing(run: Run, old: str, new: str) -> FileRename:
    """The rename that was broken off: OLD is gone and NEW is there. ``VaultError`` where it is not."""
    there = dict(readings(run, new))
    for base, path in readings(run, old):
        found = _present(run, there[base]) if base in there else None
        if found is not None:
            gone = path if found.is_folder else _with_suffix_of(path, found.path)
            return _file_rename(run, Named(gone, found.is_folder, base), found.path, True)
    named = run.vault.index.resolve(vault_path(new), "").candidates if "/" not in old + new else ()
    if len(named) == 1:
        gone = _with_suffix_of(posixpath.join(posixpath.dirname(named[0]), vault_path(old)), named[0])
        return _file_rename(run, Named(gone, False, None), named[0], True)
    raise missing(run, old)


def _new_path(run: Run, old: Named, new: str) -> str:
    """The vault path that NEW means beside OLD, with the suffix that a file of its kind has."""
    folder = posixpath.dirname(old.path)
    into = new.endswith("/") and not old.is_folder
    if old.base is None and "/" not in new:
        path = posixpath.normpath(posixpath.join(folder, vault_path(new)))
    else:
        known = dict(readings(run, new))
        path = known.get(old.base or TOP, next(iter(known.values()), ".."))
    if path == ".." or path.startswith("../"):
        raise VaultError(f'"{new}" lies outside the vault "{run.place.root}"', "name a place in it")
    if into:
        return posixpath.join(path, posixpath.basename(old.path))
    return path if old.is_folder else _with_suffix(path, posixpath.splitext(old.path)[1])


def _with_suffix(path: str, suffix: str) -> str:
    """A new path with the suffix of the old one where it has none of its own."""
    found = SUFFIX.search(path)
    own = found[0].lower() if found else ""
    if path.lower().endswith(suffix.lower()) and suffix:
        return path
    if suffix.lower() in (NOTE, ".canvas", ".base") and (own in OF_OTHERS or own == NOTE):
        raise VaultError(
            f'a file that ends in "{suffix}" cannot become "{path}"', f'let the new name end in "{suffix}"'
        )
    return path if own in OF_OTHERS else path + suffix


def _file_rename(run: Run, old: Named, new: str, is_done: bool) -> FileRename:
    """The rename with all files that it moves, once the new name is fit for it."""
    if old.path == new:
        raise VaultError(f'"{new}" is the name that it has', "give another")
    if (new + "/").startswith(old.path + "/") and old.is_folder:
        raise VaultError(f'the folder "{old.path}" cannot be moved into itself', "name a place outside of it")
    _refuse_names(old.path, new)
    if not old.is_folder:
        moved = {old.path: new}
    elif is_done:
        moved = {old.path + path[len(new) :]: path for path in below(new, run.vault.files)}
    else:
        moved = {path: new + path[len(old.path) :] for path in below(old.path, run.vault.files)}
    if not is_done:
        _refuse_taken(run, old.path, new, moved)
    return FileRename(old.path, new, Moves(moved, (old.path, new) if old.is_folder else None), is_done)


def _refuse_names(old: str, new: str) -> None:
    """``VaultError`` for a new name that no file should have; folders that are there already may have it."""
    for step in new.split("/"):
        wrong = file_names.fault(step) if step not in old.split("/") else None
        if wrong:
            raise VaultError(*wrong)


def _refuse_taken(run: Run, old: str, new: str, moved: dict[str, str]) -> None:
    """``VaultError`` where the new name is that of another file, or differs from it in case alone."""
    others = {path.lower(): path for path in run.vault.files if path not in moved}
    taken = next((others[path.lower()] for path in moved.values() if path.lower() in others), None)
    if taken is None:
        taken = next((path for path in others.values() if path.lower().startswith(new.lower() + "/")), None)
        taken = taken[: len(new)] if taken else None
    if taken is None:
        return
    help = "choose another name, or move it away first"
    if taken == new:
        raise VaultError(f'"{new}" is there already', help)
    raise VaultError(f'"{taken}" is there already, and differs from "{new}" in case alone', help)


def _present(run: Run, path: str) -> Named | None:
    """The file or folder at a new path."""
    if path in run.vault.files or path + NOTE in run.vault.files:
        return Named(path if path in run.vault.files else path + NOTE, False, None)
    return Named(path, True, None) if path and is_folder(run, path) else None


def _with_suffix_of(path: str, other: str) -> str:
    suffix = posixpath.splitext(other)[1]
    return path if path.lower().endswith(suffix.lower()) else path + suffix
