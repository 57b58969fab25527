"""What a run says of the notes, from what the last one said where that is still so.

Where nothing but the notes decides what is found, the cache keeps it: the hash of each note, its numbers of links, and
the findings. A run over the same notes says the same; one over a few other notes checks these alone, as long as what
can be linked to in them is as it was.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

import msgspec

import vaulttool
from vaulttool import engine
from vaulttool.commands._findings import findings
from vaulttool.commands._run import Run
from vaulttool.model.faults import counts_as_unresolved
from vaulttool.model.outline import outline
from vaulttool.reporters._report import Located, locate
from vaulttool.storage.stored_notes import StoredNotes


class Said(msgspec.Struct, frozen=True, array_like=True):
    """What a run says: the findings, each with vault paths for people, and for each note that it speaks of the number
    of links and of unresolved ones.

    ``hashes`` are those of all notes of the vault, one after the other, ``folders`` the listings of the folders beside
    it that were looked into.
    """

    findings: Sequence[Located]
    links: Sequence[int]
    unresolved: Sequence[int]
    hashes: bytes = b""
    folders: dict[str, str] = {}


def said(run: Run, on: Sequence[engine.Active], paths: Sequence[str]) -> Said:
    """What these rules say of the notes at these paths, and of what else the run speaks of."""
    notes = run.vault.notes
    if run.cache is None or not isinstance(notes, StoredNotes) or not _depends_on_notes_alone(run, on, notes):
        return _anew(run, on, paths)
    key = _key(run, on, paths)
    kept = run.cache.recall(key)
    before = msgspec.msgpack.decode(kept, type=Said) if kept else None
    hashes = b"".join(notes.hashes.values())
    if before is not None and run.listing.agrees(before.folders):
        if before.hashes == hashes:
            return before
        changed = _changed(notes, before.hashes)
        now = _again(run, on, paths, before, changed) if changed is not None else _anew(run, on, paths)
    else:
        changed, now = None, _anew(run, on, paths)
    if changed is None and any(note.document.regions or note.document.figures for note in notes.values()):
        return now  # what is generated can come from anywhere
    now = msgspec.structs.replace(now, hashes=hashes, folders=run.listing.seen())
    run.cache.remember(key, msgspec.msgpack.encode(now))
    return now


def _depends_on_notes_alone(run: Run, on: Sequence[engine.Active], notes: StoredNotes) -> bool:
    """Whether nothing but the notes and the names of files decides what is found: no data, schema or commit, and no
    rule that weighs all notes against one another."""
    config = run.place.config
    beside = (config.data, config.outputs, config.schemas.types, config.schemas.paths, config.extra_files)
    weighing = any(one.rule.scope == "vault" and one.rule.unconfigured == "off" for one in on)
    told = run.sources.earlier is not None or run.touched is not None
    return not (any(beside) or config.repository_files or weighing or told or notes.unreadable)


def _anew(run: Run, on: Sequence[engine.Active], paths: Sequence[str]) -> Said:
    """All of it, worked out."""
    counts = [_counted(run, path) for path in paths]
    found = locate(findings(run, on, paths), run.text, lambda path: path)
    return Said(found, [links for links, _ in counts], [unresolved for _, unresolved in counts])


def _again(run: Run, on: Sequence[engine.Active], paths: Sequence[str], before: Said, changed: Collection[str]) -> Said:
    """What was said before, with what is to be said now of the notes that changed."""
    local = [one for one in on if one.rule.scope == "notes"]
    spoken = [path for path in paths if path in changed]
    fresh = locate(findings(run, local, spoken), run.text, lambda path: path) if spoken else ()
    kept = [one for one in before.findings if one.finding.path not in changed]
    if any(related.path in changed for one in kept for related in one.finding.related):
        return _anew(run, on, paths)
    found = sorted([*kept, *fresh], key=lambda one: one.finding.order)
    links, unresolved = list(before.links), list(before.unresolved)
    for place, path in enumerate(paths):
        if path in changed:
            links[place], unresolved[place] = _counted(run, path)
    return Said(found, links, unresolved)


def _counted(run: Run, path: str) -> tuple[int, int]:
    """How many links a note has, and how many of them are unresolved."""
    note, unresolved = run.vault.notes[path], 0
    for link in note.document.links:
        resolution = run.vault.resolve(link, path)
        if not resolution.candidates:
            unresolved += counts_as_unresolved(run.vault, note, link, resolution)
    return len(note.document.links), unresolved


def _changed(notes: StoredNotes, before: bytes) -> set[str] | None:
    """The notes with another hash than before; None where others must be checked again because of them."""
    size = len(next(iter(notes.hashes.values()), b""))
    changed: dict[str, bytes] = {}
    for place, (path, hash) in enumerate(notes.hashes.items()):
        old = before[place * size : (place + 1) * size]
        if hash != old:
            changed[path] = old
    same = all(_is_same_to_others(notes, path, old) for path, old in changed.items())
    return set(changed) if same else None


def _is_same_to_others(notes: StoredNotes, path: str, old: bytes) -> bool:
    """Whether other notes see in a note what they saw when it had that hash."""
    earlier = notes.earlier(path, old)
    return earlier is not None and outline(earlier) == outline(notes[path].document)


def _key(run: Run, on: Sequence[engine.Active], paths: Sequence[str]) -> bytes:
    """A hash of all that decides what is found besides the notes and the folders around them."""
    told = hashlib.blake2b(digest_size=16)
    rules = [(rule.name, severity, repr(options)) for rule, severity, options in on]
    for part in (msgspec.msgpack.encode(run.place.config), rules, run.vault.around.prefix, run.on, *_code()):
        told.update(repr(part).encode())
    for names in (sorted(run.vault.files), paths):
        told.update("\0".join(names).encode("utf-8", "surrogateescape") + b"\0\0")
    return told.digest()


def _code() -> Iterator[tuple[str, int, int]]:
    """The files of this program, each with its size and when it was written."""
    package = Path(vaulttool.__file__).parent
    for folder in sorted((package, *package.iterdir())):
        if folder.is_dir():
            with os.scandir(folder) as entries:
                for entry in sorted(entries, key=lambda entry: entry.name):
                    if entry.name.endswith((".py", ".so", ".pyd", ".json")):
                        status = entry.stat()
                        yield entry.path, status.st_size, status.st_mtime_ns
