"""Lists the files of a vault and reads them."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from vaulttool.errors import NoVault, VaultError
from vaulttool.storage.bounds import lies_in
from vaulttool.text.names import cleaned

READING = os.O_RDONLY | getattr(os, "O_BINARY", 0)
AT_ONCE = 1 << 16  # bytes
NOTE_SUFFIXES = (".md", ".canvas")


class File(NamedTuple):
    """A file of the vault: its vault path (NFC, ``/``), where it lies on disk, and the content that is ``laid`` over
    that which it has there."""

    path: str
    place: str
    laid: bytes | None = None

    def content(self) -> bytes:
        """What stands in it; ``OSError`` where it cannot be read."""
        return read_bytes(self.place) if self.laid is None else self.laid


class OnDisk(NamedTuple):
    """Where a content stands that is read from disk."""

    place: str


class Entry(Protocol):
    """An entry of a folder, as ``os.scandir`` gives them."""

    @property
    def name(self) -> str: ...

    @property
    def path(self) -> str: ...

    def is_file(self) -> bool: ...

    def is_dir(self) -> bool: ...

    def is_symlink(self) -> bool: ...


class Disk:
    """The files that a run reads, here those that lie on disk. Places are paths of the operating system."""

    def is_file(self, place: str) -> bool:
        """Whether a regular file is there, links followed."""
        return os.path.isfile(place)

    def is_dir(self, place: str) -> bool:
        """Whether a folder is there, links followed."""
        return os.path.isdir(place)

    def content(self, place: str) -> bytes:
        """What stands in a file; ``OSError`` where it cannot be read."""
        return read_bytes(place)

    def text(self, place: str) -> str:
        """The text of a file, line ends and byte order mark kept.

        ``OSError`` or ``UnicodeDecodeError`` where it cannot be read or is no UTF-8.
        """
        return self.content(place).decode("utf-8")

    def entries(self, folder: str) -> Sequence[Entry]:
        """What lies in a folder, in any order; ``OSError`` where that cannot be told."""
        with os.scandir(folder) as entries:
            return list(entries)

    def names(self, folder: str) -> Collection[str]:
        """The names of what lies in a folder; ``OSError`` where that cannot be told."""
        return [entry.name for entry in self.entries(folder)]

    def real(self, place: str) -> str:
        """Where a place is, links followed."""
        return os.path.realpath(place)

    def source(self, place: str) -> object:
        """What tells where the content of a file comes from that was listed."""
        return OnDisk(place)

    def filled(self, files: Sequence[File]) -> Sequence[File]:
        """The same files, those with their content that is not read from disk."""
        return files

    def listed(self, folder: str, names: Iterable[str]) -> Collection[str]:
        """Of the names of files below a folder (with ``/``) those that are there, and those that are only here."""
        return list(names)


DISK = Disk()


def files(
    root: Path, tell: Callable[[str], None] = lambda message: None, disk: Disk = DISK, within: Path | None = None
) -> dict[str, File]:
    """Every file below the root by vault path, sorted, save those with a component that begins with a dot.

    Only regular files count: a pipe or a dangling link is no file of the vault. A folder is read once: by its
    own path, else by the first symbolic link to it; a link that leads back up is not followed, nor is one out of the
    folder ``within``: nobody else who has the repository finds anything there. Where two names become one in NFC, the
    first in sorted order stands for both. What stays unread is told to ``tell``.
    """
    if disk.is_file(str(root)):
        raise NoVault(f'"{root}" is a file, not a vault', "name the folder that holds the notes")
    if not disk.is_dir(str(root)):
        raise NoVault(f'no folder "{root}"', "name an existing vault with --vault or as PATH")
    try:
        disk.entries(str(root))
    except OSError as error:
        raise VaultError(f'the vault "{root}" cannot be read: {error.strerror}', "check its permissions") from error
    found: dict[str, File] = {}
    for file in _walk(str(root), tell, disk, within):
        if file.path in found:
            tell(f'"{file.path}" is the name of two files that Obsidian cannot tell apart; only one is read')
        found.setdefault(file.path, file)
    return dict(sorted(found.items()))


def _walk(root: str, tell: Callable[[str], None], disk: Disk, within: Path | None) -> Iterator[File]:
    """The files below a folder: those in folders of its own first, then those behind symbolic links."""
    above = Path(root).resolve()
    seen = {_identity(str(folder)) for folder in (above, *above.parents)}
    folders = [("", root)]
    linked: list[tuple[str, str]] = []
    while folders or linked:
        prefix, folder = folders.pop() if folders else linked.pop(0)
        for entry in _entries(prefix, folder, tell, disk):
            path = prefix + vault_path(entry.name)
            if within is not None and entry.is_symlink() and not lies_in(disk.real(entry.path), within):
                tell(f'"{path}" leads out of the repository, so it counts as a link that leads nowhere')
            elif holds(entry.is_file):
                yield File(path, entry.path)
            elif holds(entry.is_dir):
                if entry.is_symlink():
                    linked.append((path + "/", entry.path))
                elif _enters(entry.path, seen):
                    folders.append((path + "/", entry.path))
        while linked and not folders and not _enters(linked[0][1], seen):
            linked.pop(0)


def _entries(prefix: str, folder: str, tell: Callable[[str], None], disk: Disk) -> list[Entry]:
    """What lies in a folder, names sorted, without those that begin with a dot."""
    try:
        return sorted((entry for entry in disk.entries(folder) if entry.name[0] != "."), key=lambda entry: entry.name)
    except OSError as error:
        tell(f'the folder "{prefix}" cannot be read, so its notes are missing: {(error.strerror or "").lower()}')
        return []


def holds(test: Callable[[], bool]) -> bool:
    """What an entry is; nothing where a link runs in a circle."""
    try:
        return test()
    except OSError:
        return False


def _enters(folder: str, seen: set[object]) -> bool:
    """Whether a folder is new: each is read once, however many links lead to it."""
    identity = _identity(folder)
    if identity in seen:
        return False
    seen.add(identity)
    return True


def _identity(folder: str) -> object:
    """What tells folders apart; for one that is not on disk, its path."""
    try:
        status = os.stat(folder)
    except OSError:
        return folder
    return status.st_dev, status.st_ino


def vault_path(name: str) -> str:
    """A name or path as the vault has it: as Obsidian cleans it, bytes that are no UTF-8 replaced."""
    return name if name.isascii() else cleaned(printable(name))


def printable(name: str) -> str:
    """A name from the disk, with the replacement character for bytes that are no UTF-8."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return name


