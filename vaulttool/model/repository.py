"""The files around a vault, as far as pages may be generated from them: texts and names, by path from the
configuration's folder."""

from __future__ import annotations

import copy
import posixpath
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

from vaulttool.text.globs import Globs

TOP = "/0" * 60  # stands for the folder that holds both; deep, so that no path leads out of it


class Repository:
    """What generators may ask of the disk. ``text`` gives a file's text, None where there is none that can be
    read inside the repository; ``paths`` lists the files that git does not ignore. ``vault`` is the vault's own path
    from the configuration's folder, empty where they are one; ``base`` that folder's path from the vault's root, which
    matters only where the vault does not lie below it."""

    def __init__(
        self,
        text: Callable[[str], str | None] = lambda path: None,
        paths: Callable[[], Iterable[str]] = tuple,
        vault: str = "",
        base: str = "",
    ) -> None:
        self.text = text
        self._paths = paths
        self._root, self._base = (
            posixpath.join(TOP, *(step for step in path.split("/") if step not in (".", "..")))
            for path in (vault, base)
        )

    @classmethod
    def of(cls, files: Mapping[str, str], vault: str = "") -> Repository:
        """The repository of a mapping of path to text."""
        return cls(files.get, lambda: sorted(files), vault)

    def changed(self, texts: Mapping[str, str | None]) -> Repository:
        """The repository with other texts in some files; those with None are not there."""
        there = {path for path, text in texts.items() if text is not None}
        other = copy.copy(self)
        other.text = lambda path: texts[path] if path in texts else self.text(path)
        other._paths = lambda: there.union(path for path in self.paths if path not in texts)
        other.__dict__.pop("paths", None)
        return other

    @cached_property
    def paths(self) -> tuple[str, ...]:
        """All files, sorted."""
        return tuple(sorted(self._paths()))

    def matching(self, glob: str) -> list[str]:
        """The files that a glob, read as in a .gitignore, matches."""
        globs = Globs([glob])
        return [path for path in self.paths if globs.match(path)]

    def from_vault(self, path: str) -> str:
        """A path from the configuration's folder as it reads from the vault's root."""
        return posixpath.relpath(posixpath.join(self._base, path), self._root)

    def from_base(self, path: str) -> str:
        """A path from the vault's root as it reads from the configuration's folder."""
        return posixpath.relpath(posixpath.join(self._root, path), self._base)
