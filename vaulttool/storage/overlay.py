"""Other contents laid over the files on disk: what git's index or a commit has, or what an editor holds."""

from __future__ import annotations

import errno
import functools
import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from vaulttool.storage.disk import Disk, Entry, File, OnDisk, holds, read_bytes


class Blob(NamedTuple):
    """A content that git keeps: the name of the object, and whether a symbolic link is made of it."""

    id: str
    is_link: bool = False


Laid = bytes | Blob | None  # None where there is no file
MOST_LINKS = 40  # that lead from one to the next: more are a circle
Fetch = Callable[[Sequence[str]], Mapping[str, bytes]]


def nothing(ids: Sequence[str]) -> Mapping[str, bytes]:
    """No contents: for an overlay without blobs."""
    return {}


class Overlay(Disk):
    """The files on disk, save those over which something is laid.

    ``laid`` has the content of files by their absolute place, its symbolic links resolved. One that ends with a
    separator is a whole folder that is not there. ``fetch`` gives the contents of blobs. Without ``empty_folders`` a
    folder is there only if a file is in it, as git has it.
    """

    def __init__(self, laid: Mapping[str, Laid], fetch: Fetch = nothing, empty_folders: bool = True) -> None:
        self._gone = tuple(place for place in laid if place.endswith(os.sep))
        self.laid = {place.rstrip(os.sep): one for place, one in laid.items()}
        self._fetch = fetch
        self._empty_folders = empty_folders
        self._contents: dict[str, bytes] = {}
        self._names = _names_by_folder(self.laid)
        self._real = functools.cache(os.path.realpath)
        self._links: set[str] = set()  # the places of symbolic links on disk that were listed

    def is_file(self, place: str) -> bool:
        found = self._found(place)
        return os.path.isfile(found.place) if isinstance(found, OnDisk) else found is not None

    def is_dir(self, place: str) -> bool:
        real = self._real(place)
        if real not in self._names and (not os.path.isdir(real) or self._is_gone(real)):
            return False
        return (real not in self._names and self._empty_folders) or self._holds_files(real)

    def content(self, place: str) -> bytes:
        found = self._found(place)
        if isinstance(found, OnDisk):
            return read_bytes(found.place)
        if found is None:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), place)
        return found if isinstance(found, bytes) else self._fetched([found.id])[found.id]

    def entries(self, folder: str) -> list[Entry]:
        real = self._real(folder)
        laid = self._names.get(real, ())
        found: dict[str, Entry] = {}
        try:
            with os.scandir(folder) as entries:
                found = {entry.name: self._followed(entry) for entry in entries}
        except (FileNotFoundError, NotADirectoryError):
            if not laid:
                raise
        for name in laid:
            entry = self._entry(name, os.path.join(folder, name), os.path.join(real, name), found.pop(name, None))
            if entry:
                found[name] = entry
        return list(found.values())

    def names(self, folder: str) -> Collection[str]:
        entries = self.entries(folder)
        if self._empty_folders:
            return [entry.name for entry in entries]
        return [entry.name for entry in entries if not holds(entry.is_dir) or self._holds_files(entry.path)]

    def real(self, place: str) -> str:
        found = self._found(place)
        return os.path.realpath(found.place if isinstance(found, OnDisk) else place)

    def source(self, place: str) -> Laid | OnDisk:
        return self._found(place) if self._may_differ(place) else OnDisk(place)

    def filled(self, files: Sequence[File]) -> list[File]:
        """The same files, those with the content that is laid over them."""
        found = [self.source(file.place) for file in files]
        self._fetched([one.id for one in found if isinstance(one, Blob)])
        return [
            file if one == OnDisk(file.place) else file._replace(laid=self.content(file.place))
            for file, one in zip(files, found, strict=True)
        ]

    def listed(self, folder: str, names: Iterable[str]) -> Collection[str]:
        real = os.path.join(self._real(folder), "")
        gone = {place for place, one in self.laid.items() if one is None}
        there = {name for name in names if real + name not in gone and not self._is_gone(real + name)}
        below = (place for place, one in self.laid.items() if one is not None and place.startswith(real))
        return there.union(place.removeprefix(real).replace(os.sep, "/") for place in below)

    def _found(self, place: str, links: int = 0) -> Laid | OnDisk:
        """What is laid over a file, links followed, or where on disk it stands."""
        folder, name = os.path.split(place)
        key = os.path.join(self._real(folder), name)
        if key not in self.laid and os.path.islink(key):
            key = os.path.realpath(key)
        one = self.laid.get(key, OnDisk(place))
        if isinstance(one, Blob) and one.is_link:
            return self._found(self._target(key, one), links + 1) if links < MOST_LINKS else None
        return None if isinstance(one, OnDisk) and self._is_gone(key) else one

    def _may_differ(self, place: str) -> bool:
        """Whether a file that was listed may be another than on disk: a glance that answers for nearly all of them."""
        folder, _, name = place.rpartition(os.sep)
        return place in self._links or name in self._names.get(self._real(folder), ())

    def _target(self, place: str, link: Blob) -> str:
        return os.path.normpath(os.path.join(os.path.dirname(place), os.fsdecode(self._fetched([link.id])[link.id])))

    def _is_gone(self, real: str) -> bool:
        """Whether a place lies in a folder that is not there."""
        return real.startswith(self._gone)

    def _followed(self, entry: os.DirEntry[str]) -> Entry:
        """An entry of the disk; a link to a file that something is laid over stands for that."""
        if not entry.is_symlink():
            return entry
        self._links.add(entry.path)
        if isinstance(self._found(entry.path), OnDisk):
            return entry
        return _Entry(entry.name, entry.path, self.is_file(entry.path), False)

    def _entry(self, name: str, place: str, real: str, there: Entry | None) -> Entry | None:
        """The entry of a folder over or below which something is laid; None where nothing is left of it."""
        one = self.laid.get(real)
        if isinstance(one, Blob) and one.is_link:
            target = self._target(real, one)
            is_dir = self.is_dir(target)
            return _Entry(name, target if is_dir else place, self.is_file(target), is_dir, True)
        if one is not None:
            return _Entry(name, place, True, False)
        if real in self._names and self._holds_files(real):
            return _Entry(name, place, False, True)
        return None

    def _holds_files(self, folder: str) -> bool:
        """Whether a file is left in a folder, however deep."""
        try:
            entries = self.entries(folder)
        except OSError:
            return False
        return any(holds(entry.is_file) for entry in entries) or any(
            holds(entry.is_dir) and (entry.is_symlink() or self._holds_files(entry.path)) for entry in entries
        )

    def _fetched(self, ids: Sequence[str]) -> Mapping[str, bytes]:
        """The contents of blobs; those asked for before are not fetched again."""
        missing = [id for id in dict.fromkeys(ids) if id not in self._contents]
        if missing:
            self._contents.update(self._fetch(missing))
        return self._contents


class _Entry(NamedTuple):
    """An entry of a folder as ``os.scandir`` gives them."""

    name: str
    path: str
    file: bool
    folder: bool
    link: bool = False

    def is_file(self) -> bool:
        return self.file

    def is_dir(self) -> bool:
        return self.folder

    def is_symlink(self) -> bool:
        return self.link


def _names_by_folder(places: Iterable[str]) -> dict[str, set[str]]:
    """The names in each folder over or below which something is laid."""
    found: dict[str, set[str]] = {}
    for place in places:
        folder, name = os.path.split(place)
        while name and name not in (names := found.setdefault(folder, set())):
            names.add(name)
            folder, name = os.path.split(folder)
    return found
