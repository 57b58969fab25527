"""What the commands that read a vault share: the run that their options make."""

from __future__ import annotations

import copy
import os
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from vaulttool.commands._cache import cache_of
from vaulttool.commands._material import dataset, has_data, is_named, outputs, units
from vaulttool.commands._options import Given
from vaulttool.commands._paths import Paths, require
from vaulttool.commands._product import product
from vaulttool.course import Course
from vaulttool.errors import VaultError
from vaulttool.model.finding import Finding
from vaulttool.model.questions import Questions
from vaulttool.model.sources import Sources
from vaulttool.model.vault import Vault
from vaulttool.reporters.text import safe
from vaulttool.storage import git, root
from vaulttool.storage import vault as storage
from vaulttool.storage.disk import DISK, Disk, File, Listing, printable, vault_path
from vaulttool.storage.extras import extras
from vaulttool.storage.repository import repository
from vaulttool.storage.root import Place
from vaulttool.text.globs import Globs
from vaulttool.text.span import Span

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from vaulttool.model.dataset import Dataset
    from vaulttool.model.moves import Moves
    from vaulttool.model.outputs import Output
    from vaulttool.storage.known_notes import Known
    from vaulttool.storage.writing import Writer


def tell(message: str) -> None:
    """A word on standard error about something that does not stop the run."""
    click.echo(f"note: {safe(message)}", err=True)


def _silent(message: str) -> None:
    """Where a word was said already."""


