"""Where a report may lie."""

from __future__ import annotations

import os
from pathlib import Path

from vaulttool.commands._run import Run
from vaulttool.errors import VaultError
from vaulttool.storage import git

NOT_OURS = frozenset({".git", ".obsidian"})  # folders


def refuse_place(run: Run, output: str) -> None:
    """``VaultError`` where the report's files would become files of the vault, or of Obsidian or git."""
    place = Path(os.path.realpath(output))
    if NOT_OURS.intersection(place.parts):
        raise VaultError(f'"{output}" belongs to git or Obsidian, so no report is written there', "name another folder")
    root = run.place.root.resolve()
    if place != root and root not in place.parents:
        return
    below = place.relative_to(root)
    is_hidden = any(part.startswith(".") for part in below.parts)
    if below.parts and (is_hidden or git.would_ignore(root, [below.as_posix() + "/"])):
        return
    raise VaultError(
        f'"{output}" lies in the vault, so that the report would become part of it',
        "name a folder outside the vault, one that git ignores, or one whose name begins with a dot",
    )
