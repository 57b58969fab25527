"""A day that lies outside the era that it is told of.

Speaks of data: a run that names an era and is of a day before its start or after its end; both boundaries lie inside,
and a day or boundary that is not known counts with what is known of it. Speaks of claimed pages of eras, too: of the
heading of an era's own section that gives other days than the era had ("Shape from 2026-09-20"), of a heading in that
section that gives a day of its service ("Deployed flags (2026-09-19)"), and of a range called an era that lies in none
of its endpoint. What such a heading calls before or after, a trial or a candidate is left alone.

Bad, `data/runs/boot.yaml`:

    run: boot
    title: Boot
    kind: boot-log
    date: 2026-10-11
    host: atlas
    endpoint: lisbon
    era: two-cards
    source: {document: Lisbon.md, line: 1}
    results: {}

Good, `data/runs/boot.yaml`:

    run: boot
    title: Boot
    kind: boot-log
    date: 2026-10-10
    host: atlas
    endpoint: lisbon
    era: two-cards
    source: {document: Lisbon.md, line: 1}
    results: {}

Bad, `Lisbon.md`:

    ## Two cards

    ### Deployed flags (2026-09-19)

Good, `Lisbon.md`:

    ## Two cards

    ### Deployed flags (2026-09-21)

    ### Trial before the cutover (2026-09-19)

With `data/endpoints/lisbon.yaml`:

    endpoint: lisbon
    host: atlas
    owner_page: "[[Lisbon]]"
    eras:
      - {id: two-cards, title: Two cards, start: 2026-09-21, end: 2026-10-10, page: "[[Lisbon]]", section: Two cards}

With `data/hosts/atlas.yaml`:

    host: atlas
    facts: []

With `vaulttool.toml`:

    data = "data"
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from vaulttool.model.finding import Finding, Related
from vaulttool.model.rule import Context, rule

if TYPE_CHECKING:
    from vaulttool.model.records import Endpoint, Era


@rule("error", scope="vault")
def check(context: Context) -> Iterator[Finding]:
    """Report the runs that are of no day of their era, then the headings and ranges of pages."""
    if not context.sources.has_data or not context.sources.data.endpoints:
        return
    yield from _runs(context)
    yield from _pages(context)


def _runs(context: Context) -> Iterator[Finding]:
    """The runs of a day outside the era that they name."""
    from vaulttool.model.told_eras import outside  # only where there are data, as below

    data = context.sources.data
    for name, run in sorted(data.runs.items()):
        endpoint = data.by_name.get(run.endpoint or "")
        eras = [era for era in endpoint.eras if era.id == run.era] if endpoint else []
        how = outside(run.date, eras[0]) if len(eras) == 1 else ""
        if endpoint and how:
            path = context.sources.files.from_vault(data.paths["run", name])
            yield context.finding(
                path,
                context.sources.place(path, ("date",)),
                f'the run is of a day outside the era "{eras[0].id}": {how}',
                "correct the date, or name the era of that day",
                (_declared(context, endpoint, eras[0]),),
            )


def _pages(context: Context) -> Iterator[Finding]:
    """The headings of days outside an era's section, and ranges that are no era."""
    from vaulttool.model.era_days import headings_outside, ranges_outside

    for note in context.claimed:
        if note.path not in context.sources.statuses.eras:
            continue
        page = context.prose(note)
        for told, day, how in headings_outside(context.sources, note, page):
            yield context.finding(
                note.path,
                day.span,
                f'the heading is of a day outside the era "{told.era.id}": {how}',
                "correct the date, or say in the heading what was then",
                (_declared(context, told.endpoint, told.era),),
            )
        for one, endpoint in ranges_outside(context.sources, note, page):
            yield context.finding(
                note.path,
                one.span,
                f'"{endpoint.endpoint}" had no era from {one.first.text} to {one.end.text}',
                "correct the range; the data have the days of each era",
                (_declared(context, endpoint),),
            )


def _declared(context: Context, endpoint: Endpoint, era: Era | None = None) -> Related:
    """Where the data tell of an era, or of all eras of an endpoint."""
    path = context.sources.files.from_vault(context.sources.data.paths["endpoint", endpoint.endpoint])
    keys = ("eras", endpoint.eras.index(era)) if era else ("eras",)
    return Related(path, context.sources.place(path, keys), f'the era "{era.id}"' if era else "its eras")
