"""A run that goes on while files change on disk: what is said, kept with its places."""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from pathlib import Path
from typing import NamedTuple

from vaulttool.commands._live import Live
from vaulttool.commands._run import Run
from vaulttool.commands._said import Said
from vaulttool.reporters._report import Located, locate
from vaulttool.storage.bounds import bound
from vaulttool.storage.disk import files, printable, vault_path


class Change(NamedTuple):
    """What was said of the files of which something else is said now, and what is; with vault paths."""

    before: Sequence[Located]
    after: Sequence[Located]


class Followed:
    """What a run says, kept true by ``take``. ``select`` and ``ignore`` are the rules that the command line chooses."""

    def __init__(self, run: Run, select: Sequence[str], ignore: Sequence[str]) -> None:
        self.live = Live(run, select, ignore)
        self.root = os.path.realpath(run.place.root)
        self.pages = [path for path in self.live.vault.notes if self.run.is_reported(path)]
        self._located: dict[str, Sequence[Located]] = {}
        self._related: dict[str, set[str]] = {}  # for a file the others that what is said of it speaks of
        self._locate(self.live.session.paths)

    @property
    def run(self) -> Run:
        """The run as it is now."""
        return self.live.run

    @property
    def said(self) -> Said:
        """What is said of ``pages``, the notes that are spoken of, and of what else the run speaks of."""
        ledger = self.live.session.ledger
        links, unresolved = [ledger.links[path] for path in self.pages], [ledger.open[path] for path in self.pages]
        return Said(self._said_of(self._located), links, unresolved)

    def take(self, places: Collection[str]) -> Iterator[Change]:
        """Take in what has changed at these places of the disk: files that were written, came or went, and folders.

        First comes what follows for the notes that changed and for those that depend on them, then what has to see
        many notes; all is true after the second only.
        """
        paths = self._paths(places)
        said = self.live.changed(paths)
        self._list(paths)
        yield self._change(said | paths | self._speaking_of(paths))
        yield self._change(self.live.settle())

    def _speaking_of(self, paths: Set[str]) -> set[str]:
        return {path for path, others in self._related.items() if not others.isdisjoint(paths)}

    def _change(self, paths: Set[str]) -> Change:
        before = self._said_of(paths)
        self._locate(paths)
        return Change(before, self._said_of(paths))

    def _list(self, paths: Iterable[str]) -> None:
        """Have those of these files among the pages that are notes and spoken of."""
        for path in paths:
            place = bisect_left(self.pages, path)
            is_listed = self.pages[place : place + 1] == [path]
            is_page = path in self.live.vault.notes and self.run.is_reported(path)
            if is_page != is_listed:
                self.pages[place : place + is_listed] = [path] if is_page else []

    def _said_of(self, paths: Iterable[str]) -> list[Located]:
        return [one for path in sorted(paths) for one in self._located.get(path, ())]

    def _locate(self, paths: Iterable[str]) -> None:
        """Find the lines and columns of what is said of these files."""
        for path in paths:
            self._located.pop(path, None)
            self._related.pop(path, None)
            found = self.live.session.findings(path)
            if found:
                self._located[path] = locate(found, self.live.text, printable)
            if others := {other.path for one in found for other in one.related}:
                self._related[path] = others

    def _paths(self, places: Iterable[str]) -> set[str]:
        """The files that have to be looked at, by their paths from the vault's root. Where a folder came or went, or a
        link leads to the place, the vault is listed: not every file in it was told of, nor by its own name."""
        known = self.live.vault.files
        paths = {self._path(place) for place in places}
        if not any(map(self._is_folder, paths)) and all(map(self._is_own, paths)):
            return paths
        listed = files(self.run.place.root, disk=self.run.disk, within=bound(self.run.place.repository)).keys()
        real = {_relative(os.path.realpath(place), self.root) for place in places}
        around = {path for path in paths | real if path.startswith("../")}
        return around | ((paths | real) & (listed | known)) | (listed ^ known)

    def _path(self, place: str) -> str:
        """A place of the disk as a vault path; systems may tell of it by another name of the root."""
        root = str(self.run.place.root)
        return _relative(place, self.root if place.startswith(self.root + os.sep) else root)

    def _is_folder(self, path: str) -> bool:
        """Whether a folder of the vault is or was at a path."""
        if path.startswith("../") or path in self.live.vault.files:
            return False
        place = self.run.place.root / path
        return place.is_dir() or (not place.exists() and self._has_below(path + "/"))

    def _has_below(self, folder: str) -> bool:
        return any(path.startswith(folder) for path in self.live.vault.files)

    def _is_own(self, path: str) -> bool:
        """Whether no link leads to the place of a path."""
        place = Path(self.root, path)
        return path.startswith("../") or os.path.realpath(place) == str(place) or not place.exists()


def _relative(place: str, root: str) -> str:
    return vault_path(os.path.relpath(place, root).replace(os.sep, "/"))
