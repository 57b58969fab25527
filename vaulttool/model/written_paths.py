"""Paths and globs that name what moves, in data files, markers and the configuration."""

from __future__ import annotations

from collections.abc import Iterable


class WrittenPaths:
    """How a path is written before and after a rename: from the vault's root, from the configuration's folder."""

    def __init__(self, pairs: Iterable[tuple[str, str]], is_folder: bool) -> None:
        self._pairs = [pair for pair in dict.fromkeys(pairs) if not pair[0].startswith("../")]
        self._is_folder = is_folder

    def new(self, written: str) -> str:
        """A path or glob with its new name in place of the old one; the same text where it names something else."""
        slash = "/" if written.startswith("/") else ""
        for old, new in self._pairs:
            below = written.removeprefix("/")
            if below.rstrip("/") == old or (self._is_folder and below.startswith(old + "/")):
                return slash + new + below[len(old) :]
        return written

    def new_folder(self, written: str) -> str:
        """A folder as a region's argument has it, where case does not count."""
        plain = written.strip("/")
        for old, new in self._pairs if self._is_folder else ():
            if (plain.lower() + "/").startswith(old.lower() + "/"):
                return new + plain[len(old) :]
        return written
