"""Endpoints as JSON, for a homepage: a whole file of `[[outputs]]`.

A list with one object an endpoint: `name`, `title` and `status` of its last era, `since`, `host`, `url`, `model`,
`page` (from the file's own folder) and `figures`. Arguments: `status` keeps the endpoints whose last era has one of
these statuses. What data do not have is left out of an object.

With `data/endpoints/lisbon.yaml`:

    endpoint: lisbon
    host: atlas
    owner_page: "[[Lisbon]]"
    url: http://192.0.2.1:7770
    eras:
      - {id: b, title: One card, start: 2026-09-21, page: "[[Lisbon]]"}

With `Lisbon.md`:

    # One card

Writes, in `cards.json`, for `cards`:

    [
      {
        "name": "lisbon",
        "title": "One card",
        "status": "ACTIVE",
        "since": "2026-09-21",
        "host": "atlas",
        "url": "http://192.0.2.1:7770",
        "page": "Lisbon.md"
      }
    ]
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from vaulttool.generators._era_figures import EraFigure, era_figures
from vaulttool.model.cannot import CannotGenerate
from vaulttool.model.generator import Request, generator
from vaulttool.model.records import Endpoint
from vaulttool.model.status import Told, last, status


class Arguments(msgspec.Struct, frozen=True):
    """Arguments of `cards`."""

    status: tuple[str, ...] = ()


@generator()
def lines(request: Request[Arguments]) -> Iterator[str]:
    """The JSON text."""
    kept = request.arguments.status
    cards = [_card(request, endpoint) for _, endpoint in sorted(request.data.endpoints.items())]
    cards = [card for card in cards if not kept or card["status"] in kept]
    if not cards:
        raise CannotGenerate("no endpoint is to be shown", "change the argument status, or the data")
    yield from json.dumps(cards, indent=2, ensure_ascii=False).split("\n")


def _named(one: EraFigure) -> str:
    return f"{one.title} ({one.arm})" if one.arm else one.title


def _card(request: Request[Arguments], endpoint: Endpoint) -> dict[str, Any]:
    era = last([Told(endpoint, era) for era in endpoint.eras]).era
    path = request.statuses.note(endpoint.owner_page)
    card = {
        "name": endpoint.endpoint,
        "title": era.title,
        "status": status(era),
        "since": era.start if isinstance(era.start, str) else None,
        "host": endpoint.host,
        "url": endpoint.url,
        "model": era.model,
        "page": request.linker.relative(path) if path else None,
        "figures": {_named(one): one.text for one in era_figures(request.data, era)},
    }
    return {name: value for name, value in card.items() if value}
