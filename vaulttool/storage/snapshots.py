"""The files as git's index or a commit has them: laid over the work tree where they differ from it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

from vaulttool.errors import VaultError
from vaulttool.storage import git
from vaulttool.storage.overlay import Blob, Laid, Overlay

RAW = ("--raw", "--no-abbrev", "--no-renames", "--relative", "--no-ext-diff", "--ignore-submodules=all", "-z")
LINK, SUBMODULE, ABSENT = b"120000", b"160000", b"000000"
COMPARED = b"H "  # how an entry of the index begins that git compares with the work tree
NOT_CHECKED_OUT = b"Ss"
UNMERGED = b"M"
SHOWN = 3  # paths in a message
RESOLVE = "resolve it and stage the files, or leave --staged out"


class Snapshots:
    """What git has of a repository, by the top of its work tree. ``VaultError`` where git cannot tell.

    What git ignores is no part of any snapshot, and stays as it lies on disk; what it does not know yet is in none.
    """

    def __init__(self, top: Path) -> None:
        self.top = top
        self._place = os.path.join(os.path.realpath(top), "")

    def commit(self, reference: str) -> str | None:
        """The commit that a reference names; None for ``HEAD`` where nothing was ever committed."""
        if reference == "HEAD" and git.ask(self.top, "rev-parse", "--verify", "--quiet", "HEAD") is None:
            return None
        return git.commit_of(self.top, reference, "name a commit, a branch or a tag; PATHs stand before --changed")

    def index(self) -> Overlay:
        """The files that are staged. ``VaultError`` where a merge left some in conflict."""
        entries = self._uncompared
        unmerged = sorted({path for tag, path, _ in entries if tag == UNMERGED})
        if unmerged:
            listed = ", ".join(f'"{path}"' for path in unmerged[:SHOWN]) + (", ..." if unmerged[SHOWN:] else "")
            raise VaultError(f"nothing can be said of what is staged, as a merge is in conflict: {listed}", RESOLVE)
        return self._overlay(self._differing(), {path: blob for _, path, blob in entries})

    def at(self, commit: str, staged: bool) -> Overlay:
        """The files of a commit, as they are to be compared with those that are ``staged``, else with the work tree.

        In a sparse checkout the work tree lacks files that the index has; it is compared without them.
        """
        entries = self._uncompared
        if staged:
            return self._overlay(self._differing(commit), {path: blob for _, path, blob in entries})
        lacking = {path for tag, path, _ in entries if tag in NOT_CHECKED_OUT}
        laid = self._differing(commit)
        return self._overlay({path: one for path, one in laid.items() if path not in lacking}, {})

    def staged(self) -> set[str]:
        """The places of the files that the next commit changes, deleted ones too."""
        return {self._place + path for path in git.staged(self.top)}

    def changed(self, commit: str) -> set[str]:
        """The places of the files of the work tree that differ from a commit, new and deleted ones too."""
        return {self._place + path for path in git.changed(self.top, commit)}

    def _overlay(self, differing: Mapping[str, Laid], uncompared: Mapping[str, Laid]) -> Overlay:
        laid = {**self._unknown, **uncompared, **differing}
        return Overlay({self._place + path: one for path, one in laid.items()}, self._contents, False)

    @cached_property
    def _unknown(self) -> Mapping[str, Laid]:
        """What git does not know yet and does not ignore: it is in no snapshot."""
        return dict.fromkeys(git.unknown(self.top))

    @cached_property
    def _uncompared(self) -> Sequence[tuple[bytes, str, Blob]]:
        """The entries of the index that git does not compare with the work tree: each with its tag."""
        answer = git.ask(self.top, "ls-files", "-v", "-s", "-z")
        if answer is None:
            raise VaultError(f'git cannot say what is staged in "{self.top}"', "run it inside a git work tree")
        found = []
        for entry in answer.split(b"\0"):
            if entry and not entry.startswith(COMPARED):
                told, _, path = entry.partition(b"\t")
                tag, mode, id, _ = told.split(b" ")
                if mode != SUBMODULE:
                    found.append((tag, os.fsdecode(path), Blob(id.decode(), mode == LINK)))
        return found

    @cached_property
    def _options(self) -> Sequence[str]:
        return git.without_filters(self.top)

    def _differing(self, commit: str | None = None) -> dict[str, Laid]:
        """What a commit, or the index, has at each path where it differs from the work tree."""
        options = [*self._options, "diff", *RAW, *([commit] if commit else []), "--"]
        answer = git.ask(self.top, *options)
        if answer is None:
            raise VaultError(f'git cannot say what changed in "{self.top}"', "run it inside a git work tree")
        fields = answer.split(b"\0")
        found: dict[str, Laid] = {}
        for told, path in zip(fields[::2], fields[1::2], strict=False):
            mode, new_mode, id, *_ = told[1:].split(b" ")
            if SUBMODULE not in (mode, new_mode):
                found[os.fsdecode(path)] = None if mode == ABSENT else Blob(id.decode(), mode == LINK)
        return found

    def _contents(self, ids: Sequence[str]) -> Mapping[str, bytes]:
        """The contents of blobs by their names."""
        answer = git.ask(self.top, "cat-file", "--batch", given="".join(f"{id}\n" for id in ids).encode()) or b""
        found: dict[str, bytes] = {}
        position = 0
        for id in ids:
            end = answer.find(b"\n", position)
            header = answer[position:end].split()
            if len(header) != 3:
                remedy = "let git fetch what the clone lacks, or clone the whole history"
                raise VaultError(f"git has not the content {id}", remedy)
            position = end + 1 + int(header[2])
            found[id] = answer[end + 1 : position]
            position += 1
        return found
