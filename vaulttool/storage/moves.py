"""The steps of each commit, as git prints them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from vaulttool.model.moves import Step
from vaulttool.storage import git
from vaulttool.storage.disk import vault_path


def steps(root: Path) -> list[list[Step]]:
    """What became of files below a folder in each commit, the newest first, and before them in what is not committed
    yet. Side branches count with the commit that merged them. Nothing where git cannot say."""
    return [commit for answer in git.history(root) for commit in _commits(answer)]


def _commits(answer: bytes) -> Iterator[list[Step]]:
    """The steps of the commits in what git printed: each begins with a field that is no step."""
    steps: list[Step] = []
    fields = iter(answer.split(b"\0"))
    for field in fields:
        if field.lstrip(b"\n").startswith(b":"):
            steps.append(_step(field.split(), fields))
        elif steps:
            yield steps
            steps = []
    if steps:
        yield steps


def _step(about: Sequence[bytes], fields: Iterator[bytes]) -> Step:
    """One step: its status, and one path or two."""
    status, content = about[4].decode(), about[3].decode()
    path = _path(next(fields))
    if status[0] == "R":
        return Step(path, _path(next(fields)), int(status[1:]), content)
    return Step(path if status[0] == "D" else None, None if status[0] == "D" else path, 100, content)


def _path(name: bytes) -> str:
    return vault_path(os.fsdecode(name))
