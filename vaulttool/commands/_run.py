"""What the commands that read a vault share: their options, and the run that these make."""

from __future__ import annotations

import copy
import os
import posixpath
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from vaulttool.commands._product import product
from vaulttool.errors import ConfigurationError, VaultError
from vaulttool.model.finding import Finding
from vaulttool.model.generator import Sources
from vaulttool.model.outputs import Output
from vaulttool.model.vault import Note, Vault
from vaulttool.reporters.text import safe
from vaulttool.storage import git, root, schemas
from vaulttool.storage import vault as storage
from vaulttool.storage.disk import File, printable, vault_path
from vaulttool.storage.extras import extras
from vaulttool.storage.repository import data_files, repository
from vaulttool.storage.root import Place
from vaulttool.text.globs import Globs
from vaulttool.text.span import Span

if TYPE_CHECKING:
    from vaulttool.model.dataset import Dataset

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


def tell(message: str) -> None:
    """A word on standard error about something that does not stop the run."""
    click.echo(f"note: {safe(message)}", err=True)


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
        self.touched: set[str] | None = None  # what changed, where only that is to be spoken of
        self._require(paths)
        self.place: Place = root.find(paths, vault, config, not no_config)
        self.files = repository(self.place)
        self.loaded: tuple[Vault, Mapping[str, File]] = storage.load(
            self.place.root, self.place.repository, tell, extras(self.files, self.place.config.extra_files)
        )
        self.changed: Mapping[str, str | None] = {}
        self.named = [self._named(path) for path in paths]
        self.narrowed = bool(paths)

    def after(self, texts: Mapping[str, str | None]) -> Run:
        """The same run, were these the texts of some data files, by path from the configuration's folder; a file
        with None is gone."""
        other = copy.copy(self)
        other.changed = {**self.changed, **texts}
        other.files = self.files.changed(texts)
        for name in ("data", "sources"):
            other.__dict__.pop(name, None)
        return other

    @property
    def vault(self) -> Vault:
        """The vault, whole: PATHs narrow what is reported, never what is read."""
        return self.loaded[0]

    @cached_property
    def data(self) -> Dataset:
        """The data files, read."""
        from vaulttool.model.counts import Count, Counts  # only where data are asked for: they take time to import
        from vaulttool.model.data_schemas import DataSchemas
        from vaulttool.model.dataset import Dataset

        config = self.place.config
        if config.data is not None:
            self._refuse_outside("data folder", config.data)
        read, unread = data_files(self.place)
        texts = {path: text for path, text in {**read, **self.changed}.items() if text is not None}
        ready = DataSchemas(schemas.of_data()) if texts else None
        counts = {name: Count(told.title, told.glob, told.file, told.of) for name, told in config.counts.items()}
        counting = Counts(self.files, counts)
        return Dataset(texts, self._data_folder, ready, counting.datum, unread)

    @cached_property
    def sources(self) -> Sources:
        """All that regions are generated from."""
        unlisted = Globs(self.place.config.exclude)
        return Sources(
            self.vault,
            (lambda: self.data) if self._has_data else None,
            self.files,
            product(),
            lambda path: not self._ignored.covers(path) and not unlisted.match(*self.names(path)),
            self.place.config.status.property,
            self._outputs(),
            self.files.from_vault(self.place.config_file.name) if self.place.config_file else "",
        )

    @property
    def _data_folder(self) -> str:
        """The folder of the data files by its path from the configuration's; empty where they are one, or none."""
        folder = posixpath.normpath(self.place.config.data or "")
        return "" if folder == "." else folder

    def _outputs(self) -> list[Output]:
        """The whole files that the configuration asks for, each with its place there."""
        asked = self.place.config.outputs
        text = self.files.text(self.place.config_file.name) or "" if asked and self.place.config_file else ""
        for one in asked:
            self._refuse_outside("output", one.path)
        found = [re.search(rf"""["']{re.escape(one.path)}["']""", text) for one in asked]
        return [
            Output(one.path, one.kind, one.arguments, Span(*match.span()) if match else Span(0, 0))
            for one, match in zip(asked, found, strict=True)
        ]

    def _refuse_outside(self, thing: str, path: str) -> None:
        """``ConfigurationError`` for a path that leads out of the repository, through symbolic links too."""
        top = os.path.join(os.path.realpath(self.place.repository), "")
        if not os.path.join(os.path.realpath(self.place.base / path), "").startswith(top):
            message = f'{self.place.config_file}: the {thing} "{path}" lies outside the repository'
            raise ConfigurationError(message, "name one in it")

    def place_of(self, path: str) -> str:
        """Where a file lies on disk, by its path from the vault's root."""
        file = self.loaded[1].get(path)
        return file.place if file else os.path.normpath(self.place.root / path)

    def text(self, path: str) -> str:
        """The text of a page or data file, by its path from the vault's root; empty where it cannot be read."""
        return self.vault.around.text(path) if path in self.vault.notes else self.sources.text(path) or ""

    def covered(self) -> list[str]:
        """The paths, from the vault's root, of the extra pages, data files and unit files that are spoken of. Those
        outside the vault are spoken of whatever changed, since git is asked about the vault."""
        paths = list(self.vault.extras)
        if self._has_data:
            paths += [self.files.from_vault(path) for path in (*self.data.files, *self._units())]
        of_interest = [path for path in paths if self._covers(path)]
        return [path for path in of_interest if self.touched is None or path[:3] == "../" or path in self.touched]

    def speaks_of(self, finding: Finding) -> bool:
        """Whether PATHs ask for a finding that stands in the configuration: for that file, or for the output that the
        finding is about."""
        if not self.narrowed or self._covers(self.sources.config_file):
            return True
        return any(self._covers(self.files.from_vault(one.path)) for one in self._asked_at(finding.span))

    def _covers_output(self) -> bool:
        """Whether PATHs ask for the configuration, or for an output."""
        paths = [self.sources.config_file, *(self.files.from_vault(one.path) for one in self.sources.outputs)]
        return any(path and self._covers(path) for path in paths)

    def _asked_at(self, place: Span) -> list[Output]:
        """The outputs that the configuration asks for at a place."""
        return [one for one in self.sources.outputs if one.place == place]

    def shown(self, path: str) -> str:
        """A vault path as the user can open it: relative to the working directory, with ``/``."""
        place = self.place_of(path)
        below = place.removeprefix(self._here)  # nearly always what relpath gives, and sooner
        return printable((os.path.relpath(place) if below == place else below).replace(os.sep, "/"))

    @cached_property
    def _here(self) -> str:
        """The working directory with a separator at its end."""
        return os.path.join(os.getcwd(), "")

    def names(self, path: str) -> tuple[str, ...]:
        """The paths by which globs of the configuration may know a note."""
        return path, self._prefix + path

    def reported(self, gitignore: bool = True) -> list[Note]:
        """The notes that are spoken of: those that PATHs cover, less the excluded and those that git ignores.

        ``VaultError`` where a whole folder has none, so that nothing is called clean unseen.
        """
        excluded = Globs(self.place.config.exclude)
        ignored = self._ignored if gitignore else _Ignored((), frozenset())
        found = [
            note
            for path, note in self.vault.notes.items()
            if self._covers(path) and not ignored.covers(path) and not excluded.match(*self.names(path))
        ]
        if not found and not self.missing_is_fine and not (self.narrowed and (self.covered() or self._covers_output())):
            self._tell_of_nothing()
        return found

    def _covers(self, path: str) -> bool:
        """Whether PATHs ask for a note."""
        return not self.narrowed or any(named.covers(path) for named in self.named)

    def _tell_of_nothing(self) -> None:
        """Say why there is no note to speak of: an error where a folder was asked for, else a word."""
        folders = [named.path for named in self.named if named.is_folder] if self.narrowed else [""]
        if folders:
            where = self.place.root / folders[0]
            raise VaultError(
                f'every note below "{where}" is excluded by the configuration or ignored by git',
                'see the key "exclude", or give --no-gitignore',
            )
        tell("no PATH is a note that is reported on: each is outside the vault, excluded, or ignored by git")

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
            tell("git cannot say what it ignores here, so nothing is left out")
            names = []
        known = [vault_path(name) for name in names]
        folders = tuple(name for name in known if name.endswith("/"))
        return _Ignored(folders, frozenset(name for name in known if not name.endswith("/")))

    def _require(self, paths: Sequence[str]) -> None:
        """``VaultError`` for the first PATH that does not exist."""
        for path in paths:
            if not self.missing_is_fine and not os.path.lexists(path):
                raise VaultError(f'no file or folder "{path}"', "check its spelling and the working directory")

    def _named(self, path: str) -> Named:
        """What a PATH means. ``VaultError`` for one that is neither a note nor a file that the configuration names."""
        place = Path(os.path.abspath(path))
        if place in self.place.root.parents:
            return Named("", True, True)
        name = self._vault_path(place)
        if self._is_known(place):
            relative = os.path.relpath(place, self.place.root).replace(os.sep, "/")
            return Named(relative if name is None else name, place.is_dir())
        if name is None:
            raise VaultError(
                f'"{path}" lies outside the vault "{self.place.root}"',
                "name paths in the vault, or another vault with --vault",
            )
        named = Named(name, place.is_dir())
        if not self.missing_is_fine and not any(named.covers(note) for note in self.vault.notes):
            self._refuse(path, named)
        return named

    def _refuse(self, path: str, named: Named) -> None:
        """Why a PATH in the vault names no note of it."""
        help = f'the vault is "{self.place.root}"'
        if any(step[:1] == "." for step in named.path.split("/")):
            raise VaultError(f'"{path}" is no note: Obsidian reads no name that begins with a dot', help)
        raise VaultError(f'no note is below "{path}"' if named.is_folder else f'"{path}" is no note', help)

    def _vault_path(self, place: Path) -> str | None:
        """The path in the vault of a place on disk, ``""`` for the root; None outside.

        The vault and the place may have been reached by different symbolic links.
        """
        for here, top in ((place, self.place.root), (place.resolve(), self.place.root.resolve())):
            if here == top or top in here.parents:
                return "" if here == top else vault_path(here.relative_to(top).as_posix())
        return None

    def _is_known(self, place: Path) -> bool:
        """Whether a file is one that the configuration names beside the notes: itself, an extra page, an output, a
        data file or the folder of them, a unit file."""
        if place == self.place.config_file:
            return True
        path = os.path.relpath(place, self.place.base).replace(os.sep, "/")
        config = self.place.config
        if path.startswith("../"):
            return False
        if Globs(config.extra_files).match(path) or any(path == output.path for output in config.outputs):
            return True
        folder = self._data_folder
        if folder and (path == folder or path.startswith(folder + "/")):
            return True
        return self._has_data and path in self._units()

    @property
    def _has_data(self) -> bool:
        """Whether the configuration gives addresses anything to stand for."""
        return self.place.config.data is not None or bool(self.place.config.counts)

    def _units(self) -> list[str]:
        """The unit and env files that eras name, by path from the configuration's folder."""
        eras = [era for endpoint in self.data.endpoints.values() for era in endpoint.eras]
        return list(dict.fromkeys(path for era in eras for path in (*era.units, *era.env)))


class _Ignored(NamedTuple):
    """What git ignores, as vault paths: folders with a ``/`` at the end, and files."""

    folders: tuple[str, ...]
    files: frozenset[str]

    def covers(self, path: str) -> bool:
        """Whether a note is ignored."""
        return path in self.files or path.startswith(self.folders)
