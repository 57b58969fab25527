"""The files that a vault needs besides its configuration, each only where there is none yet."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from vaulttool.commands import _snippets
from vaulttool.commands._asking import Asking
from vaulttool.model.mapped_schemas import Mapped
from vaulttool.model.schema import SUFFIX
from vaulttool.model.vault import Vault
from vaulttool.storage import git
from vaulttool.storage.disk import printable
from vaulttool.storage.installed import installed

HOOKS = ".pre-commit-config.yaml"
HOST = re.compile(r"(?:[a-z+]+://)?(?:[^/@\s]*@)?(?P<host>[^/:\s]+)")


class New(NamedTuple):
    """A file to be written, and whether one stands there already, which is then left as it is. ``is_snippet`` says that
    what is missing in that one can be added by hand, ``is_long`` that nobody reads it."""

    place: Path
    content: str
    is_there: bool
    is_snippet: bool = False
    is_long: bool = False

    @property
    def is_same(self) -> bool:
        """Whether what stands there is what would be written."""
        try:
            return self.is_there and self.place.read_bytes() == self.content.encode("utf-8")
        except OSError:
            return False


def new(place: Path, content: str, is_snippet: bool = False, is_long: bool = False) -> New:
    """A file, looked up on the disk."""
    return New(place, content, os.path.lexists(place), is_snippet, is_long)


def told_path(place: Path) -> str:
    """A path as the user can open it."""
    return printable(os.path.relpath(place).replace(os.sep, "/"))


def schema_files(mapped: Sequence[Mapped], folder: Path) -> Iterator[New]:
    """The inferred schemas."""
    for one in mapped:
        if one.content is not None:
            text = msgspec.json.format(msgspec.json.encode(one.content), indent=2).decode() + "\n"
            yield new(folder / (one.name + SUFFIX), text)


def hooks(vault: Vault, base: Path, asking: Asking) -> Iterator[New]:
    """What makes pre-commit and the forge run the check, in a git repository. ``base`` holds the configuration."""
    top = git.top(base)
    if top is None:
        return
    options = [] if top == base else ["--vault", os.path.relpath(base, top).replace(os.sep, "/")]
    has_regions = any(note.document.regions or note.document.figures for note in vault.notes.values())
    source = installed()
    for path, question, write in _asked(top):
        place = top / path
        if os.path.lexists(place) or asking.yes(question):
            yield new(place, write(source, options, has_regions), is_snippet=True)


def _asked(top: Path) -> Iterator[tuple[str, str, _snippets.Write]]:
    """The files that fit the repository, each with a question and what writes it."""
    yield HOOKS, "Have pre-commit check every commit?", _snippets.pre_commit
    hosts = [found["host"].lower() for address in git.remotes(top) if (found := HOST.match(address))]
    if (top / ".github").is_dir() or any("github" in host for host in hosts):
        yield ".github/workflows/vaulttool.yml", "Have GitHub check every push?", _snippets.github
    if (top / ".gitlab-ci.yml").exists() or any("gitlab" in host for host in hosts):
        yield ".gitlab-ci.yml", "Have GitLab check every push?", _snippets.gitlab
