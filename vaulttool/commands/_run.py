"""What the commands that read a vault share: their options, and the run that these make."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import click

from vaulttool.errors import VaultError
from vaulttool.model.vault import Note, Vault
from vaulttool.storage import git, root
from vaulttool.storage import vault as storage
from vaulttool.storage.disk import File
from vaulttool.storage.root import Place
from vaulttool.text.globs import Globs
from vaulttool.text.names import cleaned

Command = TypeVar("Command", bound=Callable[..., Any])

OPTIONS = (
    click.option("--vault", metavar="DIR", help="The vault's root. Default: found from PATH or the working directory."),
    click.option("--config", metavar="FILE", help="The configuration file. Default: found upwards."),
    click.option("--no-config", is_flag=True, help="Read no configuration."),
)


def vault_options(command: Command) -> Command:
    """The options of every command that reads a vault."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


class Named(NamedTuple):
    """What a PATH names in the vault: a file, or a folder (empty for the root)."""

    path: str
    is_folder: bool

    def covers(self, path: str) -> bool:
        """Whether a vault path is the file, or lies in the folder."""
        return path == self.path or (self.is_folder and (not self.path or path.startswith(self.path + "/")))


class Run:
    """One run: the place, the vault read from it, and what of it is spoken of."""

    def __init__(
        self,
        paths: Sequence[str],
        vault: str | None,
        config: str | None,
        no_config: bool,
        missing_is_fine: bool = False,
    ) -> None:
        self.missing_is_fine = missing_is_fine
        self.place: Place = root.find(paths, vault, config, not no_config)
        self.loaded: tuple[Vault, Mapping[str, File]] = storage.load(self.place.root, self.place.repository)
        self.named = [named for path in paths if (named := self._named(path))]
        self.narrowed = bool(paths)

    @property
    def vault(self) -> Vault:
        """The vault, whole: PATHs narrow what is reported, never what is read."""
        return self.loaded[0]

    def shown(self, path: str) -> str:
        """A vault path as the user can open it: relative to the working directory, with ``/``."""
        file = self.loaded[1].get(path)
        place = file.place if file else str(self.place.root / path)
        relative = os.path.relpath(place).replace(os.sep, "/")
        return relative.encode("utf-8", "surrogateescape").decode("utf-8", "replace")

    def names(self, path: str) -> tuple[str, ...]:
        """The paths by which globs of the configuration may know a note."""
        return path, self._prefix + path

    def reported(self, gitignore: bool = True) -> list[Note]:
        """The notes that are spoken of: those that PATHs cover, less the excluded and those that git ignores."""
        excluded = Globs(self.place.config.exclude)
        ignored = self._ignored if gitignore else _Ignored((), frozenset())
        return [
            note
            for path, note in self.vault.notes.items()
            if (not self.narrowed or any(named.covers(path) for named in self.named))
            and not (excluded.patterns and excluded.match(*self.names(path)))
            and not ignored.covers(path)
        ]

    @cached_property
    def _prefix(self) -> str:
        """The vault's path below the configuration's folder, with a ``/`` at the end."""
        relative = os.path.relpath(self.place.root, self.place.base).replace(os.sep, "/")
        return "" if relative == "." or relative.startswith("..") else relative + "/"

    @cached_property
    def _ignored(self) -> _Ignored:
        """What git ignores below the root; nothing, with a word about it, where git cannot say."""
        if not git.top(self.place.root):
            return _Ignored((), frozenset())
        names = git.ignored(self.place.root)
        if names is None:
            click.echo("note: git cannot say what it ignores here, so nothing is left out", err=True)
            names = []
        known = [cleaned(name) for name in names]
        folders = tuple(name for name in known if name.endswith("/"))
        return _Ignored(folders, frozenset(name for name in known if not name.endswith("/")))

    def _named(self, path: str) -> Named | None:
        """What a PATH means; None for a configured file outside the vault. ``VaultError`` for any other."""
        place = Path(os.path.abspath(path))
        relative = os.path.relpath(place, self.place.root).replace(os.sep, "/")
        if relative.startswith("../") or relative == "..":
            if self._is_extra(place):
                return None
            raise VaultError(
                f'"{path}" lies outside the vault "{self.place.root}"',
                "name paths in the vault, or another vault with --vault",
            )
        name = "" if relative == "." else cleaned(relative)
        if place.is_dir():
            if name and not any(known.startswith(name + "/") for known in self.vault.notes):
                raise VaultError(f'no note is below "{path}"', f'the vault is "{self.place.root}"')
            return Named(name, True)
        if name not in self.vault.files and not self.missing_is_fine:
            raise VaultError(f'no file "{path}"', f'the vault is "{self.place.root}"')
        return Named(name, False)

    def _is_extra(self, place: Path) -> bool:
        """Whether a file outside the vault is one that the configuration names."""
        if place == self.place.config_file:
            return True
        relative = os.path.relpath(place, self.place.base).replace(os.sep, "/")
        return Globs(self.place.config.extra_files).match(relative)


class _Ignored(NamedTuple):
    """What git ignores, as vault paths: folders with a ``/`` at the end, and files."""

    folders: tuple[str, ...]
    files: frozenset[str]

    def covers(self, path: str) -> bool:
        """Whether a note is ignored."""
        return path in self.files or path.startswith(self.folders)
