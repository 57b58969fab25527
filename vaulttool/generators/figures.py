"""Figures by their addresses, one row each.

Arguments: `list` names them: `run/RUN#METRIC`, `run/RUN#ARM.METRIC`, `host/HOST#FACT` or `count/NAME`; with `:` and
words behind an address, those stand for it. `run` in its place shows all figures of a run; with both, the list names
figures of that run: `METRIC` or `ARM.METRIC`. `columns` chooses among `figure`, `value`, `date`, `run`, `how`
(statistic, per what) and `definition`; without it there are figure, value and date. A column with `?` behind its name
may be missing in some rows. `heading` is the head of the column of figures.

With `data/runs/boot.yaml`:

    run: boot
    title: Boot
    kind: boot-log
    date: 2026-09-22
    host: atlas
    source: {document: Lisbon.md, line: 1}
    results:
      kv_pool_tokens: {value: 425047, unit: tok, as_printed: "425,047"}

Writes, in `Lisbon.md`, for `figures list="run/boot#kv_pool_tokens:KV pool"`:

    | Figure | Value | Date |
    | --- | --- | --- |
    | KV pool | 425,047 tok | 2026-09-22 |

Writes, in `Lisbon.md`, for `figures run="boot" list="kv_pool_tokens:KV pool" columns="figure,value" heading="Size"`:

    | Size | Value |
    | --- | --- |
    | KV pool | 425,047 tok |
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from vaulttool.generators._columns import tabled
from vaulttool.generators._dates import between
from vaulttool.model.cannot import CannotGenerate
from vaulttool.model.datum import Datum
from vaulttool.model.generator import Request, generator
from vaulttool.text.table import code

HEADINGS = {
    "figure": "Figure",
    "value": "Value",
    "date": "Date",
    "run": "Run",
    "how": "How",
    "definition": "What it is",
}


class Arguments(msgspec.Struct, frozen=True):
    """Arguments of `figures`."""

    list: tuple[str, ...] = ()
    run: str = ""
    columns: tuple[str, ...] = ("figure", "value", "date")
    heading: str = HEADINGS["figure"]


@generator()
def lines(request: Request[Arguments]) -> Iterator[str]:
    """The table."""
    things = [((datum, label), f'"{datum.address}"') for datum, label in _data(request)]
    headings = {**HEADINGS, "figure": request.arguments.heading}
    yield from tabled(request.arguments.columns, headings, things, lambda one, name: _cell(request, *one, name))


def _data(request: Request[Arguments]) -> Iterator[tuple[Datum, str]]:
    """The figures to show, with the words for each."""
    asked = request.arguments
    if not asked.list and not asked.run:
        raise CannotGenerate("nothing chooses the figures", 'write list="..." or run="..."')
    addresses = asked.list
    if asked.run:
        run = request.data.run(asked.run)
        arms = (f"{arm}.{metric}" for arm, told in run.arms.items() for metric in told.results)
        addresses = tuple(f"run/{run.run}#{name}" for name in asked.list or (*run.results, *arms, *run.derived))
    for address in addresses:
        plain, _, label = address.partition(":")
        datum = request.data.figure(plain)
        yield datum, label or _title(datum, bool(asked.run))


def _title(datum: Datum, of_one_run: bool) -> str:
    """The words for a figure: its metric, and its arm where all are of one run."""
    arm, dot, _ = datum.address.partition("#")[2].rpartition(".")
    told = datum.run.arms.get(arm) if datum.run and dot else None
    return f"{datum.title}, {told.title or arm}" if of_one_run and told else datum.title


def _cell(request: Request[Arguments], datum: Datum, label: str, name: str) -> str | None:
    """What a figure has for a column."""
    if name == "date":
        return between(datum.run.date) if datum.run else None
    if name == "run":
        return code(datum.run.run) if datum.run else None
    if name == "definition":
        metric = request.data.metrics.get(datum.address.rpartition("#")[2].rpartition(".")[2])
        return metric.definition if metric else None
    return {"figure": label, "value": datum.text, "how": datum.how}[name]