class Run:
    """One run: the place, the vault read from it, and what of it is spoken of.

    ``disk`` has the files that it reads. A run ``beside`` another one is about all of the vault, in another state, and
    says nothing of its own.
    """

    def __init__(
        self,
        paths: Sequence[str],
        given: Given,
        missing_is_fine: bool = False,
        course: Course | None = None,
        disk: Disk = DISK,
        beside: Run | None = None,
    ) -> None:
        self.course = course or Course()
        self.jobs = given.jobs
        self.missing_is_fine = missing_is_fine
        self.disk = disk
        self.tell = tell if beside is None else _silent
        self.state = ""  # what of git it reads: the work tree, or as in `git.changes`
        self.baseline = ""  # where the one is that knows some of the findings
        self.on = ""  # the day to take for the present one; empty for that of the clock
        self.gitignore = True  # whether notes that git ignores are left out of what is told again and again
        self.mending = False  # whether fixes are to be applied, so that the history is searched for moved files
        if not missing_is_fine:
            require(paths, disk)
        self.place: Place = root.find(paths, given.vault, given.config, not given.no_config, disk)
        self.without_config = given.no_config
        self.files = repository(self.place, disk)
        self.cache = cache_of(self.place, given)
        self.listing = Listing(self.place.repository, disk)
        self.loaded: tuple[Vault, Mapping[str, File]] = storage.load(
            self.place.root,
            self.place.repository,
            self.tell,
            extras(self.files, self.place.config.extra_files),
            self.listing,
            self.cache,
            given.jobs,
            self.course,
            disk,
            beside.known if beside else None,
        )
        self.changed: Mapping[str, str | None] = {}
        self._known_moves: Moves | None = None
        named = paths if beside is None else ()
        self.paths = Paths(named, self.place, self.vault.notes, self._is_named, missing_is_fine, disk)
        self.narrowed = bool(named)

    def after(self, texts: Mapping[str, str | None]) -> Run:
        """The same run, were these the texts of some data files, by path from the configuration's folder; a file
        with None is gone."""
        other = copy.copy(self)
        other.changed = {**self.changed, **texts}
        other.files = self.files.changed(texts)
        for name in ("data", "sources"):
            other.__dict__.pop(name, None)
        return other

    def with_texts(self, texts: Mapping[str, str]) -> Run:
        """The same run, were these the texts of some pages and other files, by path from the vault's root. Pages are
        parsed anew."""
        if not texts:
            return self
        from vaulttool.storage.reading import page  # only for what changes files

        by_base = {self.files.from_base(path): text for path, text in texts.items()}
        data = self.data.files if has_data(self.place) else {}
        other = self.after({path: text for path, text in by_base.items() if path in data})
        other.files = self.files.changed(by_base)
        pages = [page(path, text) for path, text in texts.items() if self.vault.page(path) is not None]
        vault = self.vault.with_pages(
            pages, lambda path: texts[path] if path in texts else self.vault.around.text(path)
        )
        other.loaded = (vault, self.loaded[1])
        if self.sources.earlier is not None:
            other.sources.earlier = self.sources.earlier.with_texts(other.text)
        return other

    def with_new(self, path: str, text: str) -> Run:
        """The same run, were there one more note, by its path from the vault's root."""
        from vaulttool.storage.reading import page  # only for what makes one

        other = self.after({})
        other.files = self.files.changed({self.files.from_base(path): text})
        around = self.vault.around.text
        vault = self.vault.with_new(page(path, text), lambda one: text if one == path else around(one))
        other.loaded = (vault, self.loaded[1])
        return other

    def without(self, path: str) -> Run:
        """The same run, were there not that note."""
        if path not in self.vault.files:
            return self
        other = self.after({})
        other.files = self.files.changed({self.files.from_base(path): None})
        other.loaded = (self.vault.without(path), self.loaded[1])
        return other

    def renewed(self, disk: Disk) -> Run:
        """The same run over what lies around the notes now; the notes stay as they are."""
        other = copy.copy(self)
        other.disk, other.files = disk, repository(self.place, disk)
        other.listing = Listing(self.place.repository, disk)
        for name in ("data", "sources", "_ignored"):
            other.__dict__.pop(name, None)
        return other

    @property
    def vault(self) -> Vault:
        """The vault, whole: PATHs narrow what is reported, never what is read."""
        return self.loaded[0]

    @cached_property
    def data(self) -> Dataset:
        """The data files, read."""
        return dataset(self.place, self.files, self.changed, self.disk)

    @property
    def known(self) -> Known:
        """What a run beside this one need not read again."""
        from vaulttool.storage.known_notes import Known  # only where there are two

        return Known(self.vault.notes, self.loaded[1], self.disk)

    @cached_property
    def sources(self) -> Sources:
        """All that regions are generated from."""
        return self.sources_of(self.vault)

    def sources_of(self, vault: Vault) -> Sources:
        """All that regions are generated from, were this the vault."""
        unlisted = Globs(self.place.config.exclude)
        return Sources(
            vault,
            (lambda: self.data) if has_data(self.place) else None,
            self.files,
            product(),
            lambda path: not self._ignored.covers(path) and not unlisted.match(*self.names(path)),
            self.place.config.status.property,
            outputs(self.place, self.files),
            self.files.from_vault(self.place.config_file.name) if self.place.config_file else "",
            self.place.config.repository_files,
            self.on,
            Questions(self._absent, lambda paths: git.would_ignore(self.place.base, paths), self._moves),
        )

    def changing(self, *folders: Path) -> AbstractContextManager[Writer]:
        """What changes files of the repository and of other folders, while no other run does."""
        from vaulttool.storage.writing import changing  # only for what changes files

        return changing(self.place.repository, self.place.base, *folders)

    def place_of(self, path: str) -> str:
        """Where a file lies on disk, by its path from the vault's root."""
        file = self.loaded[1].get(path)
        return file.place if file else os.path.normpath(self.place.root / path)

    def text(self, path: str) -> str:
        """The text of a page or data file, by its path from the vault's root; empty where it cannot be read."""
        return self.vault.around.text(path) if path in self.vault.notes else self.sources.text(path) or ""

    def covered(self) -> list[str]:
        """The paths, from the vault's root, of the extra pages and of the data, unit and other files that are spoken
        of."""
        paths = [*self.vault.extras, *self.sources.others]
        if has_data(self.place):
            paths += [self.files.from_vault(path) for path in (*self.data.files, *units(self.data))]
        return [path for path in paths if self.paths.covers(path)]

    def speaks_of(self, finding: Finding) -> bool:
        """Whether PATHs ask for a finding that stands in the configuration: for that file, or for the output that the
        finding is about."""
        if not self.narrowed or self.paths.covers(self.sources.config_file):
            return True
        return any(self.paths.covers(self.files.from_vault(one.path)) for one in self._asked_at(finding.span))

    def _covers_output(self) -> bool:
        """Whether PATHs ask for the configuration, or for an output."""
        paths = [self.sources.config_file, *(self.files.from_vault(one.path) for one in self.sources.outputs)]
        return any(path and self.paths.covers(path) for path in paths)

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
        """The paths by which globs of the configuration may know a note or another file."""
        below = self._prefix + path
        return path, os.path.normpath(below).replace(os.sep, "/") if path.startswith("../") else below

    def reported(self, gitignore: bool = True) -> list[str]:
        """The paths of the notes that are spoken of: those that PATHs cover, less what is excluded or git ignores.

        ``VaultError`` where a whole folder has none, so that nothing is called clean unseen.
        """
        found = self.paths.among(self.vault.notes)
        if gitignore and any(self._ignored):
            found = [path for path in found if not self._ignored.covers(path)]
        if self.place.config.exclude:
            excluded = Globs(self.place.config.exclude)
            found = [path for path in found if not excluded.match(*self.names(path))]
        if not found and not self.missing_is_fine and not (self.narrowed and (self.covered() or self._covers_output())):
            self._tell_of_nothing()
        return found

    def _tell_of_nothing(self) -> None:
        """Say why there is no note to speak of: an error where a folder was asked for, else a word."""
        folders = [named.path for named in self.paths.named if named.is_folder] if self.narrowed else [""]
        if folders:
            where = self.place.root / folders[0]
            raise VaultError(
                f'every note below "{where}" is excluded by the configuration or ignored by git',
                'see the key "exclude", or give --no-gitignore',
            )
        self.tell("no PATH is a note that is reported on: each is outside the vault, excluded, or ignored by git")

    def is_reported(self, path: str) -> bool:
        """Whether a note is spoken of, as in ``reported``."""
        is_ignored = self.gitignore and self._ignored.covers(path)
        return self.paths.covers(path) and not is_ignored and not self._excluded.match(*self.names(path))

    @cached_property
    def _excluded(self) -> Globs:
        """What the configuration says is read and not reported."""
        return Globs(self.place.config.exclude)

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
            self.tell("git cannot say what it ignores here, so nothing is left out")
            names = []
        known = [vault_path(name) for name in names]
        folders = tuple(name for name in known if name.endswith("/"))
        return _Ignored(folders, frozenset(name for name in known if not name.endswith("/")))

    def _absent(self, names: Sequence[str]) -> list[str] | None:
        """What git lacks of these names; None, with a word about it, where it cannot say."""
        found = git.absent(self.place.base, names)
        if found is None:
            self.tell("no git repository with all its tags is here, so no tag, branch or commit is looked up")
        return found

    def _moves(self) -> Moves | None:
        """Where files of the vault went, as the history tells; None where nothing is to be mended."""
        if not self.mending:
            return None
        if self._known_moves is None:
            from vaulttool.model.moves import Moves  # only for what changes files
            from vaulttool.storage.moves import steps

            self._known_moves = Moves(steps(self.place.root), self.vault.files)
        return self._known_moves

    def _is_named(self, path: str) -> bool:
        """Whether the configuration or the data name a file, by its path from the configuration's folder."""
        return is_named(self.place, path) or (has_data(self.place) and path in units(self.data))


class _Ignored(NamedTuple):
    """What git ignores, as vault paths: folders with a ``/`` at the end, and files."""

    folders: tuple[str, ...]
    files: frozenset[str]

    def covers(self, path: str) -> bool:
        """Whether a note is ignored."""
        return path in self.files or path.startswith(self.folders)
