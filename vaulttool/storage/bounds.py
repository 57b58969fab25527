"""What lies in a repository, symbolic links followed: nothing else is read or written because a file of it says so."""

from __future__ import annotations

import os
from pathlib import Path

from vaulttool.errors import ConfigurationError
from vaulttool.storage import git

IN_IT = "name one in it"
OWN = ".git"  # may hold passwords, and what git runs


def lies_in(place: str | os.PathLike[str], top: str | os.PathLike[str]) -> bool:
    """Whether a file or folder, or what is to become one, lies in a folder or is it, wherever links lead, and is none
    of git's own there. Whether anything is at the place does not matter."""
    inside, real = (os.path.join(os.path.realpath(one), "") for one in (top, place))
    return real.startswith(inside) and OWN not in real[len(inside) :].casefold().split(os.sep)


def leads_out(place: Path) -> bool:
    """Whether a place is a link that leads out of the git repository around it."""
    if not place.is_symlink():
        return False
    top = git.top(place.parent)
    return top is not None and not lies_in(place, top)


def require_inside(path: str, thing: str, file: Path | None, base: Path, top: Path) -> None:
    """``ConfigurationError`` for a path of the configuration, from its folder ``base``, that leads out of the
    repository ``top``."""
    if not lies_in(base / path, top):
        raise ConfigurationError(f'{file}: the {thing} "{path}" lies outside the repository', IN_IT)


def bound(repository: Path) -> Path | None:
    """The folder that links must not lead out of: the top of a git repository, which others have, too. Where there is
    none, the links are somebody's own."""
    return repository if (repository / ".git").exists() else None
