"""Reads the files around a vault that pages are generated from; none outside the repository."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from vaulttool.errors import ConfigurationError
from vaulttool.model.misplaced import folder_like
from vaulttool.model.repository import Repository
from vaulttool.storage import disk, git
from vaulttool.storage.root import Place

PAGES = (".md", ".markdown", ".html", ".htm")


def repository(place: Place) -> Repository:
    """The repository of a run: paths are relative to the configuration's folder."""
    top = os.path.realpath(place.repository)
    base = str(place.base)

    def content(path: str) -> bytes | None:
        """What stands in a file inside the repository, links followed."""
        where = os.path.realpath(os.path.join(base, path))
        if not (where + os.sep).startswith(os.path.join(top, "")) or not os.path.isfile(where):
            return None
        try:
            return Path(where).read_bytes()
        except OSError:
            return None

    vault, above = (_relative(*ends) for ends in ((place.root, place.base), (place.base, place.root)))
    return Repository(content, lambda: _paths(place), vault, above)


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


def data_files(place: Place) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """The texts of the data files, by path from the configuration's folder; and of those that cannot be read, why."""
    texts: dict[str, str] = {}
    unread: dict[str, str] = {}
    if place.config.data is None:
        return texts, unread
    folder = place.base / place.config.data
    if not folder.is_dir():
        message = f'{place.config_file}: the folder of the data, "{place.config.data}", is no folder'
        raise ConfigurationError(message, 'correct the key "data"')
    try:
        files = list(_yaml_files(folder))
    except OSError as error:
        message = f"{place.config_file}: the folder of the data cannot be listed: {error}"
        raise ConfigurationError(message, "let it be read") from error
    for file in files:
        path = os.path.relpath(file, place.base).replace(os.sep, "/")
        try:
            texts[path] = disk.read(file)
        except UnicodeDecodeError as error:
            unread[path] = f"byte {error.start + 1} is no UTF-8"
        except OSError as error:
            unread[path] = (error.strerror or str(error)).lower()
    return texts, unread


def _yaml_files(top: Path) -> Iterable[str]:
    """The YAML files that stand in the data folder itself, and all in its folders that hold data by their name."""
    for name in sorted(os.listdir(top)):
        place = os.path.join(top, name)
        if _is_yaml(name):
            yield place
        elif folder_like(name) is not None and os.path.isdir(place):
            for folder, folders, files in os.walk(place, onerror=_refuse):
                folders[:] = sorted(below for below in folders if below[0] != ".")
                yield from (os.path.join(folder, file) for file in sorted(files) if _is_yaml(file))


def _is_yaml(name: str) -> bool:
    return name.endswith((".yaml", ".yml")) and name[0] != "."


def _refuse(error: OSError) -> None:
    raise error
