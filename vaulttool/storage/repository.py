"""Reads the files around a vault that pages are generated from; none outside the repository."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from vaulttool.errors import ConfigurationError
from vaulttool.model.misplaced import folder_like
from vaulttool.model.repository import Repository
from vaulttool.storage import git
from vaulttool.storage.bounds import lies_in
from vaulttool.storage.disk import DISK, Disk, holds
from vaulttool.storage.root import Place

PAGES = (".md", ".markdown", ".html", ".htm")


def repository(place: Place, disk: Disk = DISK) -> Repository:
    """The repository of a run: paths are relative to the configuration's folder."""
    base = str(place.base)

    def content(path: str) -> bytes | None:
        """What stands in a file inside the repository, links followed."""
        where = os.path.realpath(os.path.join(base, path))
        if not lies_in(where, place.repository) or not disk.is_file(where):
            return None
        try:
            return disk.content(where)
        except OSError:
            return None

    vault, above = (_relative(*ends) for ends in ((place.root, place.base), (place.base, place.root)))
    return Repository(content, lambda: disk.listed(base, _paths(place)), vault, above)


def _relative(place: Path, start: Path) -> str:
    """A place as seen from another; empty where they are one."""
    relative = os.path.relpath(place, start).replace(os.sep, "/")
    return "" if relative == "." else relative


def _paths(place: Place) -> Iterable[str]:
    """The files below the configuration's folder, those aside that git ignores or that lie in a folder with a dot."""
    known = git.files(place.base) if git.top(place.base) else None
    return known if known is not None else list(_walked(place.base))


def _walked(base: Path) -> Iterable[str]:
    for folder, folders, names in os.walk(base):
        folders[:] = sorted(name for name in folders if name[0] != ".")
        for name in names:
            yield os.path.relpath(os.path.join(folder, name), base).replace(os.sep, "/")


def data_files(place: Place, disk: Disk = DISK) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """The texts of the data files, by path from the configuration's folder; and of those that cannot be read, why."""
    texts: dict[str, str] = {}
    unread: dict[str, str] = {}
    if place.config.data is None:
        return texts, unread
    folder = str(place.base / place.config.data)
    if not disk.is_dir(folder):
        message = f'{place.config_file}: the folder of the data, "{place.config.data}", is no folder'
        raise ConfigurationError(message, 'correct the key "data"')
    try:
        files = list(_yaml_files(folder, disk, place.repository))
    except OSError as error:
        message = f"{place.config_file}: the folder of the data cannot be listed: {error}"
        raise ConfigurationError(message, "let it be read") from error
    for file in files:
        path = os.path.relpath(file, place.base).replace(os.sep, "/")
        if not lies_in(disk.real(file), place.repository):
            unread[path] = "it leads out of the repository"
            continue
        try:
            texts[path] = disk.text(file)
        except UnicodeDecodeError as error:
            unread[path] = f"byte {error.start + 1} is no UTF-8"
        except OSError as error:
            unread[path] = (error.strerror or str(error)).lower()
    return texts, unread


def _yaml_files(top: str, disk: Disk, repository: Path) -> Iterable[str]:
    """The YAML files that stand in the data folder itself, and all in its folders that hold data by their name."""
    for entry in sorted(disk.entries(top), key=lambda entry: entry.name):
        if _is_yaml(entry.name):
            yield entry.path
        elif entry.is_symlink() and not lies_in(disk.real(entry.path), repository):
            continue
        elif folder_like(entry.name) is not None and holds(entry.is_dir):
            yield from _yaml_files_below(entry.path, disk)


def _yaml_files_below(top: str, disk: Disk) -> Iterable[str]:
    """Those in a folder, then those in each folder of it; no link to a folder is followed."""
    entries = sorted(disk.entries(top), key=lambda entry: entry.name)
    folders = [entry for entry in entries if holds(entry.is_dir)]
    yield from (entry.path for entry in entries if entry not in folders and _is_yaml(entry.name))
    for folder in folders:
        if folder.name[0] != "." and not folder.is_symlink():
            yield from _yaml_files_below(folder.path, disk)


def _is_yaml(name: str) -> bool:
    return name.endswith((".yaml", ".yml")) and name[0] != "."
