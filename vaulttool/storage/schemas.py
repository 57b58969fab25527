"""Reads the shipped schemas and the user's own."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import vaulttool
from vaulttool.errors import ConfigurationError
from vaulttool.model.schema import SUFFIX
from vaulttool.storage.bounds import lies_in
from vaulttool.storage.disk import DISK, Disk

DATA = ("endpoint", "run", "host", "names", "relations", "metrics")
OWN_FORMATS = frozenset(
    f"{name}{SUFFIX}" for name in ("config", "report", "baseline", "report-line", "link", *DATA)
)  # of no note


def shipped_folder() -> Path:
    """Where the shipped schemas lie: inside the installed package, or beside it in a checkout."""
    package = Path(vaulttool.__file__).parent
    inside = package / "schemas"
    return inside if inside.is_dir() else package.parent / "schemas"


def read(own: Path | None, disk: Disk = DISK, top: Path | None = None) -> Mapping[str, Mapping[str, Any]]:
    """All schemas by file name; those of the user's own folder add to the shipped ones or take their place.

    ``ConfigurationError`` names a file that is no JSON object, or a link that leads out of the folder ``top``.
    """
    found = {name: content for name, content in _folder(shipped_folder(), DISK).items() if name not in OWN_FORMATS}
    if own is not None:
        if not disk.is_dir(str(own)):
            raise ConfigurationError(f'no folder "{own}"', "name the folder of your schemas in [schemas] folder")
        found.update(_folder(own, disk, top))
    return found


def of_data() -> Mapping[str, Mapping[str, Any]]:
    """The schemas of the data files, by file name."""
    folder = shipped_folder()
    return {name + SUFFIX: _read(str(folder / (name + SUFFIX)), DISK) for name in DATA}


def _folder(folder: Path, disk: Disk, top: Path | None = None) -> dict[str, Mapping[str, Any]]:
    try:
        entries = sorted(disk.entries(str(folder)), key=lambda entry: entry.name)
    except OSError as error:
        raise ConfigurationError(f'the folder "{folder}" cannot be listed: {error}', "let it be read") from error
    files = [entry for entry in entries if entry.name.endswith(SUFFIX)]
    for entry in files:
        if top is not None and entry.is_symlink() and not lies_in(disk.real(entry.path), top):
            message = f'the schema "{entry.path}" is a link that leads out of the repository'
            raise ConfigurationError(message, "put a file in its place")
    return {entry.name: _read(entry.path, disk) for entry in files}


def _read(place: str, disk: Disk) -> Mapping[str, Any]:
    try:
        content = json.loads(disk.content(place))
    except (OSError, ValueError) as error:
        raise ConfigurationError(f'the schema "{place}" cannot be read: {error}', "mend the file") from error
    if not isinstance(content, dict):
        raise ConfigurationError(f'the schema "{place}" is no JSON object')
    return content
