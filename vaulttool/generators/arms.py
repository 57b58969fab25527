"""The arms of a comparison or sweep: one row an arm, or one row a metric.

Arguments: `run` names the run, or several. `metrics` names the columns, in that order; without it all metrics stand
there that every arm has. A metric with `?` behind its name may be missing in some arms and then holds a dash; with
`:` and words behind it, those are its heading. `arms` chooses and orders the arms. `rows="metrics"` turns the table
around. `settings` adds columns from the settings of the arms; `verdict="yes"` a column with what was decided.
`derived` names derived figures of the run, or `all`: each is worked out anew and stands in a list below the table.

With `data/runs/ab.yaml`:

    run: ab
    title: A/B
    kind: ab
    date: 2026-09-20
    host: atlas
    source: {document: Lisbon.md, line: 1}
    arms:
      dflash2: {title: DFlash2, results: {decode_tps: {value: 100.0, unit: tok/s}}}
      mtp: {title: MTP, results: {decode_tps: {value: 85.9, unit: tok/s}}}
    derived:
      decode_gain: {expr: "dflash2.decode_tps / mtp.decode_tps - 1", as: "+16 %"}

With `data/metrics.yaml`:

    metrics:
      decode_tps: {title: Decode, unit: tok/s}
      decode_gain: {title: Gain in decode, unit: "%"}

Writes, in `Lisbon.md`, for `arms run="ab" derived="decode_gain"`:

    | Arm | Decode |
    | --- | --- |
    | DFlash2 | 100.0 tok/s |
    | MTP | 85.9 tok/s |

    - Gain in decode: +16 %
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from vaulttool.generators._columns import columns, needed
from vaulttool.model.cannot import CannotGenerate, NoDatum
from vaulttool.model.datum import shown_setting
from vaulttool.model.generator import Request, generator
from vaulttool.model.records import Arm, Run
from vaulttool.text.table import code, table

Side = tuple[Run, str, Arm]


class Arguments(msgspec.Struct, frozen=True):
    """Arguments of `arms`."""

    run: tuple[str, ...]
    metrics: tuple[str, ...] = ()
    arms: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    derived: tuple[str, ...] = ()
    rows: str = "arms"
    verdict: bool = False


@generator()
def lines(request: Request[Arguments]) -> Iterator[str]:
    """The table, then the derived figures."""
    runs = [request.data.run(name) for name in request.arguments.run]
    sides = _sides(runs, request.arguments.arms)
    heads, cells = _table(request, sides)
    if request.arguments.rows == "metrics":
        heads, *cells = [list(turned) for turned in zip(heads, *cells, strict=True)]
        heads[0] = ""
    elif request.arguments.rows != "arms":
        raise CannotGenerate(f'"{request.arguments.rows}" are no rows', "write arms or metrics")
    yield from table(heads, cells)
    yield from _derived(request, runs)


def _sides(runs: Sequence[Run], wanted: Sequence[str]) -> list[Side]:
    """The arms of all runs; a run without arms is one itself."""
    found = [
        (run, name, arm)
        for run in runs
        for name, arm in (run.arms or {"": Arm(run.results, run.title, run.settings, verdict=run.verdict)}).items()
    ]
    if not wanted:
        return found
    names = [name for _, name, _ in found]
    for name in wanted:
        if name not in names:
            raise NoDatum(f'no arm is named "{name}"', f"known are {', '.join(names)}")
    return [found[names.index(name)] for name in wanted]


def _table(request: Request[Arguments], sides: Sequence[Side]) -> tuple[list[str], list[list[str]]]:
    """The heads of the columns and the cells, one row an arm."""
    asked = request.arguments
    metrics = _metrics(request, sides)
    heads = ["Arm", *asked.settings, *(heading for _, _, heading in metrics), *(["Verdict"] if asked.verdict else [])]
    return heads, [_row(request, side, metrics) for side in sides]


def _metrics(request: Request[Arguments], sides: Sequence[Side]) -> list[tuple[str, bool, str]]:
    """The metrics to show: name, whether it may be missing, heading."""
    shared = [metric for metric in sides[0][2].results if all(metric in arm.results for _, _, arm in sides)]
    if not (request.arguments.metrics or shared):
        raise CannotGenerate("no metric is shared by all arms", 'name some: metrics="..."')
    found = []
    for given in request.arguments.metrics or shared:
        written, _, heading = given.partition(":")
        ((name, optional),) = columns([written])
        known = request.data.metrics.get(name)
        found.append((name, optional, heading or (known.title if known else name)))
    return found


def _row(request: Request[Arguments], side: Side, metrics: Sequence[tuple[str, bool, str]]) -> list[str]:
    """One arm."""
    run, name, arm = side
    words = f'the arm "{name}" of "{run.run}"' if name else f'the run "{run.run}"'
    cells = [arm.title or name or run.title]
    for setting in request.arguments.settings:
        value = {**run.controlled, **run.settings, **arm.settings}.get(setting)
        cells.append(code(needed(None if value is None else shown_setting(value), False, words, setting)))
    for metric, optional, _ in metrics:
        cells.append(needed(_figure(request, run, name, arm, metric), optional, words, metric))
    if request.arguments.verdict:
        cells.append(needed(arm.verdict.decision if arm.verdict else None, True, words, "verdict"))
    return cells


def _figure(request: Request[Arguments], run: Run, name: str, arm: Arm, metric: str) -> str | None:
    """A figure of an arm as it is printed; one that counts for nothing says so."""
    if metric not in arm.results:
        return None
    datum = request.data.figure(f"run/{run.run}#{f'{name}.' if name else ''}{metric}")
    return f"{datum.text} (invalid)" if datum.quality == "invalid" else datum.text


def _derived(request: Request[Arguments], runs: Sequence[Run]) -> Iterator[str]:
    """The derived figures, each worked out anew."""
    wanted = request.arguments.derived
    if not wanted:
        return
    known = [(run, name) for run in runs for name in run.derived]
    for name in wanted:
        if name != "all" and name not in [one for _, one in known]:
            raise NoDatum(f'no derived figure is named "{name}"', f"known are {', '.join(one for _, one in known)}")
    yield ""
    for run, name in known:
        if name in wanted or "all" in wanted:
            datum = request.data.figure(f"run/{run.run}#{name}")
            yield f"- {datum.title}: {datum.text}"
