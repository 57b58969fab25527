"""The files around a vault, as far as pages may be generated from them: contents and names, by path from the
configuration's folder."""

from __future__ import annotations

import copy
import posixpath
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

from vaulttool.model.path_ends import PathEnds
from vaulttool.text.globs import Globs

TOP = "/0" * 60  # stands for the folder that holds both; deep, so that no path leads out of it


class Repository:
    """What generators may ask of the disk. ``content`` gives a file's bytes, None where there is none that can be
    read inside the repository; ``paths`` lists the files that git does not ignore. ``vault`` is the vault's own path
    from the configuration's folder, empty where they are one; ``base`` that folder's path from the vault's root, which
    matters only where the vault does not lie below it."""

    def __init__(
        self,
        content: Callable[[str], bytes | None] = lambda path: None,
        paths: Callable[[], Iterable[str]] = tuple,
        vault: str = "",
        base: str = "",
    ) -> None:
        self._content = content
        self._paths = paths
        self._texts: dict[str, str | None] = {}
        self._root, self._base = (
            posixpath.normpath(posixpath.join(TOP, *(step for step in path.split("/") if step not in (".", ".."))))
            for path in (vault, base)
        )

    @classmethod
    def of(cls, files: Mapping[str, str], vault: str = "") -> Repository:
        """The repository of a mapping of path to text."""
        return cls(lambda path: files[path].encode("utf-8") if path in files else None, lambda: sorted(files), vault)

    def changed(self, texts: Mapping[str, str | None]) -> Repository:
        """The repository with other texts in some files; those with None are not there."""
        there = {path for path, text in texts.items() if text is not None}
        other = copy.copy(self)
        other._content = lambda path: _bytes(texts[path]) if path in texts else self._content(path)
        other._texts = {path: text for path, text in self._texts.items() if path not in texts}
        other._paths = lambda: there.union(path for path in self.paths if path not in texts)
        for known in ("paths", "ends", "_folders"):
            other.__dict__.pop(known, None)
        return other

    def text(self, path: str) -> str | None:
        """The text of a file; None where there is none, or no text in UTF-8."""
        if path not in self._texts:
            self._texts[path] = _text(self._content(path))
        return self._texts[path]

    @property
    def read(self) -> list[str]:
        """The files whose texts were asked for so far."""
        return [path for path, text in self._texts.items() if text is not None]

    def digest(self, path: str) -> str | None:
        """The SHA-256 of what stands in a file, in hexadecimal digits; None where there is no such file."""
        import hashlib  # only where one is asked for: it takes time to import

        content = self._content(path)
        return None if content is None else hashlib.sha256(content).hexdigest()

    @cached_property
    def paths(self) -> tuple[str, ...]:
        """All files, sorted."""
        return tuple(sorted(self._paths()))

    def in_folder(self, folder: str) -> Sequence[str]:
        """The files of a folder, not of those below it, sorted."""
        return self._folders.get(folder, ())

    @cached_property
    def ends(self) -> PathEnds:
        """All files, to be found by how their paths end."""
        return PathEnds(self.paths)

    @cached_property
    def _folders(self) -> Mapping[str, Sequence[str]]:
        found: dict[str, list[str]] = {}
        for path in self.paths:
            found.setdefault(posixpath.dirname(path), []).append(path)
        return found

    def matching(self, glob: str) -> list[str]:
        """The files that a glob, read as in a .gitignore, matches."""
        globs = Globs([glob])
        return [path for path in self.paths if globs.match(path)]

    def from_vault(self, path: str) -> str:
        """A path from the configuration's folder as it reads from the vault's root."""
        return relative(posixpath.join(self._base, path), self._root)

    def from_base(self, path: str) -> str:
        """A path from the vault's root as it reads from the configuration's folder."""
        return relative(posixpath.join(self._root, path), self._base)


def relative(path: str, start: str) -> str:
    """The way to one absolute path from another, which is a plain one: as `posixpath.relpath` tells it, and sooner."""
    path, up = "/" + posixpath.normpath(path).lstrip("/"), ""
    while path != start and not path.startswith(start + "/"):
        start, up = start.rpartition("/")[0], up + "../"
    return (up + path[len(start) + 1 :]).rstrip("/") or "."


def _bytes(text: str | None) -> bytes | None:
    return None if text is None else text.encode("utf-8")


def _text(content: bytes | None) -> str | None:
    try:
        return None if content is None else content.decode("utf-8")
    except UnicodeDecodeError:
        return None
