"""What a change can have broken: all that is found in what it changed, and elsewhere what was not found before it."""

from __future__ import annotations

import functools
import os
from collections.abc import Sequence
from pathlib import Path

from vaulttool.commands._options import Given
from vaulttool.commands._run import Run, tell
from vaulttool.commands._said import Beside, Choice, Said, beside, said_of_state
from vaulttool.course import Course
from vaulttool.errors import ConfigurationError, NoVault, VaultError
from vaulttool.model.finding import Finding
from vaulttool.storage import git, root
from vaulttool.storage.disk import DISK, Disk
from vaulttool.storage.snapshots import Snapshots

Key = tuple[object, ...]


class Changed:
    """A change of a vault: the ``run`` over the vault with it, and what it changed.

    Without ``since`` it is what the next commit changes, and git's index is read; else it is how the work tree differs
    from that commit. ``VaultError`` where git cannot tell.
    """

    def __init__(self, paths: Sequence[str], given: Given, since: str | None, course: Course) -> None:
        self.since = since
        self._asked = (paths, given)
        self._snapshots, disk = _staged(paths, given) if since is None else (_around(paths, given), DISK)
        self._commit = self._snapshots.commit(since or "HEAD")
        self.run = Run(paths, given, True, course, disk)
        self.run.state = git.STAGED if since is None else ""
        self._real = functools.cache(os.path.realpath)

    def said(self, choice: Choice, pages: Sequence[str], gitignore: bool) -> tuple[list[str], Said]:
        """Of these pages those that something is said of, and what: all of those that changed, and of others what was
        not said before. ``gitignore`` tells whether what git ignores is left out."""
        changed = self._places()
        if changed is not None and not changed:
            tell("nothing is staged" if self.since is None else f'nothing differs from "{self.since}"')
            return [], Said((), (), ())
        with self.run.course.part("before"):
            before = self._before(choice, gitignore)
        now = said_of_state(self.run, choice, pages, before)
        old = {_key(before.run, one.finding) for one in before.said.findings} if before else set()
        touched = {path for path in {*pages, *(one.finding.path for one in now.findings)} if self._is_in(changed, path)}
        found = [one for one in now.findings if one.finding.path in touched or _key(self.run, one.finding) not in old]
        spoken = touched.union(one.finding.path for one in found)
        rows = [row for row in zip(pages, now.links, now.unresolved, strict=True) if row[0] in spoken]
        return [row[0] for row in rows], Said(found, [row[1] for row in rows], [row[2] for row in rows])

    def _places(self) -> set[str] | None:
        """The places of the files that the change bears upon; None for all, before the first commit."""
        if self._commit is None:
            return None
        return self._snapshots.staged() if self.since is None else self._snapshots.changed(self._commit)

    def _is_in(self, changed: set[str] | None, path: str) -> bool:
        """Whether a file, by its path from the vault's root, is among what changed."""
        if changed is None:
            return True
        place = self.run.place_of(path)
        folder, _, name = place.rpartition(os.sep)
        return f"{self._real(folder)}{os.sep}{name}" in changed or (
            os.path.islink(place) and os.path.realpath(place) in changed
        )

    def _before(self, choice: Choice, gitignore: bool) -> Beside | None:
        """What was said before the change; None where nothing can have been."""
        if self._commit is None:
            return None
        paths, given = self._asked
        try:
            disk = self._snapshots.at(self._commit, self.since is None)
            run = Run(paths, given, True, Course(), disk, self.run)
            run.on, run.state = self.run.on, self._commit
            if self.run.sources.earlier:
                from vaulttool.commands._earlier import earlier  # only where it is asked for

                run.sources.earlier = earlier(run, self.run.sources.earlier.reference)
            return beside(run, choice, run.reported(gitignore))
        except NoVault:
            return None
        except ConfigurationError as error:
            tell(f"what was found before cannot be told, so that all is reported: {error.message}")
            return None


def _staged(paths: Sequence[str], given: Given) -> tuple[Snapshots, Disk]:
    """What git has of the repository around the vault, and what is staged there. Where the vault is can depend on a
    configuration that is staged."""
    start = Path(os.path.abspath(given.vault or (paths[0] if paths else ".")))
    snapshots = _snapshots(git.top(start) or _around(paths, given).top, start)
    disk = snapshots.index()
    place = root.find(paths, given.vault, given.config, not given.no_config, disk)
    top = git.top(place.root)
    if top == snapshots.top:
        return snapshots, disk
    snapshots = _snapshots(top, place.root)
    return snapshots, snapshots.index()


def _around(paths: Sequence[str], given: Given) -> Snapshots:
    """What git has of the repository around the vault on disk."""
    place = root.find(paths, given.vault, given.config, not given.no_config)
    return _snapshots(git.top(place.root), place.root)


def _snapshots(top: Path | None, place: Path) -> Snapshots:
    if top is None:
        raise VaultError(f'git cannot say what changed in "{place}"', "run it inside a git work tree")
    return Snapshots(top)


def _key(run: Run, finding: Finding) -> Key:
    """What tells findings of two states apart. Help is no part of it: it may depend on all names of the vault."""
    return run.place_of(finding.path), finding.rule, finding.severity, finding.span, finding.message
