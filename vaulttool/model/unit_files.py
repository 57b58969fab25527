"""Reads a unit file of the repository, with the env files that set variables in it and its drop-ins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import get_args

from vaulttool.errors import VaultError
from vaulttool.model.repository import Repository
from vaulttool.model.settings import Declared, DropIn, EnvFile, declared
from vaulttool.parsing.drop_ins import folders
from vaulttool.parsing.environment import Dialect
from vaulttool.text.span import Lines, Span

DIALECTS: tuple[Dialect, ...] = get_args(Dialect)
QUADLETS = (".container", ".pod", ".kube", ".build", ".image", ".network", ".volume")


def read_unit(files: Repository, path: str, env: Sequence[str] = ()) -> Declared:
    """What the file at a path declares, variables resolved. ``env`` names env files, ``PATH`` or ``PATH:DIALECT``.

    ``VaultError`` for a file that is not there, a dialect that is none, or a kind of file that nobody knows.
    """
    path, dialect = _split(path)
    reader = dialect or _reader_of(path)
    given = [_split(one) for one in env]
    environment = [EnvFile(name, _text(files, name), own or reader) for name, own in given]
    return declared(path, _text(files, path), environment, list(drop_ins(files, path)), dialect)


def line(text: str, number: int) -> Span:
    """A line of a file, from 1, without the blanks around what stands there."""
    span = Lines(text).span(number)
    written = span.of(text)
    start = span.start + len(written) - len(written.lstrip())
    return Span(start, start + len(written.strip()))


def _split(named: str) -> tuple[str, Dialect | None]:
    """A path and the dialect behind it, if there is one."""
    path, colon, word = named.rpartition(":")
    if not colon:
        return named, None
    for dialect in DIALECTS:
        if word == dialect:
            return path, dialect
    raise VaultError(f'"{word}" is no dialect of env files', f"known are {', '.join(DIALECTS)}")


def _reader_of(path: str) -> Dialect:
    """Who reads the env files of a unit: podman those of a Quadlet, Compose those of a compose file."""
    if path.endswith(QUADLETS):
        return "podman"
    return "compose" if path.endswith((".yaml", ".yml")) else "systemd"


def _text(files: Repository, path: str) -> str:
    text = files.text(path)
    if text is None:
        raise VaultError(f'no file "{path}" is in the repository', "paths are relative to the configuration's folder")
    return text


def drop_ins(files: Repository, path: str) -> Iterator[DropIn]:
    """The drop-ins of a unit that lie in the repository."""
    beside = (one for folder in set(folders(path)) for one in files.in_folder(folder))
    for one in sorted(one for one in beside if one.endswith(".conf")):
        yield DropIn(one, files.text(one) or "")
