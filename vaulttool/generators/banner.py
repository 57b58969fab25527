"""The call-out at the top of a page that describes eras: their status, days and successors.

Arguments: `endpoint` and `era` choose one era; without them it speaks of all eras that the data put on this page.
`last="yes"` keeps the one that is open, or else ended last: for a page that has a table of its eras. `fold="yes"`
makes the call-out one that can be folded.

The title is the status of the page, which is derived: ACTIVE if one of its eras is open, else that of the one that
ended last.

With `data/endpoints/lisbon.yaml`:

    endpoint: lisbon
    host: atlas
    owner_page: "[[Endpoint]]"
    eras:
      - {id: a, title: Two cards, start: 2026-09-20, end: 2026-09-21, superseded_by: b, page: "[[Lisbon]]"}
      - {id: b, title: One card, start: 2026-09-21, page: "[[Endpoint]]"}

With `Endpoint.md`:

    One card.

Writes, in `Lisbon.md`, for `banner`:

    > [!warning] SUPERSEDED 2026-09-20 to 2026-09-21
    > An era of [[Endpoint|lisbon]]: Two cards. Superseded by One card ([[Endpoint]]).
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from vaulttool.generators._dates import day
from vaulttool.model.cannot import CannotGenerate, NoDatum
from vaulttool.model.generator import Request, generator
from vaulttool.model.records import Era, Unknown
from vaulttool.model.status import ACTIVE, Told, last, status, status_of

CALLOUTS = {ACTIVE: "info"}


class Arguments(msgspec.Struct, frozen=True):
    """Arguments of `banner`."""

    endpoint: str = ""
    era: str = ""
    last: bool = False
    fold: bool = False


@generator()
def lines(request: Request[Arguments]) -> Iterator[str]:
    """The call-out: its title, then a line an era."""
    eras = _eras(request)
    word = status_of(eras)
    told = last(eras)
    yield f"> [!{CALLOUTS.get(word, 'warning')}]{'-' if request.arguments.fold else ''} {word} {_days(told.era)}"
    for one in eras:
        yield f"> {_when(one) if len(eras) > 1 else ''}{_told(request, one)}"


def _when(one: Told) -> str:
    """The status and days of one era among several."""
    return f"- {status(one.era)} {_days(one.era)}. "


def _told(request: Request[Arguments], one: Told) -> str:
    """One era in a sentence, and what followed."""
    return f"An era of {_owner(request, one)}: {_sentence(one.era.title)}{_next(request, one)}"


def _eras(request: Request[Arguments]) -> list[Told]:
    """The eras that the banner speaks of."""
    asked = request.arguments
    found = request.statuses.eras.get(request.page.path, [])
    if asked.endpoint:
        endpoint = request.data.endpoint(asked.endpoint)
        found = (
            [Told(endpoint, era) for era in endpoint.eras]
            if asked.era
            else [one for one in found if one.endpoint is endpoint]
        )
    if asked.era:
        found = [one for one in found if one.era.id == asked.era]
    if not found:
        raise CannotGenerate("the data put no such era on this page", "name endpoint and era, or correct the data")
    return [last(found)] if asked.last else found


def _days(era: Era) -> str:
    """When an era was."""
    if era.end is None:
        return "since an unknown day" if isinstance(era.start, Unknown) else f"since {era.start}"
    if isinstance(era.start, Unknown):
        return f"until {day(era.end)}"
    return day(era.start) if era.start == era.end else f"{day(era.start)} to {day(era.end)}"


def _owner(request: Request[Arguments], told: Told) -> str:
    """The endpoint, as a link to its own page where that is another one."""
    path = request.statuses.note(told.endpoint.owner_page)
    name = told.endpoint.endpoint
    return request.linker.link(path, label=name) if path and path != request.page.path else name


def _next(request: Request[Arguments], told: Told) -> str:
    """What followed."""
    if told.era.superseded_by is not None:
        found = next((era for era in told.endpoint.eras if era.id == told.era.superseded_by), None)
        if found is None:
            raise NoDatum(f'no era of "{told.endpoint.endpoint}" is named "{told.era.superseded_by}"')
        path = request.statuses.note(found.page)
        where = f" ({request.linker.link(path, found.section, found.section)})" if path else ""
        return f" Superseded by {found.title}{where}."
    if told.era.continued_as is not None:
        return f" The endpoint went on as {told.era.continued_as.endpoint}."
    return ""


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else text + "."
