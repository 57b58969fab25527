"""What a name on the command line leads to in the vault: a file, a folder, the note before a ``#``."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from vaulttool.commands._run import Run
from vaulttool.errors import VaultError
from vaulttool.model.renames import below
from vaulttool.model.vault import is_markdown
from vaulttool.storage.disk import vault_path
from vaulttool.text.names import nearest

NOTE = ".md"
HERE, TOP = "the working directory", "the vault's root"


class Named(NamedTuple):
    """What a name leads to: a vault path, and from where it was read, None where it was a name alone."""

    path: str
    is_folder: bool
    base: str | None


def looked_up(run: Run, name: str) -> Named | None:
    """The file or folder of a name: a path from the working directory, else from the vault's root, else the name of one
    note, as a link has it."""
    for base, path in readings(run, name):
        if path in run.vault.files:
            return Named(path, False, base)
        if is_folder(run, path):
            return Named(path, True, base)
        if path + NOTE in run.vault.files:
            return Named(path + NOTE, False, base)
    if "/" in name.strip("/") or "#" in name:
        return None
    found = run.vault.index.resolve(vault_path(name), "").candidates
    if len(found) > 1:
        listed = ", ".join(f'"{path}"' for path in found[:8])
        raise VaultError(f'several files are named "{name}": {listed}', "name one by its path")
    return Named(found[0], False, None) if found else None


def readings(run: Run, name: str) -> Iterator[tuple[str, str]]:
    """The vault paths that a name may mean, each with the place from which it is read."""
    place = run.paths.vault_path(Path(os.path.abspath(name)))
    if place is not None:
        yield HERE, place
    path = posixpath.normpath(name)
    if not os.path.isabs(name) and path != ".." and not path.startswith("../"):
        yield TOP, vault_path("" if path == "." else path)


def is_folder(run: Run, path: str) -> bool:
    """Whether a vault path is that of a folder, be it an empty one."""
    if any(step.startswith(".") for step in path.split("/")):
        return False
    return not path or bool(below(path, run.vault.files)) or os.path.isdir(run.place.root / path)


def missing(run: Run, name: str) -> VaultError:
    """The error for a name that leads to nothing, with the nearest one."""
    wanted = vault_path(posixpath.normpath(name))
    names = {posixpath.splitext(path.rpartition("/")[2])[0]: path for path in sorted(run.vault.files)}
    found = nearest(wanted, run.vault.files) or names.get(nearest(wanted, names, likeness=60) or "")
    help = f'did you mean "{found}"?' if found else f'the vault is "{run.place.root}"'
    return VaultError(f'no file or folder "{name}" is in the vault', help)


def note_named(run: Run, name: str) -> str:
    """The vault path of the note before a ``#``."""
    found = looked_up(run, name) if name else None
    if found is None or found.is_folder:
        found = looked_up(run, name + NOTE) if name else None
    if found is None:
        raise missing(run, name)
    note = run.vault.notes.get(found.path)
    if note is None or not is_markdown(found.path):
        raise VaultError(f'"{found.path}" is no note, so it has no headings and blocks', "name a note")
    if note.problem:
        raise VaultError(f'"{found.path}" cannot be read: {note.problem}', "mend it first")
    return found.path
