"""Asks git what it ignores and what has changed. Nothing of the repository's own is run: no hooks, no
monitors, no pagers."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from vaulttool.errors import VaultError

SAFE = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "safe.directory=*")
NAMES = ("--name-only", "--no-renames", "--relative", "--no-ext-diff", "-z")


def top(place: Path) -> Path | None:
    """The top folder of the git work tree around a place, or None."""
    for folder in (place, *place.parents):
        if (folder / ".git").exists():
            return folder
    return None


def ignored(root: Path) -> list[str] | None:
    """The files and folders (with a ``/`` at the end) below a folder that git ignores; None where git cannot say.

    Nothing where git ignores the folder itself: who asks for it means what lies in it.
    """
    answer = _ask(root, "ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z")
    if answer in (None, b"./\0"):
        return [] if _ask(root, "check-ignore", "--quiet", ".") is not None else None
    return _names(answer)


def files(folder: Path) -> list[str] | None:
    """The files below a folder that git has, and those that it does not know yet and does not ignore; None where
    git cannot say. Files that are gone from the disk are left out."""
    answer = _ask(folder, "ls-files", "--cached", "--others", "--exclude-standard", "-z")
    if answer is None:
        return None
    return sorted({name for name in _names(answer) if os.path.lexists(folder / name)})


def staged(root: Path) -> list[str]:
    """The paths below a folder that the next commit changes, deleted ones too."""
    return _needed(root, "diff", "--cached", *NAMES)


def changed(root: Path, since: str) -> list[str]:
    """The paths below a folder that differ from a commit, and those that git does not know yet."""
    unknown = _needed(root, "ls-files", "--others", "--exclude-standard", "-z")
    commit = None if since[:1] == "-" else _ask(root, "rev-parse", "--verify", "--quiet", since + "^{commit}")
    if commit is None:
        raise VaultError(f'"{since}" is no commit', "name a commit, a branch or a tag; PATHs stand before --changed")
    return unknown + _needed(root, "diff", *NAMES, commit.decode().strip(), "--")


def _needed(root: Path, *arguments: str) -> list[str]:
    """The names that git answers; ``VaultError`` where it does not."""
    answer = _ask(root, *arguments)
    if answer is None:
        raise VaultError(f'git cannot say what changed in "{root}"', "run it inside a git work tree")
    return _names(answer)


def _names(answer: bytes) -> list[str]:
    return [os.fsdecode(name) for name in answer.split(b"\0") if name]


def _ask(root: Path, *arguments: str) -> bytes | None:
    """What git prints, or None where there is no git, no repository or an error."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment["GIT_OPTIONAL_LOCKS"] = "0"
    index = os.environ.get("GIT_INDEX_FILE")  # set while a commit is being made: it holds what is staged
    if index and _is_of(os.path.abspath(index), _run(root, environment, "rev-parse", "--absolute-git-dir")):
        environment["GIT_INDEX_FILE"] = os.path.abspath(index)
    return _run(root, environment, *arguments)


def _is_of(index: str, answer: bytes | None) -> bool:
    """Whether an index is that of the vault's repository: the hook of another one may have started the run."""
    folder = os.fsdecode((answer or b"").rstrip(b"\n"))
    return os.path.realpath(os.path.dirname(index)) == os.path.realpath(folder)


def _run(root: Path, environment: Mapping[str, str], *arguments: str) -> bytes | None:
    """The standard output of git, run in a folder; None where there is no git or it fails."""
    import subprocess  # only in a repository: it takes time to import

    try:
        done = subprocess.run(["git", *SAFE, *arguments], cwd=root, env=environment, capture_output=True, check=False)
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None
