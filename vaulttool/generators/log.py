"""What data know of a stretch of time, as entries of a work log by day.

Eras that began and ended, names that changed, and, where asked for, attempts and runs. A cutover adds its own entry,
since it changes the data. Arguments: `month="2026-10"`, or `from` and `to` with days; `endpoint` keeps one endpoint;
`include` chooses among `eras`, `names`, `attempts` and `runs`; without it there are eras and names. What happened on
a day that is not known is left out.

With `data/endpoints/lisbon.yaml`:

    endpoint: lisbon
    host: atlas
    owner_page: "[[Lisbon]]"
    eras:
      - {id: a, title: Two cards, start: 2026-09-20, end: 2026-09-21, superseded_by: b, page: "[[Lisbon]]"}
      - {id: b, title: One card, start: 2026-09-21, page: "[[Lisbon]]", section: One card}

With `Lisbon.md`:

    # One card

Writes, in `Log.md`, for `log from="2026-09-21" to="2026-09-30"`:

    - 2026-09-21: [[Lisbon|lisbon]]: the era *Two cards* ended, SUPERSEDED ([[Lisbon]]).
    - 2026-09-21: [[Lisbon|lisbon]]: the era *One card* began ([[Lisbon#One card|One card]]).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from vaulttool.model.cannot import CannotGenerate
from vaulttool.model.generator import Request, generator
from vaulttool.model.records import Endpoint, Era
from vaulttool.model.status import status
from vaulttool.text.table import code

KINDS = ("eras", "names", "attempts", "runs")
MONTH = re.compile(r"[0-9]{4}-(?:0[1-9]|1[0-2])")
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class Arguments(msgspec.Struct, frozen=True):
    """Arguments of `log`."""

    month: str = ""
    from_: str = msgspec.field(default="", name="from")
    to: str = ""
    endpoint: str = ""
    include: tuple[str, ...] = ("eras", "names")


class Entry(NamedTuple):
    """Something that happened on a day. What happened on one day stands in the order of the data, eras first."""

    day: str
    order: int
    text: str


@generator()
def lines(request: Request[Arguments]) -> Iterator[str]:
    """One line an entry, by day."""
    first, last = _stretch(request.arguments)
    entries = [entry for entry in _entries(request) if first <= entry.day <= last]
    if not entries:
        raise CannotGenerate(f"the data know of nothing from {first} to {last}", "change the days, or what to include")
    for entry in sorted(entries, key=lambda entry: (entry.day, entry.order)):
        yield f"- {entry.day}: {entry.text}."


def covers(asked: Arguments, day: str) -> bool:
    """Whether a region with these arguments tells which eras began on a day."""
    first, last = _stretch(asked)
    return "eras" in asked.include and first <= day <= last


def _stretch(asked: Arguments) -> tuple[str, str]:
    """The first and the last day; ``CannotGenerate`` where they are none."""
    if asked.month and not (asked.from_ or asked.to) and MONTH.fullmatch(asked.month):
        return f"{asked.month}-01", f"{asked.month}-31"
    if not asked.month and DAY.fullmatch(asked.from_) and DAY.fullmatch(asked.to) and asked.from_ <= asked.to:
        return asked.from_, asked.to
    raise CannotGenerate("it needs a month, or two days in order", 'write month="2026-10", or from="..." and to="..."')


def _entries(request: Request[Arguments]) -> Iterator[Entry]:
    """All that the data know of; days that are not known are no strings and left out."""
    asked = request.arguments
    for kind in asked.include:
        if kind not in KINDS:
            raise CannotGenerate(f'"{kind}" is nothing that happens', f"known are {', '.join(KINDS)}")
    only = request.data.endpoint(asked.endpoint) if asked.endpoint else None
    for endpoint in request.data.endpoints.values():
        if only is None or endpoint is only:
            yield from _of_endpoint(request, endpoint)
    if "runs" in asked.include:
        for run in request.data.runs.values():
            mine = only is None or request.data.by_name.get(run.endpoint or "") is only
            if mine and isinstance(run.date, str):
                yield Entry(run.date, 3, f"{run.title} ({code(run.run)})")


def _of_endpoint(request: Request[Arguments], endpoint: Endpoint) -> Iterator[Entry]:
    """What happened to one endpoint."""
    include = request.arguments.include
    owner = request.statuses.note(endpoint.owner_page)
    name = request.linker.link(owner, label=endpoint.endpoint) if owner else endpoint.endpoint
    for era in endpoint.eras if "eras" in include else ():
        if isinstance(era.start, str):
            yield Entry(era.start, 0, f"{name}: the era *{era.title}* began{_where(request, era)}")
        if isinstance(era.end, str):
            yield Entry(era.end, 0, f"{name}: the era *{era.title}* ended, {status(era)}{_where(request, era)}")
    for before, after in zip(endpoint.names, endpoint.names[1:], strict=False) if "names" in include else ():
        if isinstance(after.from_, str):
            yield Entry(after.from_, 1, f"{name}: {code(before.name)} became {code(after.name)}")
    for one in endpoint.attempts if "attempts" in include else ():
        if isinstance(one.date, str):
            yield Entry(one.date, 2, f"{name}: {one.title} was tried, {one.outcome.replace('-', ' ')}")


def _where(request: Request[Arguments], era: Era) -> str:
    path = request.statuses.note(era.page)
    return f" ({request.linker.link(path, era.section, era.section)})" if path else ""
