"""Asks git what it ignores, what has changed and what it has. Nothing of the repository's own is run: no hooks, no
monitors, no pagers. Nothing is fetched."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from vaulttool.errors import VaultError

SAFE = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "safe.directory=*")
NAMES = ("--name-only", "--no-renames", "--relative", "--no-ext-diff", "-z")
OFFLINE = ("-c", "protocol.allow=never")  # a clone without all objects would fetch the one that is asked for
REMOTES = r"^remote\..*\.(fetch|tagopt)$"
ALL_BRANCHES = "refs/heads/*:"


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


def would_ignore(folder: Path, paths: Sequence[str]) -> list[str]:
    """Of paths below a folder, those that git would ignore, whether or not they are there."""
    asked = [path for path in paths if path and path[0] != "/" and path[:3] != "../" and "\0" not in path]
    answer = _ask(folder, "check-ignore", "-z", "--stdin", given="".join(path + "\0" for path in asked))
    return _names(answer or b"")  # it fails where it ignores none


def absent(folder: Path, names: Sequence[str]) -> list[str] | None:
    """Of names of tags, branches and commits, those that the repository around a folder has not.

    None where git cannot say: without git or repository, and in a clone that has only a part of the history or of
    the tags. One without a single tag counts as such, since the commonest clones of a build leave all out.
    """
    if not _is_whole(folder):
        return None
    asked = [name for name in names if name and "\n" not in name and "\0" not in name]
    given = "".join(name + "\n" for name in asked)
    answer = _ask(folder, "cat-file", "--batch-check=%(objectname)", given=given)
    if answer is None:
        return None
    lines = answer.decode("utf-8", "replace").split("\n")
    return [name for name, line in zip(asked, lines, strict=False) if line.endswith(" missing")]


def _is_whole(folder: Path) -> bool:
    """Whether a repository has all tags and branches of the one that it was cloned from, as far as it knows."""
    if _ask(folder, "rev-parse", "--is-shallow-repository") != b"false\n":
        return False
    if not _ask(folder, "for-each-ref", "--count=1", "refs/tags"):
        return False
    entries = [name.lower() for name in _names(_ask(folder, "config", "-z", "--get-regexp", REMOTES) or b"")]
    fetched = [value for name, _, value in (entry.partition("\n") for entry in entries) if name.endswith(".fetch")]
    has_tags = not any(entry.endswith(".tagopt\n--no-tags") for entry in entries)
    return not fetched or (has_tags and any(ALL_BRANCHES in value for value in fetched))


def _needed(root: Path, *arguments: str) -> list[str]:
    """The names that git answers; ``VaultError`` where it does not."""
    answer = _ask(root, *arguments)
    if answer is None:
        raise VaultError(f'git cannot say what changed in "{root}"', "run it inside a git work tree")
    return _names(answer)


def _names(answer: bytes) -> list[str]:
    return [os.fsdecode(name) for name in answer.split(b"\0") if name]


def _ask(root: Path, *arguments: str, given: str | None = None) -> bytes | None:
    """What git prints, ``given`` a text to read; None where there is no git, no repository or an error."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment["GIT_OPTIONAL_LOCKS"] = "0"
    index = os.environ.get("GIT_INDEX_FILE")  # set while a commit is being made: it holds what is staged
    if index and _is_of(os.path.abspath(index), _run(root, environment, "rev-parse", "--absolute-git-dir")):
        environment["GIT_INDEX_FILE"] = os.path.abspath(index)
    if given is None:
        return _run(root, environment, *arguments)
    return _run(root, environment, *OFFLINE, *arguments, given=os.fsencode(given))


def _is_of(index: str, answer: bytes | None) -> bool:
    """Whether an index is that of the vault's repository: the hook of another one may have started the run."""
    folder = os.fsdecode((answer or b"").rstrip(b"\n"))
    return os.path.realpath(os.path.dirname(index)) == os.path.realpath(folder)


def _run(root: Path, environment: Mapping[str, str], *arguments: str, given: bytes | None = None) -> bytes | None:
    """The standard output of git, run in a folder; None where there is no git or it fails."""
    import subprocess  # only in a repository: it takes time to import

    try:
        command = ["git", *SAFE, *arguments]
        done = subprocess.run(command, cwd=root, env=environment, input=given, capture_output=True, check=False)
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None
