"""What status an era has, and a page: derived where data exist, else as people typed it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from vaulttool.model.vault import Note, Vault

if TYPE_CHECKING:
    from vaulttool.model.dataset import Dataset
    from vaulttool.model.records import Endpoint, Era, When

ACTIVE, RETIRED, SUPERSEDED = "ACTIVE", "RETIRED", "SUPERSEDED"


class Told(NamedTuple):
    """An era that a page describes, and the endpoint that it belongs to."""

    endpoint: Endpoint
    era: Era


def status(era: Era) -> str:
    """ACTIVE without an end; SUPERSEDED where an era took its place; RETIRED otherwise."""
    if era.end is None:
        return ACTIVE
    return SUPERSEDED if era.superseded_by else RETIRED


def status_of(eras: list[Told]) -> str:
    """The status of a page with eras: ACTIVE if one is open, else that of the one that ended last."""
    if any(told.era.end is None for told in eras):
        return ACTIVE
    return status(last(eras).era)


def last(eras: list[Told]) -> Told:
    """The era that is open, or else ended last; the later in the list of those that ended on one day."""
    return max(enumerate(eras), key=lambda item: (_end(item[1].era.end), item[0]))[1]


def _end(end: When | None) -> str:
    """An end as something to sort by: an open era is the last, an unknown day the first."""
    if end is None:
        return "9999"
    return end if isinstance(end, str) else end.to or end.from_ or ""


class Statuses:
    """The eras and the status of every page of a vault."""

    def __init__(self, vault: Vault, data: Dataset, property: str = "status") -> None:
        self.vault = vault
        self.data = data
        self.property = property

    @cached_property
    def eras(self) -> Mapping[str, list[Told]]:
        """The eras that each note describes, by vault path, in the order of the data."""
        found: dict[str, list[Told]] = {}
        for endpoint in self.data.endpoints.values():
            for era in endpoint.eras:
                path = self.note(era.page)
                if path is not None:
                    found.setdefault(path, []).append(Told(endpoint, era))
        return found

    @cached_property
    def pages(self) -> frozenset[str]:
        """The notes that data name: pages of eras, attempts and hosts, and owner pages."""
        data = self.data
        links = [host.page for host in data.hosts.values()]
        for endpoint in data.endpoints.values():
            links += [
                endpoint.owner_page,
                *(era.page for era in endpoint.eras),
                *(one.page for one in endpoint.attempts),
            ]
        found = {self.note(link) for link in links if link is not None}
        return frozenset(path for path in found if path is not None)

    def note(self, link: str) -> str | None:
        """The vault path of the file that a link in data, ``[[Note]]``, leads to."""
        return self.vault.index.resolve(link[2:-2], "").target

    def of(self, note: Note) -> str | None:
        """The status of a page; None where neither data nor its front matter give one."""
        eras = self.eras.get(note.path)
        if eras:
            return status_of(eras)
        typed = note.document.property(self.property)
        return typed.value if typed and isinstance(typed.value, str) and typed.value else None
