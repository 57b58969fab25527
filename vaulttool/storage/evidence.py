"""Reads saved evidence, and writes a run that is not there yet."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import NamedTuple, NoReturn

from vaulttool.errors import EvidenceError, VaultError
from vaulttool.storage.writing import Writer

UTF_16 = (b"\xff\xfe", b"\xfe\xff")


class Evidence(NamedTuple):
    """A saved file: its text without a byte order mark, and the SHA-256 of its bytes."""

    text: str
    sha256: str


def read(file: str) -> Evidence:
    """The evidence in a file; ``EvidenceError`` where there is no text in it."""
    try:
        content = Path(file).read_bytes()
    except FileNotFoundError as error:
        raise EvidenceError(f'no file "{file}"', "check its spelling and the working directory") from error
    except IsADirectoryError as error:
        raise EvidenceError(f'"{file}" is a folder', "name one file of evidence") from error
    except OSError as error:
        raise EvidenceError(f'"{file}" cannot be read: {(error.strerror or "").lower()}') from error
    if not content.strip():
        raise EvidenceError(f'"{file}" is empty', "save the evidence again")
    return Evidence(_decoded(content, file), hashlib.sha256(content).hexdigest())


def _decoded(content: bytes, file: str) -> str:
    if content.startswith(UTF_16):
        raise EvidenceError(f'"{file}" is UTF-16', "save it as UTF-8")
    if b"\0" in content:
        raise EvidenceError(f'"{file}" is binary: byte {content.index(0) + 1} is null', "save the evidence as text")
    try:
        return content.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise EvidenceError(f"{file}:{line}: byte {error.start + 1} is no UTF-8", "save it as UTF-8") from error


def write_new(file: str, text: str) -> None:
    """Write a file that does not exist; ``EvidenceError`` where one does, since runs are never changed."""
    if os.path.lexists(file):
        refuse(file)
    folder = os.path.dirname(file)
    if folder and not os.path.isdir(folder):
        raise EvidenceError(f'"{file}" cannot be written: no such folder', "make it, or name another file")
    try:
        Writer().replace(file, None, text.encode("utf-8"))
    except VaultError as error:
        raise EvidenceError(error.message.replace(os.path.realpath(file), file), error.remedy) from error


def refuse(file: str) -> NoReturn:
    """``EvidenceError`` for a file that is there already."""
    remedy = "a run is never overwritten: name another file, or remove this one if it was never used"
    raise EvidenceError(f'"{file}" exists already', remedy) from None
