"""Data files that stand where nothing reads them, told only where there is no doubt that they are data."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

KINDS: Mapping[str, str] = {
    "endpoints": "endpoint",
    "runs": "run",
    "hosts": "host",
}  # folder and kind
KEYS: Mapping[str, tuple[str, ...]] = {  # file and keys
    "names": ("renames", "retired_names"),
    "relations": ("relations",),
    "metrics": ("metrics",),
}


class Place(NamedTuple):
    """Where a file should stand, below the data folder, and what of such files is read."""

    path: str
    read: str


def folder_like(name: str) -> str | None:
    """The folder of data files that a name stands for, another case or the singular included."""
    return _plural(name) if _plural(name) in KINDS else None


def right_place(inner: str, content: Any, fits: Callable[[str], bool]) -> Place | None:
    """Where a file that is not read belongs; None where it may be anything. ``inner`` is its path below the data
    folder, ``fits`` tells whether its content fits the schema of a kind."""
    if not isinstance(content, dict):
        return None
    folders, _, file = inner.rpartition("/")
    stem, _, suffix = file.rpartition(".")
    top = folder_like(folders.partition("/")[0])
    if top is not None:
        kind = KINDS[top]
        return Place(f"{top}/{file}", f'files of {top} are read from the folder "{top}"') if kind in content else None
    if folders:
        return None
    like = _plural(stem)
    if any(key in content for key in KEYS.get(like, ())):
        return Place(f"{like}.{suffix}", f'{like} are read from the file "{like}.{suffix}"')
    for folder, kind in KINDS.items():
        if kind in content and fits(kind):
            return Place(posixpath.join(folder, file), f'files of {folder} are read from the folder "{folder}"')
    return None


def _plural(name: str) -> str:
    return name.lower().rstrip("s") + "s"
