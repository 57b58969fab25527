"""Where the cache of a vault is, and whether there is to be one."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from vaulttool.commands._options import CACHE_FOLDER, Given
from vaulttool.storage.root import Place

if TYPE_CHECKING:
    from vaulttool.storage.cache import Cache


def cache_folder(place: Place, given: Given) -> Path:
    """Where the cache of a vault is."""
    return Path(given.cache_dir) if given.cache_dir else place.base / CACHE_FOLDER


def cache_of(place: Place, given: Given) -> Cache | None:
    """The cache of a vault, unless none is to be used."""
    if given.no_cache:
        return None
    from vaulttool.storage.cache import Cache  # only where it is used: it takes time to import

    return Cache(cache_folder(place, given), os.path.relpath(place.root, place.base))
