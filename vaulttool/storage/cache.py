"""The cache of parsed notes: one SQLite file. Whatever is wrong with it costs time and never an answer.

It holds, for each note, the stamp and the hash of its file, and the encoded Document. An entry is good while the stamp
is the same and older than the last time the cache was written; a file with another stamp is read, and its entry is good
while the hash is the same.
"""

from __future__ import annotations

import contextlib
import sqlite3
import time
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from vaulttool import __version__
from vaulttool.errors import VaultError
from vaulttool.parsing.version import version
from vaulttool.storage.stamp import GRANULARITY, Stamp
from vaulttool.text.hashing import blake2b

TAG = "Signature: 8a477f597d28d172789f06886806bc55\n# What vaulttool has read of a vault. It can be deleted.\n"
BESIDE = {".gitignore": "*\n", "CACHEDIR.TAG": TAG}
SUFFIXES = (".sqlite", ".sqlite-journal")
PATIENCE = 1.0  # seconds to wait for another run that is writing
TABLES = {
    "meta": "name TEXT PRIMARY KEY, value",
    "notes": "path TEXT PRIMARY KEY, size INTEGER, modified INTEGER, changed INTEGER, hash BLOB",
    "documents": "path TEXT PRIMARY KEY, hash BLOB, sum INTEGER, document BLOB",
    "runs": "key BLOB PRIMARY KEY, moment INTEGER, sum INTEGER, value BLOB",
}
MADE = {f"CREATE TABLE {name} ({columns})" for name, columns in TABLES.items()}
FORGET = "DELETE FROM runs WHERE key NOT IN (SELECT key FROM runs ORDER BY moment DESC LIMIT ?)"
MOST_RUNS = 8  # of other options, PATHs and rules
FEW = 100  # paths: more are not asked for one by one
FAILURES = (sqlite3.Error, OSError, ValueError, TypeError, OverflowError, VaultError)

Answer = TypeVar("Answer")


class Entry(NamedTuple):
    """What is known of the file of a note: its stamp, part by part, and its hash.

    It needs no checksum: with another stamp the file is read, and with another hash no document is found.
    """

    size: int
    modified: int
    changed: int
    hash: bytes

    @property
    def stamp(self) -> Stamp:
        """The stamp of the file."""
        return Stamp(*self[:3])


class Read(NamedTuple):
    """What was read in a file that had a hash: its Document, encoded."""

    hash: bytes
    document: bytes


