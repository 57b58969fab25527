"""The eras of an endpoint, one row each.

Arguments: `endpoint` is its name, present or past. `columns` chooses and orders the columns: `start`, `end`,
`status`, `shape`, `engine`, `image`, `model`, `tag`, `figures` and `page`; without it there are start, end, status,
shape and page. A column with `?` behind its name may be missing in some eras and then holds a dash; without it, a
missing value is an error. `status=` keeps the eras of these statuses.

The status is derived: ACTIVE without an end, SUPERSEDED where an era took its place, RETIRED otherwise. A day that
is not known is said below the table with its reason. Figures of one name are told apart by the arm that they are of.
The page column links to the section that describes the era.

With `data/endpoints/lisbon.yaml`:

    endpoint: lisbon
    host: atlas
    owner_page: "[[Lisbon]]"
    eras:
      - {id: a, title: Two cards, start: 2026-09-20, end: 2026-09-21, superseded_by: b, page: "[[Lisbon]]"}
      - {id: b, title: One card, start: 2026-09-21, page: "[[Lisbon]]", section: One card}

Writes, in `Lisbon.md`, for `eras endpoint="lisbon"`:

    | Start | End | Status | Shape | Page |
    | --- | --- | --- | --- | --- |
    | 2026-09-20 | 2026-09-21 | SUPERSEDED | Two cards | [[Lisbon]] |
    | 2026-09-21 | open | ACTIVE | One card | [[#One card\\|One card]] |
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from vaulttool.generators._columns import tabled
from vaulttool.generators._dates import day, unknown
from vaulttool.generators._era_figures import EraFigure, era_figures
from vaulttool.model.cannot import CannotGenerate, NoDatum
from vaulttool.model.generator import Request, generator
from vaulttool.model.records import Era
from vaulttool.model.status import status
from vaulttool.text.table import code

HEADINGS = {
    "start": "Start",
    "end": "End",
    "status": "Status",
    "shape": "Shape",
    "engine": "Engine",
    "image": "Image",
    "model": "Model",
    "tag": "Tag",
    "figures": "Figures",
    "page": "Page",
}


class Arguments(msgspec.Struct, frozen=True):
    """Arguments of `eras`."""

    endpoint: str
    columns: tuple[str, ...] = ("start", "end", "status", "shape", "page")
    status: tuple[str, ...] = ()


@generator()
def lines(request: Request[Arguments]) -> Iterator[str]:
    """The table, then what is not known."""
    endpoint = request.data.endpoint(request.arguments.endpoint)
    kept = request.arguments.status
    eras = [era for era in endpoint.eras if not kept or status(era) in kept]
    if not eras:
        raise CannotGenerate(f'no era of "{endpoint.endpoint}" is {" or ".join(kept)}', "change the argument status")
    things = [(era, f'the era "{era.id}"') for era in eras]
    yield from tabled(request.arguments.columns, HEADINGS, things, lambda era, name: _cell(request, era, name))
    shown = {name.removesuffix("?") for name in request.arguments.columns}
    yield from unknown(
        (name.capitalize(), era.title, when)
        for era in eras
        for name, when in (("start", era.start), ("end", era.end))
        if name in shown
    )


def _cell(request: Request[Arguments], era: Era, name: str) -> str | None:
    """What stands in a column; None where the era does not tell."""
    if name == "page":
        return _page(request, era)
    if name == "figures":
        return "<br>".join(map(_figure, era_figures(request.data, era))) or None
    if name in ("image", "model", "tag"):
        written = era.git_tag if name == "tag" else getattr(era, name)
        return code(written) if written else None
    cells = {
        "start": day(era.start),
        "end": "open" if era.end is None else day(era.end),
        "status": status(era),
        "shape": era.title,
        "engine": era.engine,
    }
    return cells[name]


def _figure(one: EraFigure) -> str:
    return f"{one.title} {one.text}{f' ({one.arm})' if one.arm else ''}"


def _page(request: Request[Arguments], era: Era) -> str:
    """The link to where the era is described."""
    path = request.statuses.note(era.page)
    if path is None:
        raise NoDatum(f'the page "{era.note}" of the era "{era.id}" is not in the vault', "correct its data")
    return request.linker.link(path, era.section, era.section)
