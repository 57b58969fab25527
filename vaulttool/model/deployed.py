"""What is deployed: the open eras, the units and env files that they name, and what these declare."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from vaulttool.errors import VaulttoolError
from vaulttool.model.records import Endpoint, Era
from vaulttool.model.setting import Setting
from vaulttool.model.sources import Sources
from vaulttool.model.unit_files import read_unit
from vaulttool.parsing.data import Keys


class Open(NamedTuple):
    """An era, mostly an open one, its endpoint and its place in that one's list."""

    endpoint: Endpoint
    era: Era
    number: int

    def keys(self, *below: str | int) -> Keys:
        """The keys of a value of the era in its data file."""
        return ("eras", self.number, *below)


def open_eras(sources: Sources) -> Iterator[Open]:
    """The eras that have not ended, by endpoint."""
    for endpoint in sources.data.endpoints.values() if sources.has_data else ():
        for index, era in enumerate(endpoint.eras):
            if era.end is None:
                yield Open(endpoint, era, index)


def data_file(sources: Sources, one: Open) -> str:
    """The data file of an era's endpoint, by its path from the vault's root."""
    return sources.files.from_vault(sources.data.paths["endpoint", one.endpoint.endpoint])


def by_page(sources: Sources) -> Mapping[str, list[Open]]:
    """The open eras that notes are about, by vault path: an era's own page, and the owner page of its endpoint."""
    found: dict[str, list[Open]] = {}
    for one in open_eras(sources):
        for path in {sources.statuses.note(link) for link in (one.era.page, one.endpoint.owner_page)}:
            if path is not None:
                found.setdefault(path, []).append(one)
    return found


def ended_by_page(sources: Sources) -> Mapping[str, list[Open]]:
    """The ended eras of notes that have no open one, by vault path: those whose units and env files have stayed as they
    were, since no era elsewhere goes on with them."""
    is_open = by_page(sources)
    found: dict[str, list[Open]] = {}
    users: dict[str, set[str | None]] = {}
    for endpoint in sources.data.endpoints.values() if sources.has_data else ():
        for index, era in enumerate(endpoint.eras):
            path = sources.statuses.note(era.page)
            for file in (*era.units, *era.env):
                users.setdefault(file, set()).add(path if era.end is not None else None)
            if path is not None and path not in is_open and (era.units or era.env):
                found.setdefault(path, []).append(Open(endpoint, era, index))
    return {
        path: eras
        for path, eras in found.items()
        if all(users[file] == {path} for one in eras for file in (*one.era.units, *one.era.env))
    }


def settings_of(sources: Sources, era: Era) -> list[Setting] | None:
    """What the units and env files of an era declare, variables resolved; None where one cannot be read, of which
    bad-data speaks."""
    found: list[Setting] = []
    try:
        for file in (*era.units, *era.env):
            found += read_unit(sources.files, file, era.env if file in era.units else ()).settings
    except VaulttoolError:
        return None
    return found


def engine_settings(sources: Sources, era: Era) -> list[Setting] | None:
    """The settings of an era without the options that a service gives podman or docker, whose letters mean others."""
    settings = settings_of(sources, era)
    return None if settings is None else [one for at, one in enumerate(settings) if not _is_before_image(settings, at)]


def _is_before_image(settings: Sequence[Setting], at: int) -> bool:
    """Whether a flag stands before the image in the same command."""
    one = settings[at]
    if one.kind != "flag" or not one.path.endswith(".service"):
        return False
    return any(each.name == "Image" and each.path == one.path for each in settings[at + 1 :])
