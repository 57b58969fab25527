"""What PATHs on the command line name: notes and folders of the vault, and files that the configuration names."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from vaulttool.errors import VaultError
from vaulttool.storage.disk import Disk, vault_path
from vaulttool.storage.root import Place


class Named(NamedTuple):
    """What a PATH names in the vault: a file, or a folder (empty for the root). ``around`` says that it is a folder
    that holds the vault."""

    path: str
    is_folder: bool
    around: bool = False

    def covers(self, path: str) -> bool:
        """Whether a vault path is the file, or lies in the folder."""
        if self.around or path == self.path:
            return True
        within = path.startswith(self.path + "/") if self.path else not path.startswith("../")
        return self.is_folder and within


def require(paths: Iterable[str], disk: Disk) -> None:
    """``VaultError`` for the first PATH that does not exist."""
    for path in paths:
        if not os.path.lexists(path) and not disk.is_file(os.path.abspath(path)):
            raise VaultError(f'no file or folder "{path}"', "check its spelling and the working directory")


class Paths:
    """The PATHs of one run. ``known`` tells of a file, by its path from the configuration's folder, whether the
    configuration names it; ``missing_is_fine`` where PATHs may be gone, as those of a commit are."""

    def __init__(
        self,
        given: Sequence[str],
        place: Place,
        notes: Iterable[str],
        known: Callable[[str], bool],
        missing_is_fine: bool,
        disk: Disk,
    ) -> None:
        self.place = place
        self.notes = notes
        self.known = known
        self.missing_is_fine = missing_is_fine
        self.disk = disk
        self.named = [self._named(path) for path in given]

    def covers(self, path: str) -> bool:
        """Whether PATHs ask for a file, by its path from the vault's root; without any, they ask for all."""
        return not self.named or any(named.covers(path) for named in self.named)

    def among(self, paths: Iterable[str]) -> list[str]:
        """Those of these files that PATHs ask for."""
        covers = self.named[0].covers if len(self.named) == 1 else self.covers
        return list(filter(covers, paths) if self.named else paths)

    def _named(self, path: str) -> Named:
        """What a PATH means. ``VaultError`` for one that is neither a note nor a file that the configuration names."""
        place = Path(os.path.abspath(path))
        if place in self.place.root.parents:
            return Named("", True, True)
        name = self.vault_path(place)
        if self._is_known(place):
            relative = os.path.relpath(place, self.place.root).replace(os.sep, "/")
            return Named(relative if name is None else name, self.disk.is_dir(str(place)))
        if name is None:
            raise VaultError(
                f'"{path}" lies outside the vault "{self.place.root}"',
                "name paths in the vault, or another vault with --vault",
            )
        named = Named(name, self.disk.is_dir(str(place)))
        if not self.missing_is_fine and not any(named.covers(note) for note in self.notes):
            self._refuse(path, named)
        return named

    def _refuse(self, path: str, named: Named) -> None:
        """Why a PATH in the vault names no note of it."""
        help = f'the vault is "{self.place.root}"'
        if any(step[:1] == "." for step in named.path.split("/")):
            raise VaultError(f'"{path}" is no note: Obsidian reads no name that begins with a dot', help)
        raise VaultError(f'no note is below "{path}"' if named.is_folder else f'"{path}" is no note', help)

    def vault_path(self, place: Path) -> str | None:
        """The path in the vault of a place on disk, ``""`` for the root; None outside.

        The vault and the place may have been reached by different symbolic links.
        """
        for here, top in ((place, self.place.root), (place.resolve(), self.place.root.resolve())):
            if here == top or top in here.parents:
                return "" if here == top else vault_path(here.relative_to(top).as_posix())
        return None

    def _is_known(self, place: Path) -> bool:
        """Whether a file is the configuration, or one that it names."""
        path = os.path.relpath(place, self.place.base).replace(os.sep, "/")
        return place == self.place.config_file or self.known(path)
