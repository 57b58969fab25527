"""Where what is renamed lies on disk, before and after."""

from __future__ import annotations

import os
import posixpath

from vaulttool.commands._rename_files import FileRename
from vaulttool.commands._run import Run
from vaulttool.model.renamed import FileText


def places(run: Run, wanted: FileRename) -> tuple[str, str]:
    """Where a file or folder lies on disk, and where it is to lie. Folders that are there are entered as they are
    written there."""
    return _place(run, wanted.old), os.path.join(
        _place(run, posixpath.dirname(wanted.new)), posixpath.basename(wanted.new)
    )


def place_after(run: Run, wanted: FileRename | None, changed: FileText) -> str:
    """Where a file lies on disk once what is ``wanted`` is moved."""
    if wanted is None or changed.path not in wanted.moves.files:
        return run.place_of(changed.new_path)
    old, new = places(run, wanted)
    return new + run.place_of(changed.path)[len(old) :]


def _place(run: Run, path: str) -> str:
    """Where a file or folder of the vault lies on disk; below the last folder that is there, where it is none."""
    if not path:
        return str(run.place.root)
    inside = next((one for one in run.vault.files if one.startswith(path + "/")), None)
    if inside is None and path not in run.vault.files:
        return os.path.join(_place(run, posixpath.dirname(path)), posixpath.basename(path))
    place = run.place_of(inside or path)
    for _ in range(inside[len(path) :].count("/") if inside else 0):
        place = os.path.dirname(place)
    return place
