"""The shapes of an endpoint that were tried and never served, one row each.

Arguments: `endpoint`. `columns` chooses and orders the columns: `date`, `shape`, `outcome`, `evidence`, `container`,
`run` and `page`, the note that tells of it or from which its run was read; without it there are date, shape and
outcome. A column with `?` behind its name may be missing in some rows. `sort="-date"` puts the newest first; without
it they stand as in the data. `outcome` keeps some outcomes.

A date that is not known shows the days between which it lies, as far as they are known, and is said below the table
with its reason; attempts with the same reason share a line.

With `data/endpoints/lisbon.yaml`:

    endpoint: lisbon
    host: atlas
    owner_page: "[[Lisbon]]"
    eras:
      - {id: a, title: Two cards, start: 2026-09-20, page: "[[Lisbon]]"}
    attempts:
      - {date: 2026-09-22, title: fill 0.99, outcome: refused-boot}
      - {date: {unknown: not recorded, from: 2026-09-20, to: 2026-09-22}, title: three cards, outcome: crashed}

Writes, in `Lisbon.md`, for `attempts endpoint="lisbon"`:

    | Date | Shape | Outcome |
    | --- | --- | --- |
    | 2026-09-22 | fill 0.99 | refused boot |
    | 2026-09-20 to 2026-09-22 | three cards | crashed |

    Not known:

    - Date of *three cards*: not recorded.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from vaulttool.generators._columns import tabled
from vaulttool.generators._dates import between, sort_key, unknown
from vaulttool.model.cannot import CannotGenerate
from vaulttool.model.generator import Request, generator
from vaulttool.model.records import Attempt
from vaulttool.text.table import code

HEADINGS = {
    "date": "Date",
    "shape": "Shape",
    "outcome": "Outcome",
    "evidence": "Evidence",
    "container": "Container",
    "run": "Run",
    "page": "Page",
}


class Arguments(msgspec.Struct, frozen=True):
    """Arguments of `attempts`."""

    endpoint: str
    columns: tuple[str, ...] = ("date", "shape", "outcome")
    sort: str = ""
    outcome: tuple[str, ...] = ()


@generator()
def lines(request: Request[Arguments]) -> Iterator[str]:
    """The table."""
    asked = request.arguments
    endpoint = request.data.endpoint(asked.endpoint)
    attempts = [one for one in endpoint.attempts if not asked.outcome or one.outcome in asked.outcome]
    if not attempts:
        raise CannotGenerate(f'"{endpoint.endpoint}" has no such attempts', "add them to its data, or take this out")
    if asked.sort.removeprefix("-") not in ("", "date"):
        raise CannotGenerate(f'attempts cannot be sorted by "{asked.sort}"', 'write sort="date" or sort="-date"')
    if asked.sort:
        attempts.sort(key=lambda one: sort_key(one.date), reverse=asked.sort.startswith("-"))
    things = [(one, f'the attempt "{one.title}"') for one in attempts]
    yield from tabled(asked.columns, HEADINGS, things, lambda one, name: _cell(request, one, name))
    if {"date", "date?"} & {*asked.columns}:
        yield from unknown(("Date", one.title, one.date) for one in attempts)


def _cell(request: Request[Arguments], one: Attempt, name: str) -> str | None:
    """What an attempt has for a column."""
    if name == "page":
        return _page(request, one)
    cells = {
        "date": between(one.date),
        "shape": one.title,
        "outcome": one.outcome.replace("-", " "),
        "evidence": code(one.evidence) if one.evidence else None,
        "container": code(one.container) if one.container else None,
        "run": code(one.run) if one.run else None,
    }
    return cells[name]


def _page(request: Request[Arguments], one: Attempt) -> str | None:
    """The link to the note that tells of an attempt, else to the one from which its run was read."""
    if one.page:
        path = request.statuses.note(one.page)
        return request.linker.link(path) if path else None
    document = request.data.run(one.run).source.document if one.run else None
    return request.linker.link(request.files.from_vault(document)) if document else None
