"""Reads a vault from disk: all its files listed, its notes parsed."""

from __future__ import annotations

import gc
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from vaulttool.errors import VaultError
from vaulttool.model.vault import Note, Surroundings, Vault
from vaulttool.parsing.canvas import parse_canvas
from vaulttool.parsing.document import Document
from vaulttool.parsing.note import parse
from vaulttool.storage import disk
from vaulttool.storage.disk import File


def load(root: Path, repository: Path) -> tuple[Vault, Mapping[str, File]]:
    """The vault below a root, and its files by vault path.

    ``VaultError`` where the root is no folder that can be read, or holds no note at all.
    """
    files = disk.files(root)
    collecting = gc.isenabled()
    gc.disable()  # nothing that parsing makes is garbage in a circle, and looking for it takes a fifth of the time
    try:
        notes = [_note(file) for file in files.values() if disk.is_note(file.path)]
    finally:
        if collecting:
            gc.enable()
    if not notes:
        raise VaultError(f'no note is below "{root}"', "name the vault with --vault or as PATH")
    prefix = root.relative_to(repository).as_posix() + "/" if root != repository else ""
    listing = disk.Listing(repository)
    around = Surroundings(listing.exists, cache(lambda path: _text(files[path])), prefix)
    return Vault(notes, files, around), files


def _note(file: File) -> Note:
    """A note or canvas; one that cannot be read is there, says nothing and has a problem."""
    try:
        text = disk.read(file.place)
    except UnicodeDecodeError as error:
        return Note(file.path, Document(), f"byte {error.start + 1} is no UTF-8")
    except OSError as error:
        return Note(file.path, Document(), (error.strerror or str(error)).lower())
    return Note(file.path, parse_canvas(text) if file.path.lower().endswith(".canvas") else parse(text))


def _text(file: File) -> str:
    """The text of a file again; empty where it cannot be read, as what it says is unknown then."""
    try:
        return disk.read(file.place)
    except (OSError, UnicodeDecodeError):
        return ""
