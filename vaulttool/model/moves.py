"""Where files of the vault went, as the history tells that names what came, went and was renamed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from vaulttool.model.resolve import Index


class Step(NamedTuple):
    """What became of one file in one commit: its vault path before and after, None where there is none. ``likeness``
    says how much of a renamed one stayed, in per cent; ``content`` names what stands in it afterwards."""

    old: str | None
    new: str | None
    likeness: int = 100
    content: str = ""


class Moved(NamedTuple):
    """Where a file went; ``certain`` where no other file can have been meant: it kept its name, or it kept its content
    and no other file ever began with that."""

    path: str
    certain: bool


class Moves:
    """The files that are gone from their places. ``commits`` are the steps of each commit, the newest first; ``files``
    are the vault's files today."""

    def __init__(self, commits: Iterable[Sequence[Step]], files: Collection[str]) -> None:
        commits = list(commits)
        self._files = files
        self._began = Counter(step.content for steps in commits for step in steps if step.old is None)
        self._fates: dict[str, set[Moved | None]] = {}
        self._trace(commits)
        self._index = Index(path for path in self._fates if path not in files)

    def of(self, linkpath: str, source: str) -> Moved | None:
        """Where the file went that a linkpath named in the note ``source``; None where none did, or one was deleted, or
        several went to different places."""
        gone = self._index.resolve(linkpath, source).candidates if linkpath else ()
        return _one([fate for path in gone for fate in self._fates[path]])

    def was(self, linkpath: str, source: str) -> str:
        """The path of the file that a linkpath named, before it went."""
        return self._index.resolve(linkpath, source).target or ""

    def _trace(self, commits: Iterable[Sequence[Step]]) -> None:
        """Follow each file from the present to the past. ``now`` has what became of the paths of a time."""
        now: dict[str, Moved | None] = {}
        for steps in commits:
            fates = {step.old: self._fate(step, now) for step in steps if step.old is not None}
            for step in steps:
                if step.new is not None:
                    now.pop(step.new, None)
            now.update(fates)
            for old, fate in fates.items():
                self._fates.setdefault(old, set()).add(fate)

    def _fate(self, step: Step, now: dict[str, Moved | None]) -> Moved | None:
        """What became of the file that a step takes away; None for one that is no more."""
        if step.new is None:
            return None
        later = now[step.new] if step.new in now else Moved(step.new, True) if step.new in self._files else None
        return None if later is None else Moved(later.path, later.certain and self._is_certain(step))

    def _is_certain(self, step: Step) -> bool:
        name, other = (_name(path) for path in (step.old, step.new))
        return name == other or (step.likeness == 100 and self._began[step.content] <= 1)


def _name(path: str | None) -> str:
    return (path or "").rpartition("/")[2].lower()


def _one(fates: Collection[Moved | None]) -> Moved | None:
    """The one place to which all lead."""
    known = [fate for fate in fates if fate is not None]
    if len(known) < len(fates) or len({fate.path for fate in known}) != 1:
        return None
    return Moved(known[0].path, all(fate.certain for fate in known))
