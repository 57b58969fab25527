"""What pages are generated from, as the configuration of a run names it: data files, counts, units, outputs."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from vaulttool.model.repository import Repository
from vaulttool.storage.bounds import require_inside
from vaulttool.storage.disk import Disk
from vaulttool.storage.repository import data_files
from vaulttool.storage.root import Place
from vaulttool.text.globs import Globs
from vaulttool.text.span import Span

if TYPE_CHECKING:
    from vaulttool.model.dataset import Dataset
    from vaulttool.model.outputs import Output


def has_data(place: Place) -> bool:
    """Whether the configuration gives addresses anything to stand for."""
    return place.config.data is not None or bool(place.config.counts)


def dataset(place: Place, files: Repository, changed: Mapping[str, str | None], disk: Disk) -> Dataset:
    """The data files, read. Those that are ``changed`` have another text, or are gone.

    ``ConfigurationError`` for a data folder outside the repository.
    """
    from vaulttool.model.counts import Count, Counts  # only where data are asked for: they take time to import
    from vaulttool.model.data_schemas import DataSchemas
    from vaulttool.model.dataset import Dataset
    from vaulttool.storage import schemas

    if place.config.data is not None:
        require_inside(place.config.data, "data folder", place.config_file, place.base, place.repository)
    read, unread = data_files(place, disk)
    texts = {path: text for path, text in {**read, **changed}.items() if text is not None}
    ready = DataSchemas(schemas.of_data()) if texts else None
    counts = {name: Count(told.title, told.glob, told.file, told.of) for name, told in place.config.counts.items()}
    return Dataset(texts, _data_folder(place), ready, Counts(files, counts).datum, unread)


def outputs(place: Place, files: Repository) -> list[Output]:
    """The whole files that the configuration asks for, each with its place there.

    ``ConfigurationError`` for one outside the repository.
    """
    asked = place.config.outputs
    if not asked:
        return []
    from vaulttool.model.outputs import Output  # only where there are some: it takes time to import

    text = files.text(place.config_file.name) or "" if place.config_file else ""
    for one in asked:
        require_inside(one.path, "output", place.config_file, place.base, place.repository)
    found = [re.search(rf"""["']{re.escape(one.path)}["']""", text) for one in asked]
    return [
        Output(one.path, one.kind, one.arguments, Span(*match.span()) if match else Span(0, 0))
        for one, match in zip(asked, found, strict=True)
    ]


def units(data: Dataset) -> list[str]:
    """The unit and env files that eras name, by path from the configuration's folder."""
    eras = [era for endpoint in data.endpoints.values() for era in endpoint.eras]
    return list(dict.fromkeys(path for era in eras for path in (*era.units, *era.env)))


def is_named(place: Place, path: str) -> bool:
    """Whether the configuration names a file, by its path from the configuration's folder: as an extra page, as one of
    the other files, as an output, as the folder of data files or as one of them."""
    config = place.config
    if path.startswith("../"):
        return False
    if Globs(config.extra_files).match(path) or Globs(config.repository_files).match(path):
        return True
    if any(path == output.path for output in config.outputs):
        return True
    folder = _data_folder(place)
    return bool(folder) and (path == folder or path.startswith(folder + "/"))


def _data_folder(place: Place) -> str:
    """The folder of the data files by its path from the configuration's; empty where they are one, or none."""
    folder = posixpath.normpath(place.config.data or "")
    return "" if folder == "." else folder
