"""The steps of each commit, as git prints them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from vaulttool.model.moves import Step
from vaulttool.storage import git
from vaulttool.storage.disk import vault_path

# Modes and contents before and after, and what became of the file.
STATUS = re.compile(rb":\d+ \d+ [0-9a-f]+ (?P<content>[0-9a-f]+) (?P<kind>[ADR])(?P<likeness>\d{1,3})?")


def steps(root: Path) -> list[list[Step]]:
    """What became of files below a folder in each commit, the newest first, and before them in what is not committed
    yet. Side branches count with the commit that merged them. Nothing where git cannot say."""
    return [commit for answer in git.history(root) for commit in _commits(answer)]


def _commits(answer: bytes) -> Iterator[list[Step]]:
    """The steps of the commits in what git printed: each begins with a field that is no step."""
    steps: list[Step] = []
    fields = iter(answer.split(b"\0"))
    for field in fields:
        if (status := STATUS.fullmatch(field.lstrip(b"\n"))) and (step := _step(status, fields)):
            steps.append(step)
        elif steps:
            yield steps
            steps = []
    if steps:
        yield steps


def _step(status: re.Match[bytes], fields: Iterator[bytes]) -> Step | None:
    """One step, from its status and the path or two behind it; None where git broke off."""
    kind, content = status["kind"], status["content"].decode()
    path, renamed = next(fields, b""), next(fields, b"") if kind == b"R" else None
    if not path or renamed == b"":
        return None
    if renamed is not None:
        return Step(_path(path), _path(renamed), int(status["likeness"] or 100), content)
    return Step(None, _path(path), 100, content) if kind == b"A" else Step(_path(path), None, 100, content)


def _path(name: bytes) -> str:
    return vault_path(os.fsdecode(name))
