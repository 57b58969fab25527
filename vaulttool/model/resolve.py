"""Which file a linkpath names: Obsidian's lookup, with a trace of the step that decided."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple, TypeVar

MOST_REMEMBERED = 50_000  # linkpaths
Key = TypeVar("Key")


class Step(Enum):
    """The step of the lookup that decided, in words for ``vaulttool explain``."""

    SELF = "an empty name is the note itself"
    ONLY = "the only file of that name"
    RELATIVE = "the path, worked out from the note's folder, is that of the file"
    EXACT = "the whole path is that of the file"
    NEAR = "the shortest path among the files below the note's own folder"
    FAR = "the shortest path among the files whose path ends so"
    NO_NAME = "no file of that name"
    NO_ABSOLUTE = "a path from the vault's root that no file has; nothing else is tried"
    NO_SUFFIX = "files of that name, but none whose path ends so"


class Resolution(NamedTuple):
    """The files that a link may mean, in Obsidian's order; the first is the one it opens.

    ``near`` counts those below the note's own folder, which come first. ``named`` are all files of the
    name, met or missed, ``wanted`` is the path that was looked for at last.
    """

    candidates: tuple[str, ...]
    step: Step
    near: int = 0
    named: tuple[str, ...] = ()
    wanted: str = ""

    @property
    def target(self) -> str | None:
        """The file that Obsidian opens, or None."""
        return self.candidates[0] if self.candidates else None

    @property
    def tied(self) -> tuple[str, ...]:
        """The best candidates that tie in nearness and length, so that Obsidian's choice can change."""
        best = self.candidates[: self.near] or self.candidates
        return tuple(path for path in best if len(path) == len(best[0]))


class Index:
    """All files of a vault by lower-cased name, so that a lookup costs no more than the files of one name."""

    def __init__(self, files: Iterable[str]) -> None:
        self.by_name: dict[str, list[tuple[str, str]]] = {}
        for path in sorted(files):
            lower = path.lower()
            self.by_name.setdefault(lower[lower.rfind("/") + 1 :], []).append((path, lower))
        self._anywhere: dict[str, Resolution] = {}  # what a linkpath means wherever it stands
        self._known: dict[tuple[str, str], Resolution] = {}  # and what one means in a folder

    def add(self, path: str) -> None:
        """One more file."""
        lower = path.lower()
        insort(self.by_name.setdefault(lower[lower.rfind("/") + 1 :], []), (path, lower))
        self._forget()

    def remove(self, path: str) -> None:
        """One file less."""
        lower = path.lower()
        name = lower[lower.rfind("/") + 1 :]
        self.by_name[name].remove((path, lower))
        if not self.by_name[name]:
            del self.by_name[name]
        self._forget()

    def _forget(self) -> None:
        self._anywhere.clear()
        self._known.clear()

    def resolve(self, linkpath: str, source: str) -> Resolution:
        """The files that a cleaned linkpath may mean, seen from the vault path of the note that holds it."""
        known = self._anywhere.get(linkpath)
        if known is not None:
            return known
        if not linkpath:
            return Resolution((source,), Step.SELF)
        key = (linkpath, source[: source.rfind("/") + 1])
        known = self._known.get(key)
        if known is None:
            known = self._lookup(linkpath, key[1][:-1].lower())
            if known.step is Step.ONLY or known.step is Step.NO_NAME:
                _remember(self._anywhere, linkpath, known)
            else:
                _remember(self._known, key, known)
        return known

    def _lookup(self, linkpath: str, folder: str) -> Resolution:
        """The lookup itself; ``folder`` is the note's, in lower case, empty for the root."""
        want = linkpath.lower()
        name = want[want.rfind("/") + 1 :]
        named = self.by_name.get(name) if "." in name else None
        if not named:
            want += ".md"
            named = self.by_name.get(name + ".md")
        if not named:
            return Resolution((), Step.NO_NAME, wanted=want)
        if len(named) == 1 and "/" not in want:
            only = (named[0][0],)
            return Resolution(only, Step.ONLY, 0, only, want)
        paths = tuple(path for path, _ in named)
        if want.startswith(("./", "../")):
            want, folder = _joined(want, folder)
            if hit := _equal(named, want):
                return Resolution((hit,), Step.RELATIVE, named=paths, wanted=want)
        want = want.removeprefix("/")
        if hit := _equal(named, want):
            return Resolution((hit,), Step.EXACT, named=paths, wanted=want)
        if linkpath.startswith("/"):
            return Resolution((), Step.NO_ABSOLUTE, named=paths, wanted=want)
        return _by_suffix(named, paths, want, folder)


def _remember(known: dict[Key, Resolution], key: Key, resolution: Resolution) -> None:
    """Keep an answer, as long as there are not so many that they need more memory than the notes."""
    if len(known) >= MOST_REMEMBERED:
        known.clear()
    known[key] = resolution


def _joined(want: str, folder: str) -> tuple[str, str]:
    """A relative path worked out from a folder, and the folder climbed to (``x/`` where it climbed)."""
    if want.startswith("./../"):
        want = want[2:]
    if want.startswith("./"):
        return (f"{folder}/{want[2:]}" if folder else want[2:]), folder
    while want.startswith("../"):
        want = want[3:]
        folder = folder.rstrip("/").rpartition("/")[0]
    if folder:
        folder += "/"
    return folder + want, folder


def _equal(named: list[tuple[str, str]], want: str) -> str | None:
    """The file whose whole path is the wanted one."""
    return next((path for path, lower in named if lower == want), None)


def _by_suffix(named: list[tuple[str, str]], paths: tuple[str, ...], want: str, folder: str) -> Resolution:
    """The files whose path ends in the wanted one: a plain string test, near ones first, then by length."""
    hits = [(path, lower) for path, lower in named if lower.endswith(want)]
    near = sorted((path for path, lower in hits if lower.startswith(folder)), key=len)
    far = sorted((path for path, lower in hits if not lower.startswith(folder)), key=len)
    step = Step.NEAR if near and folder else Step.FAR if hits else Step.NO_SUFFIX
    return Resolution((*near, *far), step, len(near), paths, want)
