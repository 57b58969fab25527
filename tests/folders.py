"""Folders and git repositories on disk, for the tests of the shell."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

SETTINGS = ("user.name=Tester", "user.email=tester@example.org", "commit.gpgSign=false", "core.hooksPath=/dev/null")


def write(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Files written below a folder, by path; a path that ends in ``/`` is an empty folder."""
    for path, content in files.items():
        place = folder / path
        if path.endswith("/"):
            place.mkdir(parents=True, exist_ok=True)
            continue
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    return folder


def git(folder: Path, *arguments: str) -> str:
    """What git says in a folder, with none of the settings of the user who runs the tests."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    settings = [part for setting in SETTINGS for part in ("-c", setting)]
    done = subprocess.run(
        ["git", *settings, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


def repository(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """A git repository whose one commit holds the files that git does not ignore."""
    write(folder, files)
    git(folder, "init", "--quiet", "--initial-branch=main")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message=first")
    return folder
