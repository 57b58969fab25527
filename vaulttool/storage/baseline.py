"""The file of a baseline: JSON with one finding a line, sorted, so that two branches merge."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from vaulttool.errors import VaulttoolError
from vaulttool.model.baseline import Entry
from vaulttool.storage.disk import DISK, Disk

if TYPE_CHECKING:
    from vaulttool.storage.writing import Writer

NAME = "vaulttool-baseline.json"
VERSION = 1
REMEDY = 'take it from git as it was, or remove it and write another with "vaulttool baseline"'
CONFLICT = b"\n<<<<<<< "


class BaselineError(VaulttoolError):
    """A baseline that cannot be read."""


class _Content(msgspec.Struct, forbid_unknown_fields=True):
    version: int
    findings: list[Entry]


class _Version(msgspec.Struct):
    version: int


class Stored(NamedTuple):
    """A baseline as it was read: the file's bytes and what they say."""

    content: bytes
    entries: list[Entry]


def stored(place: str, disk: Disk = DISK) -> Stored | None:
    """The baseline in a file; None where there is no file. ``BaselineError`` where it is none that can be read."""
    try:
        content = disk.content(place)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BaselineError(f'"{place}" cannot be read: {(error.strerror or str(error)).lower()}', REMEDY) from error
    if CONFLICT in content:
        raise BaselineError(f'"{place}" has a git conflict in it', "keep the lines of both sides between its brackets")
    try:
        version = msgspec.json.decode(content, type=_Version).version
        if version != VERSION:
            raise BaselineError(
                f'"{place}" is a baseline of version {version}, and this vaulttool knows version {VERSION}',
                "use the vaulttool that wrote it, or remove it and write another",
            )
        return Stored(content, msgspec.json.decode(content, type=_Content).findings)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BaselineError(f'"{place}" is no baseline: {error}', REMEDY) from error


def write(writer: Writer, place: str, before: Stored | None, entries: Iterable[Entry]) -> bool:
    """Write a baseline in one step, if the file is still what was read and the content is another; whether it was
    written. ``VaultError`` where that cannot be done."""
    newline = b"\r\n" if before and b"\r\n" in before.content else b"\n"
    content = written(entries).replace(b"\n", newline)
    if before and before.content == content:
        return False
    writer.replace(os.path.abspath(place), before.content if before else None, content)
    return True


def written(entries: Iterable[Entry]) -> bytes:
    """The content of a file with these entries."""
    lines = [msgspec.json.format(msgspec.json.encode(entry), indent=0) for entry in sorted(entries)]
    listed = b",\n".join(lines) + b"\n" if lines else b""
    return b'{"version": %d, "findings": [\n%s]}\n' % (VERSION, listed)
