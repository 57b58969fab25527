"""What a run says of the notes, from what the last one said where that is still so.

Where nothing but the notes decides what is found, the cache keeps it: the hash of each note, its numbers of links, and
the findings. A run over the same notes says the same; one over a few other notes checks these alone, as long as what
can be linked to in them is as it was.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

import vaulttool
from vaulttool.commands._run import Run
from vaulttool.model.outline import outline
from vaulttool.model.silence import ABOUT_SUPPRESSIONS
from vaulttool.reporters._report import Located
from vaulttool.storage.disk import DISK

if TYPE_CHECKING:
    from vaulttool.storage.cache import Cache
    from vaulttool.storage.stored_notes import StoredNotes


class Choice(NamedTuple):
    """The rules that the command line chooses, and whether notes are compared with a commit or narrowed by one."""

    select: tuple[str, ...]
    ignore: tuple[str, ...]
    by_commit: bool = False

    @property
    def leaves_out(self) -> bool:
        """Whether rules that are on do not run at all: where `unused-suppression` is selected, the others do."""
        return bool(self.ignore) or bool(self.select and ABOUT_SUPPRESSIONS not in self.select)


class Said(msgspec.Struct, frozen=True, array_like=True):
    """What a run says: the findings, each with vault paths for people, and for each note that it speaks of the number
    of links and of unresolved ones.

    ``alone`` says that nothing but the notes decided. ``hashes`` are those of all notes of the vault, one after the
    other, ``folders`` the listings of the folders beside it that were looked into.
    """

    findings: Sequence[Located]
    links: Sequence[int]
    unresolved: Sequence[int]
    alone: bool = False
    hashes: bytes = b""
    folders: dict[str, str] = {}


def said(run: Run, choice: Choice, paths: Sequence[str]) -> Said:
    """What the chosen rules say of the notes at these paths, and of what else the run speaks of."""
    if run.cache is not None and run.disk is DISK:
        from vaulttool.storage.stored_notes import StoredNotes  # only where there is a cache: it takes time to import

        notes = run.vault.notes
        if isinstance(notes, StoredNotes) and _can_be_kept(run, choice, notes):
            return _remembered(run, run.cache, choice, paths, notes)
    from vaulttool.commands._saying import anew

    return anew(run, choice, paths)


def _remembered(run: Run, cache: Cache, choice: Choice, paths: Sequence[str], notes: StoredNotes) -> Said:
    """The same, as far as it is so from what the cache remembers, which is brought up to date."""
    key, hashes = _key(run, choice, paths), b"".join(notes.hashes.values())
    before = _recalled(run, cache, key)
    if before is not None and before.hashes == hashes:
        return before
    from vaulttool.commands._saying import again, anew  # not before: the rules take time

    changed = _changed(notes, before.hashes) if before is not None else None
    now = again(run, choice, paths, before, changed) if before is not None and changed is not None else None
    if now is None:
        now = anew(run, choice, paths)
        if not now.alone:
            return now
    now = msgspec.structs.replace(now, hashes=hashes, folders=run.listing.seen())
    cache.remember(key, msgspec.msgpack.encode(now))
    return now


class Beside(NamedTuple):
    """A run over another state of the vault, what it says, and the hash of what decides that besides the notes."""

    run: Run
    said: Said
    key: bytes


def beside(run: Run, choice: Choice, pages: Sequence[str]) -> Beside:
    """What the chosen rules say of these notes in a state that another is to be compared with."""
    return Beside(run, said_of_state(run, choice, pages), _key(run, choice, pages))


def said_of_state(run: Run, choice: Choice, paths: Sequence[str], other: Beside | None = None) -> Said:
    """What the chosen rules say of the notes at these paths, in one state of many: what was said of this very state
    before, else what another one lets expect of it."""
    from vaulttool.commands._saying import again, anew  # each only where it is needed, as above
    from vaulttool.storage.stored_notes import StoredNotes
    from vaulttool.text.hashing import blake2b

    notes = run.vault.notes
    if run.cache is None or not isinstance(notes, StoredNotes) or not _can_be_kept(run, choice, notes):
        return anew(run, choice, paths)
    key = _key(run, choice, paths)
    state = blake2b(key + b"".join(notes.hashes.values()), digest_size=16).digest()
    before = _recalled(run, run.cache, state)
    if before is not None:
        return before
    is_near = other is not None and other.key == key and run.listing.agrees(other.said.folders)
    changed = _changed_beside(notes, other) if other and is_near else None
    now = again(run, choice, paths, other.said, changed) if other and changed is not None else None
    if now is None:
        now = anew(run, choice, paths)
        if not now.alone:
            return now
    now = msgspec.structs.replace(now, hashes=state, folders=run.listing.seen())
    run.cache.remember(state, msgspec.msgpack.encode(now))
    return now


def _changed_beside(notes: StoredNotes, other: Beside) -> set[str] | None:
    """The notes that differ from those of another state; None where others must be checked again because of them."""
    from vaulttool.storage.stored_notes import StoredNotes

    there = other.run.vault.notes
    if not isinstance(there, StoredNotes) or not other.said.hashes:
        return None
    changed = {path for path, hash in notes.hashes.items() if there.hashes.get(path) != hash}
    return None if any(outline(there[path].document) != outline(notes[path].document) for path in changed) else changed


def only_notes_matter(run: Run, choice: Choice) -> bool:
    """Whether no files are named beside the notes that could decide what is found, and no commit."""
    config = run.place.config
    files = (config.data, config.counts, config.outputs, config.extra_files, config.repository_files)
    return not (choice.by_commit or any(files))


def _can_be_kept(run: Run, choice: Choice, notes: StoredNotes) -> bool:
    """Whether the notes decide what is found, all of them could be read, and no schema does, which is a file, too."""
    schemas = run.place.config.schemas
    return only_notes_matter(run, choice) and not (schemas.types or schemas.paths or notes.unreadable)


def _recalled(run: Run, cache: Cache, key: bytes) -> Said | None:
    """What the last run of this kind said, if it was remembered and what lies beside the vault is as it was."""
    kept = cache.recall(key)
    try:
        before = msgspec.msgpack.decode(kept, type=Said) if kept else None
    except msgspec.DecodeError:
        return None
    return before if before is not None and run.listing.agrees(before.folders) else None


def _changed(notes: StoredNotes, before: bytes) -> set[str] | None:
    """The notes with another hash than before; None where others must be checked again because of them."""
    size = len(next(iter(notes.hashes.values()), b""))
    changed = set()
    for place, (path, hash) in enumerate(notes.hashes.items()):
        old = before[place * size : (place + 1) * size]
        if hash != old:
            earlier = notes.earlier(path, old)
            if earlier is None or outline(earlier) != outline(notes[path].document):
                return None
            changed.add(path)
    return changed


def _key(run: Run, choice: Choice, paths: Sequence[str]) -> bytes:
    """A hash of all that decides what is found besides the notes and the folders around them."""
    from vaulttool.text.hashing import blake2b  # only where there is a cache: it takes time to import

    told = blake2b(digest_size=16)
    place = run.place
    around = (msgspec.msgpack.encode(place.config), place.config_file is None, os.path.relpath(place.root, place.base))
    for part in (*around, run.without_config, choice, run.vault.around.prefix, run.on, *_code()):
        told.update(repr(part).encode())
    for names in (sorted(run.vault.files), paths):
        told.update("\0".join(names).encode("utf-8", "surrogateescape") + b"\0\0")
    return told.digest()


def _code() -> Iterator[tuple[str, int, int]]:
    """The files of this program, each with its size and when it was written."""
    package = Path(vaulttool.__file__).parent
    for folder in (package, *sorted(package.iterdir())):
        if folder.is_dir():
            with os.scandir(folder) as entries:
                for entry in sorted(entries, key=lambda entry: entry.name):
                    if entry.name.endswith((".py", ".so", ".pyd", ".json")):
                        status = entry.stat()
                        yield entry.path, status.st_size, status.st_mtime_ns