class Cache:
    """The cache in a folder for the vault of that name; ``written`` is the moment up to which its stamps can be
    trusted, in nanoseconds since 1970."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder = folder
        self.file = folder / f"{hashed(name.encode('utf-8', 'surrogateescape')).hex()[:12]}.sqlite"
        self.begun = time.time_ns()
        self.written = 0
        self.key = f"{__version__} {version()} {zlib.crc32(repr(TABLES).encode())}"

    def entries(self) -> dict[str, Entry]:
        """All that is known of files, by path; nothing where there is no cache that can be used."""

        def ask(database: sqlite3.Connection) -> dict[str, Entry]:
            self.written = int(_meta(database).get("written", 0))
            rows = database.execute("SELECT size, modified, changed, hash, path FROM notes WHERE typeof(hash) = 'blob'")
            return {row[4]: Entry._make(row[:4]) for row in rows.fetchall()}

        return self._read(ask, {})

    def documents(self, paths: Collection[str]) -> dict[str, Read]:
        """What was read in the files of some paths, and maybe of more."""

        def ask(database: sqlite3.Connection) -> dict[str, Read]:
            found = {}
            for path, hash, sum, document in _documents(database, paths):
                if isinstance(hash, bytes) and isinstance(document, bytes) and sum == _sum(path, hash, document):
                    found[path] = Read(hash, document)
            return found

        return self._read(ask, {})

    def store(self, entries: Mapping[str, Entry], documents: Mapping[str, Read], gone: Iterable[str]) -> None:
        """Bring the cache up to date, if it can be written."""
        left = [(path,) for path in gone]

        def change(database: sqlite3.Connection) -> None:
            database.executemany("DELETE FROM notes WHERE path = ?", left)
            database.executemany("DELETE FROM documents WHERE path = ?", left)
            database.executemany(
                "INSERT OR REPLACE INTO notes VALUES (?, ?, ?, ?, ?)", ((path, *one) for path, one in entries.items())
            )
            database.executemany("INSERT OR REPLACE INTO documents VALUES (?, ?, ?, ?)", _read_rows(documents))
            written = {"key": self.key, "written": self.begun - GRANULARITY}
            database.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", written.items())

        if entries or documents or left:
            self._write(change)

    def recall(self, key: bytes) -> bytes:
        """What was remembered under a key; nothing where that cannot be told."""

        def ask(database: sqlite3.Connection) -> bytes:
            for value, sum in database.execute("SELECT value, sum FROM runs WHERE key = ?", (key,)):
                if isinstance(value, bytes) and sum == _sum("", key, value):
                    return value
            return b""

        return self._read(ask, b"")

    def remember(self, key: bytes, value: bytes) -> None:
        """Remember a value, and forget all but the latest few."""

        def change(database: sqlite3.Connection) -> None:
            row = (key, time.time_ns(), _sum("", key, value), value)
            database.execute("INSERT OR REPLACE INTO runs VALUES (?, ?, ?, ?)", row)
            database.execute(FORGET, (MOST_RUNS,))

        self._write(change)

    def _read(self, ask: Callable[[sqlite3.Connection], Answer], nothing: Answer) -> Answer:
        """What the database says at one moment; nothing where it cannot be asked, or is another version's."""
        try:
            if self._leads_elsewhere() or not self.file.exists():
                return nothing
            address = f"{self.file.absolute().as_uri()}?mode=ro"
            with contextlib.closing(sqlite3.connect(address, PATIENCE, isolation_level=None, uri=True)) as database:
                database.execute("BEGIN")
                return ask(database) if _is_ours(database) and _meta(database).get("key") == self.key else nothing
        except FAILURES:
            return nothing

    def _write(self, change: Callable[[sqlite3.Connection], None]) -> None:
        """Change the database, all at once or, where it cannot be written, not at all."""
        with contextlib.suppress(*FAILURES):
            if self._leads_elsewhere():
                return
            self._prepare()
            try:
                self._commit(change)
            except sqlite3.OperationalError:
                return  # another run is writing, the disk is full
            except sqlite3.DatabaseError:  # it is damaged, or somebody else's
                self.file.unlink()
                self._commit(change)

    def _commit(self, change: Callable[[sqlite3.Connection], None]) -> None:
        with contextlib.closing(sqlite3.connect(self.file, PATIENCE, isolation_level=None)) as database:
            database.execute("PRAGMA synchronous = OFF")  # after a power cut sums tell what was lost
            database.execute("BEGIN IMMEDIATE")
            self._make(database)
            change(database)
            database.execute("COMMIT")

    def _make(self, database: sqlite3.Connection) -> None:
        """The tables, empty where they were another version's."""
        is_new = not _made(database)
        if not is_new and not _is_ours(database):
            raise sqlite3.DatabaseError("it has other tables")
        if not is_new and _meta(database).get("key") == self.key:
            return
        for name in TABLES if not is_new else ():
            database.execute(f"DROP TABLE {name}")
        for statement in sorted(MADE):
            database.execute(statement)
        database.execute("INSERT INTO meta VALUES ('key', ?)", (self.key,))

    def _prepare(self) -> None:
        """The folder, with what tells git and backups to pass it over."""
        self.folder.mkdir(parents=True, exist_ok=True)
        missing = {name: text for name, text in BESIDE.items() if not (self.folder / name).exists()}
        if missing:
            from vaulttool.storage.writing import Writer  # only for a new cache: it takes time to import

            for name, text in missing.items():
                Writer(self.folder).replace(str(self.folder / name), None, text.encode("utf-8"))

    def _leads_elsewhere(self) -> bool:
        """Whether a link leads out of the folder: nothing is read or written through one."""
        journal = self.file.with_name(self.file.name + "-journal")
        return any(place.is_symlink() for place in (self.folder, self.file, journal))


def clean(folder: Path) -> int:
    """Delete a cache, and its folder if nothing else is in it. How many files are gone; ``OSError`` where one cannot
    be deleted."""
    if folder.is_symlink() or not folder.is_dir():
        return 0
    ours = [place for place in folder.iterdir() if place.name in BESIDE or place.name.endswith(SUFFIXES)]
    for place in ours:
        place.unlink()
    if not any(folder.iterdir()):
        folder.rmdir()
    return len(ours)


def hashed(content: bytes) -> bytes:
    """What tells two contents apart."""
    return blake2b(content, digest_size=16).digest()


def _is_ours(database: sqlite3.Connection) -> bool:
    """Whether the database has our tables and nothing else: a view or a trigger would be run by what asks for rows, and
    could go on without end."""
    return _made(database) == MADE


def _made(database: sqlite3.Connection) -> set[str]:
    """The statements that made the database what it is."""
    return {sql for (sql,) in database.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")}


def _meta(database: sqlite3.Connection) -> dict[str, Any]:
    return dict(database.execute("SELECT name, value FROM meta"))


def _documents(database: sqlite3.Connection, paths: Collection[str]) -> Iterator[tuple[Any, ...]]:
    """The rows of some paths, or all of them where those are many."""
    if len(paths) > FEW:
        yield from database.execute("SELECT * FROM documents")
        return
    for path in paths:
        yield from database.execute("SELECT * FROM documents WHERE path = ?", (path,))


def _read_rows(documents: Mapping[str, Read]) -> Iterator[tuple[object, ...]]:
    for path, (hash, document) in documents.items():
        yield path, hash, _sum(path, hash, document), document


def _sum(path: str, hash: bytes, value: bytes) -> int:
    """A checksum over all of a row."""
    return zlib.crc32(value, zlib.crc32(path.encode() + hash))
