"""Asks git what it ignores and what has changed. Nothing of the repository's own is run: no hooks, no
monitors, no pagers."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from vaulttool.errors import VaultError

SAFE = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "safe.directory=*")


def top(place: Path) -> Path | None:
    """The top folder of the git work tree around a place, or None."""
    for folder in (place, *place.parents):
        if (folder / ".git").exists():
            return folder
    return None


def ignored(root: Path) -> list[str] | None:
    """The files and folders (with a ``/`` at the end) below a folder that git ignores; None where git cannot say."""
    answer = _ask(root, "ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z")
    return None if answer is None else _names(answer)


def staged(root: Path) -> list[str]:
    """The paths below a folder that the next commit changes, deleted ones too."""
    return _needed(root, "diff", "--cached", "--name-only", "--relative", "--no-ext-diff", "-z")


def changed(root: Path, since: str) -> list[str]:
    """The paths below a folder that differ from a commit, and those that git does not know yet."""
    if since.startswith("-"):
        raise VaultError(f'"{since}" is no commit')
    differing = _needed(root, "diff", "--name-only", "--relative", "--no-ext-diff", "-z", since, "--")
    return differing + _needed(root, "ls-files", "--others", "--exclude-standard", "-z")


def _needed(root: Path, *arguments: str) -> list[str]:
    """The names that git answers; ``VaultError`` where it does not."""
    answer = _ask(root, *arguments)
    if answer is None:
        raise VaultError(f'git cannot say what changed in "{root}"', "run it inside a git work tree, with a commit")
    return _names(answer)


def _names(answer: bytes) -> list[str]:
    return [os.fsdecode(name) for name in answer.split(b"\0") if name]


def _ask(root: Path, *arguments: str) -> bytes | None:
    """What git prints, or None where there is no git, no repository or an error."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment["GIT_OPTIONAL_LOCKS"] = "0"
    if index := os.environ.get("GIT_INDEX_FILE"):  # set while a commit is being made: it holds what is staged
        environment["GIT_INDEX_FILE"] = os.path.abspath(index)
    try:
        done = subprocess.run(["git", *SAFE, *arguments], cwd=root, env=environment, capture_output=True, check=False)
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None
