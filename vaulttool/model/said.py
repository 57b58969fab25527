"""Findings by the file that they are about, which come and go file by file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from vaulttool.model.finding import Finding


class Said:
    """What is said of each file, and which files that is said with a view to others."""

    def __init__(self) -> None:
        self._of: dict[str, tuple[Finding, ...]] = {}
        self._related: dict[str, set[str]] = {}

    def __iter__(self) -> Iterator[str]:
        """The files of which something is said."""
        return iter(self._of)

    def of(self, path: str) -> Sequence[Finding]:
        """What is said of a file."""
        return self._of.get(path, ())

    def related_to(self, paths: Iterable[str]) -> set[str]:
        """The files of which something is said that points to a place in one of these."""
        return set().union(*(self._related.get(path, ()) for path in paths))

    def say(self, findings: Iterable[Finding]) -> None:
        """More is said, of files of which nothing is said so far."""
        by_path: dict[str, list[Finding]] = {}
        for finding in findings:
            by_path.setdefault(finding.path, []).append(finding)
            for other in finding.related:
                if other.path != finding.path:
                    self._related.setdefault(other.path, set()).add(finding.path)
        for path, found in by_path.items():
            self._of[path] = tuple(found)

    def forget(self, paths: Iterable[str]) -> None:
        """Nothing is said of these files any more."""
        for path in paths:
            for finding in self._of.pop(path, ()):
                for other in finding.related:
                    self._related.get(other.path, set()).discard(path)

    def replace(self, findings: Iterable[Finding]) -> set[str]:
        """Only this is said; the paths of which that is something else than before."""
        before = self._of
        self._of, self._related = {}, {}
        self.say(findings)
        return {path for path in before.keys() | self._of.keys() if before.get(path) != self._of.get(path)}
