"""The status board: each endpoint with its present status, its eras and their figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from vaulttool.model.cannot import NoDatum
from vaulttool.model.records import Endpoint, Era, Unknown, When
from vaulttool.model.status import ACTIVE, RETIRED, status
from vaulttool.site.material import Material
from vaulttool.site.names import address


class EraRow(NamedTuple):
    """An era as a row of a table; ``page`` is where it is described."""

    start: str
    end: str
    status: str
    title: str
    page: str
    engine: str
    figures: Sequence[tuple[str, str]]
    reasons: Sequence[str]


class Standing(NamedTuple):
    """An endpoint as it stands. ``page`` is its owner page, ``now`` the title of the era that is open."""

    name: str
    status: str
    now: str
    since: str
    host: str
    page: str
    names: str
    url: str
    eras: Sequence[EraRow]
    attempts: int


def board(material: Material) -> list[Standing]:
    """Every endpoint, those in use first."""
    found = [_standing(material, endpoint) for endpoint in material.sources.data.endpoints.values()]
    return sorted(found, key=lambda one: (one.status != ACTIVE, one.name))


def _standing(material: Material, endpoint: Endpoint) -> Standing:
    still = [era for era in endpoint.eras if era.end is None]
    last = still[-1] if still else endpoint.eras[-1] if endpoint.eras else None
    return Standing(
        endpoint.endpoint,
        ACTIVE if still else status(last) if last else RETIRED,
        last.title if last else "",
        _day(last.start) if last else "",
        endpoint.host,
        _page(material, endpoint.owner_page),
        ", ".join(name.name for name in endpoint.names if name.name != endpoint.endpoint),
        endpoint.url or "",
        [_row(material, era) for era in endpoint.eras],
        len(endpoint.attempts),
    )


def _row(material: Material, era: Era) -> EraRow:
    return EraRow(
        _day(era.start),
        "open" if era.end is None else _day(era.end),
        status(era),
        era.title,
        _page(material, era.page),
        era.engine or "",
        list(_figures(material, era)),
        list(_reasons(era)),
    )


def _reasons(era: Era) -> Iterator[str]:
    """Why a day is not known."""
    for what, when in (("Start", era.start), ("End", era.end)):
        if isinstance(when, Unknown):
            yield f"{what} not known: {when.unknown}"


def _figures(material: Material, era: Era) -> Iterator[tuple[str, str]]:
    for name in era.figures:
        try:
            datum = material.sources.data.figure(name)
        except NoDatum:
            continue  # a finding tells of it
        yield datum.title, datum.text


def _page(material: Material, link: str) -> str:
    path = material.sources.statuses.note(link)
    return address(path) if path in frozenset(material.pages) else ""


def _day(when: When) -> str:
    return "unknown" if isinstance(when, Unknown) else when
