"""A relation between figures that does not hold.

`relations.yaml` in the data folder says what must hold between figures of runs, facts of hosts, settings and counts:
a budget below the free memory, a pool that shrinks as weights grow, a ratio between 0 and 1. Each printed figure stands
for all that may have been rounded to it, and a relation is broken if no choice within these bounds satisfies it. What
asks for a figure that is not there is `bad-data`.

Bad, `data/relations.yaml`:

    relations:
      - {id: fits, title: The budget fits, expr: host/atlas#vram * run/boot#settings.fill < host/atlas#free}
      - {id: ratio, title: A ratio is one, expr: "run/boot#hit_rate in [0, 1]"}

Good, `data/relations.yaml`:

    relations:
      - {id: leaves, title: Something is left, expr: host/atlas#free < host/atlas#vram}

With `data/runs/boot.yaml`:

    run: boot
    title: Boot
    kind: boot-log
    date: 2026-09-22
    host: atlas
    source: {document: Lisbon.md, line: 1}
    settings: {fill: 0.99}
    results:
      hit_rate: {value: 77, unit: ratio}

With `data/hosts/atlas.yaml`:

    host: atlas
    facts:
      - {key: vram, value: 31.86, unit: GiB, from: 2026-09-22}
      - {key: free, value: 31.23, unit: GiB, from: 2026-09-22}

With `Lisbon.md`:

    A town on a river.

With `vaulttool.toml`:

    data = "data"
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from vaulttool.model.finding import Finding, Related
from vaulttool.model.rule import Context, rule

if TYPE_CHECKING:
    from vaulttool.model.relations import Unmet


@rule("error", scope="vault")
def check(context: Context) -> Iterator[Finding]:
    """Report each relation that the figures do not satisfy, at the relation."""
    if not context.sources.has_data or not context.sources.data.relations.relations:
        return
    from vaulttool.model.relations import unmet  # only where there are relations: it takes time to import

    for one in unmet(context.sources.data):
        yield _finding(context, one)


def _finding(context: Context, one: Unmet) -> Finding:
    """What is wrong with one relation; the figures that it asks for stand beside it."""
    files = context.sources.files
    path = files.from_vault(one.path)
    related = []
    for datum in one.figures:
        place = files.from_vault(datum.path)
        if datum.path and context.sources.text(place) is not None:
            where = context.sources.place(place, datum.keys)
            related.append(Related(place, where, f'"{datum.address}" is {datum.text}'))
    span = context.sources.place(path, one.keys)
    help = "measure again, correct the figures, or change what must hold"
    return context.finding(path, span, one.message, help, tuple(related))