def is_note(path: str) -> bool:
    """Whether a vault path is read for its links."""
    return path.lower().endswith(NOTE_SUFFIXES)


def read(place: str) -> str:
    """The text of a file, line ends and byte order mark kept.

    ``OSError`` or ``UnicodeDecodeError`` where it cannot be read or is no UTF-8.
    """
    return read_bytes(place).decode("utf-8")


def read_bytes(place: str) -> bytes:
    """The content of a file; ``OSError`` where it cannot be read."""
    file = os.open(place, READING)  # sooner by half than a file object, and there are many
    try:
        parts = []
        while part := os.read(file, AT_ONCE):
            parts.append(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)
    finally:
        os.close(file)


class Listing:
    """Whether paths exist below a folder, told by its listings: the same answer on every file system, since
    case and normal form must agree."""

    def __init__(self, top: Path, disk: Disk = DISK) -> None:
        self.top = str(top)
        self._disk = disk
        self._names: dict[str, frozenset[str]] = {}

    def exists(self, path: str) -> bool:
        """Whether a relative path with ``/`` names a file or folder; symbolic links are not followed out."""
        folder = self.top
        for step in path.split("/"):
            if step not in self._listed(folder):
                return False
            folder = os.path.join(folder, step)
        return True

    def seen(self) -> dict[str, str]:
        """What was listed so far: for each folder a hash of its names."""
        return {folder: _hash_of_names(names) for folder, names in self._names.items()}

    def folders(self) -> list[bytes]:
        """The folders that were listed so far, as the system writes their names."""
        return list(map(os.fsencode, self._names))

    def look_into(self, folders: Iterable[bytes]) -> None:
        """List these folders, as another process has."""
        for folder in folders:
            self._listed(os.fsdecode(folder))

    def agrees(self, seen: Mapping[str, str]) -> bool:
        """Whether folders still hold what they held."""
        return all(_hash_of_names(self._listed(folder)) == hash for folder, hash in seen.items())

    def _listed(self, folder: str) -> frozenset[str]:
        if folder not in self._names:
            try:
                self._names[folder] = frozenset(self._disk.names(folder))
            except OSError:
                self._names[folder] = frozenset()
        return self._names[folder]


def _hash_of_names(names: Iterable[str]) -> str:
    from vaulttool.text.hashing import blake2b  # only where listings are compared

    return blake2b("\0".join(sorted(names)).encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()
