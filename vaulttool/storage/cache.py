"""The cache of parsed notes: one SQLite file. Whatever is wrong with it costs time and never an answer.

It holds, for each note, the stamp and the hash of its file and the encoded Document. An entry is good while the stamp
is the same and older than the last time the cache was written; a file with another stamp is read, and its entry is good
while the hash is the same.
"""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from vaulttool import __version__
from vaulttool.parsing.version import version
from vaulttool.storage.stamp import GRANULARITY, Stamp

TAG = "Signature: 8a477f597d28d172789f06886806bc55\n# What vaulttool has read of a vault; it can be deleted.\n"
BESIDE = {".gitignore": "*\n", "CACHEDIR.TAG": TAG}
SUFFIXES = (".sqlite", ".sqlite-journal")
PATIENCE = 1.0  # seconds to wait for another run that is writing
TABLES = (
    "CREATE TABLE meta (name TEXT PRIMARY KEY, value)",
    "CREATE TABLE notes"
    " (path TEXT PRIMARY KEY, size INTEGER, modified INTEGER, changed INTEGER, hash BLOB, sum INTEGER, document BLOB)",
    "CREATE TABLE runs (key BLOB PRIMARY KEY, moment INTEGER, sum INTEGER, value BLOB)",
)

FORGET = "DELETE FROM runs WHERE key NOT IN (SELECT key FROM runs ORDER BY moment DESC LIMIT ?)"
MOST_RUNS = 8  # of other options, PATHs and rules


class Entry(NamedTuple):
    """What is known of one note: the stamp and the hash of its file, and its Document, encoded."""

    stamp: Stamp
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
        self.key = f"{__version__} {version()}"

    def entries(self) -> dict[str, Entry]:
        """All entries by path; none where there is no cache that can be used."""
        try:
            if _is_elsewhere(self.folder, self.file) or not self.file.exists():
                return {}
            with contextlib.closing(sqlite3.connect(f"{self.file.as_uri()}?mode=ro", PATIENCE, uri=True)) as database:
                return self._read(database)
        except (sqlite3.Error, OSError, ValueError, TypeError, OverflowError):
            return {}

    def _read(self, database: sqlite3.Connection) -> dict[str, Entry]:
        """The entries, if they are of this version."""
        database.execute("BEGIN")
        meta = _meta(database)
        if meta.get("key") != self.key:
            return {}
        found = {}
        for path, size, modified, changed, hash, sum, document in database.execute("SELECT * FROM notes"):
            entry = Entry(Stamp(size, modified, changed), hash, document)
            if isinstance(hash, bytes) and isinstance(document, bytes) and sum == _sum(path, entry):
                found[path] = entry
        self.written = int(meta.get("written", 0))
        return found

    def store(self, fresh: Mapping[str, Entry], gone: Iterable[str]) -> None:
        """Bring the cache up to date, if it can be written."""
        left = [(path,) for path in gone]
        if not fresh and not left:
            return
        try:
            if _is_elsewhere(self.folder, self.file):
                return
            self._prepare()
            try:
                self._write(fresh, left)
            except sqlite3.OperationalError:
                return  # another run is writing, the disk is full
            except sqlite3.DatabaseError:  # it is damaged
                self.file.unlink()
                self._write(fresh, left)
        except (sqlite3.Error, OSError, ValueError):
            return

    def recall(self, key: bytes) -> bytes:
        """What was remembered under a key; nothing where that cannot be told."""
        try:
            if _is_elsewhere(self.folder, self.file):
                return b""
            with contextlib.closing(sqlite3.connect(f"{self.file.as_uri()}?mode=ro", PATIENCE, uri=True)) as database:
                for value, sum in database.execute("SELECT value, sum FROM runs WHERE key = ?", (key,)):
                    if isinstance(value, bytes) and zlib.crc32(value, zlib.crc32(key)) == sum:
                        return value
        except (sqlite3.Error, OSError, ValueError):
            pass
        return b""

    def remember(self, key: bytes, value: bytes) -> None:
        """Remember a value, and forget all but the latest few."""
        if _is_elsewhere(self.folder, self.file):
            return
        with (
            contextlib.suppress(sqlite3.Error, OSError, ValueError),
            contextlib.closing(sqlite3.connect(self.file, PATIENCE, isolation_level=None)) as database,
        ):
            database.execute("PRAGMA synchronous = OFF")
            database.execute("BEGIN IMMEDIATE")
            self._make(database)
            row = (key, time.time_ns(), zlib.crc32(value, zlib.crc32(key)), value)
            database.execute("INSERT OR REPLACE INTO runs VALUES (?, ?, ?, ?)", row)
            database.execute(FORGET, (MOST_RUNS,))
            database.execute("COMMIT")

    def _write(self, fresh: Mapping[str, Entry], left: Iterable[tuple[str]]) -> None:
        with contextlib.closing(sqlite3.connect(self.file, PATIENCE, isolation_level=None)) as database:
            database.execute("PRAGMA synchronous = OFF")  # after a power cut sums tell what was lost
            database.execute("BEGIN IMMEDIATE")
            self._make(database)
            database.executemany("DELETE FROM notes WHERE path = ?", left)
            database.executemany("INSERT OR REPLACE INTO notes VALUES (?, ?, ?, ?, ?, ?, ?)", _rows(fresh))
            written = {"key": self.key, "written": self.begun - GRANULARITY}
            database.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", written.items())
            database.execute("COMMIT")

    def _make(self, database: sqlite3.Connection) -> None:
        """The tables, empty where they were another version's."""
        tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if tables == {"meta", "notes", "runs"} and _meta(database).get("key") == self.key:
            return
        for name in tables:
            database.execute(f'DROP TABLE "{name}"')
        for table in TABLES:
            database.execute(table)

    def _prepare(self) -> None:
        """The folder, with what tells git and backups to pass it over."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for name, text in BESIDE.items():
            beside = self.folder / name
            if not beside.exists():
                beside.write_text(text, encoding="utf-8")


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
    return hashlib.blake2b(content, digest_size=16).digest()


def _meta(database: sqlite3.Connection) -> dict[str, Any]:
    return dict(database.execute("SELECT name, value FROM meta"))


def _rows(entries: Mapping[str, Entry]) -> Iterator[tuple[object, ...]]:
    for path, entry in entries.items():
        yield path, *entry.stamp, entry.hash, _sum(path, entry), entry.document


def _sum(path: str, entry: Entry) -> int:
    """A checksum over all of an entry."""
    return zlib.crc32(entry.document, zlib.crc32(f"{path}\0{entry.stamp}".encode() + entry.hash))


def _is_elsewhere(folder: Path, file: Path) -> bool:
    """Whether a link leads out of the folder: nothing is written through one."""
    return folder.is_symlink() or file.is_symlink()
