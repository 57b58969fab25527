"""Reads Obsidian's own settings of a vault."""

from __future__ import annotations

from pathlib import Path

from vaulttool.model.obsidian import FILES
from vaulttool.storage import disk, git
from vaulttool.storage.bounds import lies_in


def settings_texts(root: Path) -> dict[str, str]:
    """The texts of the files of settings that can be read, by path from the vault's root; bytes that are no UTF-8
    are replaced. What a link leads to out of a git repository counts for nothing."""
    found = {}
    top = git.top(root)
    for path in FILES:
        if top is not None and not lies_in(root / path, top):
            continue
        try:
            found[path] = disk.read_bytes(str(root / path)).decode("utf-8", "replace")
        except OSError:
            continue
    return found
