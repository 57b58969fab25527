"""A run that was measured by hand, and that no harness has repeated.

Off unless the configuration turns it on. Speaks of runs whose `method.harness` is `manual`, as long as no run with a
harness of its own has measured the same metrics of the same endpoint, or of the same host where none is named, on that
day or later.

Bad, `data/runs/probe.yaml`:

    run: probe
    title: Three requests at once
    kind: probe
    date: 2026-10-02
    host: atlas
    source: {document: Lisbon.md, line: 1}
    method: {harness: manual}
    results: {request_s: {value: 4.1, unit: s}}

Good, `data/runs/probe.yaml`:

    run: probe
    title: Three requests at once
    kind: probe
    date: 2026-10-02
    host: atlas
    source: {document: Lisbon.md, line: 1}
    method: {harness: scripts/bench-three.py}
    results: {request_s: {value: 4.1, unit: s}}

With `data/hosts/atlas.yaml`:

    host: atlas
    facts: []

With `Lisbon.md`:

    A town on a river.

With `vaulttool.toml`:

    data = "data"
    [rules]
    manual-harness = "warning"
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule

if TYPE_CHECKING:
    from vaulttool.model.dataset import Dataset
    from vaulttool.model.records import Run

MANUAL = "manual"


@rule("off", scope="vault")
def check(context: Context) -> Iterator[Finding]:
    """Report each run by hand that stands alone."""
    data = context.sources.data if context.sources.has_data else None
    for name, run in sorted(data.runs.items()) if data else ():
        if data and run.method.get("harness") == MANUAL and not _is_repeated(data, run):
            path = context.sources.files.from_vault(data.paths["run", name])
            span = context.sources.place(path, ("method", "harness"))
            help = "measure it again with a script of the repository, so that it can be repeated"
            yield context.finding(path, span, f'"{name}" was measured by hand', help)


def _is_repeated(data: Dataset, run: Run) -> bool:
    """Whether runs with a harness have measured all of its metrics, not earlier."""
    from vaulttool.model.citations import measured  # only where a run was measured by hand
    from vaulttool.model.told_eras import earliest, latest

    since = latest(run.date) or ""
    later = [
        other
        for other in data.runs.values()
        if other.method.get("harness", MANUAL) != MANUAL
        and _subject(data, other) == _subject(data, run)
        and (earliest(other.date) or "") >= since
    ]
    again = {one.metric for other in later for one in measured(other)}
    return bool(again) and {one.metric for one in measured(run)} <= again


def _subject(data: Dataset, run: Run) -> str:
    endpoint = data.by_name.get(run.endpoint or "")
    return f"endpoint {endpoint.endpoint}" if endpoint else f"host {run.host}"
