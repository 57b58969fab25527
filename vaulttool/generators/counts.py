"""Things counted in the repository's files, one row each.

Arguments: `names` names the counts, each a table `[counts.NAME]` of the configuration: the files that a glob
matches, or the rules in a Prometheus rules file. `columns` chooses among `what`, `number` and `source`; without it
there are what and number. Nothing to count is an error.

With `vaulttool.toml`:

    [counts.alerts]
    title = "Alert rules"
    file = "rules.yml"
    of = "alerts"

With `rules.yml`:

    groups:
      - name: fleet
        rules:
          - {alert: EndpointDown, expr: up == 0}

Writes, in `Lisbon.md`, for `counts names="alerts"`:

    | What | Number |
    | --- | --- |
    | Alert rules | 1 |
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from vaulttool.generators._columns import tabled
from vaulttool.model.datum import Datum
from vaulttool.model.generator import Request, generator
from vaulttool.text.table import code

HEADINGS = {"what": "What", "number": "Number", "source": "Counted in"}


class Arguments(msgspec.Struct, frozen=True):
    """Arguments of `counts`."""

    names: tuple[str, ...]
    columns: tuple[str, ...] = ("what", "number")


@generator()
def lines(request: Request[Arguments]) -> Iterator[str]:
    """The table."""
    data = [request.data.figure(f"count/{name}") for name in request.arguments.names]
    yield from tabled(request.arguments.columns, HEADINGS, [(datum, datum.address) for datum in data], _cell)


def _cell(datum: Datum, name: str) -> str | None:
    """What a count has for a column."""
    return {"what": datum.title, "number": datum.text, "source": code(datum.how)}[name]
