"""The arms of a comparison or sweep: one row an arm, or one row a metric.

Arguments: `run` names the run, or several; `RUN#ARM` takes one arm of a run. `arms` chooses and orders the arms. With
`:` and words behind a run or an arm, those stand for it; `heading` is the head of their column. `metrics` names the
columns, in that order; without it all metrics stand there that every arm has. A metric with `?` behind its name may be
missing in some arms and then holds a dash; with `:` and words behind it, those are its heading. It may be a derived
figure of a run that has no arms. `settings` adds columns from the settings of the arms, named in the same way.
`rows="metrics"` turns the table around. `date="yes"` adds a column with the day, `outcome="yes"` one with how it ended,
`verdict="yes"` one with what was decided, `verdict="why"` with the reason as well. `derived` names derived figures of
the run, or `all`: each is worked out anew and stands in a list below the table.

With `data/runs/ab.yaml`:

    run: ab
    title: A/B
    kind: ab
    date: 2026-09-20
    host: atlas
    source: {document: Lisbon.md, line: 1}
    arms:
      dflash2:
        title: DFlash2
        settings: {SPEC: 7}
        results: {decode_tps: {value: 100.0, unit: tok/s}}
        verdict: {decision: deployed, why: faster}
      mtp:
        title: MTP
        results: {decode_tps: {value: 85.9, unit: tok/s}}
    derived:
      decode_gain: {expr: "dflash2.decode_tps / mtp.decode_tps - 1", as: "+16 %"}

With `data/runs/boot.yaml`:

    run: boot
    title: Boot
    kind: boot-log
    date: {unknown: not recorded, from: 2026-09-20, to: 2026-09-22}
    host: atlas
    source: {document: Lisbon.md, line: 1}
    outcome: refused-boot
    results: {decode_tps: {value: 92.4, unit: tok/s}}

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

Writes, in `Lisbon.md`, for `arms run="ab#dflash2,boot:Live" heading="Shape" date="yes" outcome="yes" verdict="why"`:

    | Shape | Date | Decode | Outcome | Verdict |
    | --- | --- | --- | --- | --- |
    | DFlash2 | 2026-09-20 | 100.0 tok/s | — | deployed, faster |
    | Live | 2026-09-20 to 2026-09-22 | 92.4 tok/s | refused boot | — |
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from vaulttool.generators._columns import columns, needed
from vaulttool.generators._dates import between
from vaulttool.model.cannot import CannotGenerate, NoDatum
from vaulttool.model.datum import shown_setting
from vaulttool.model.generator import Request, generator
from vaulttool.model.records import Arm, Run, Verdict
from vaulttool.text.table import code, table


class Arguments(msgspec.Struct, frozen=True):
    """Arguments of `arms`."""

    run: tuple[str, ...]
    metrics: tuple[str, ...] = ()
    arms: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    derived: tuple[str, ...] = ()
    rows: str = "arms"
    heading: str = "Arm"
    date: bool = False
    outcome: bool = False
    verdict: str = "no"


class Side(NamedTuple):
    """An arm of a run, or a run without arms, whose name is then empty. ``label`` are the words for it."""

    run: Run
    name: str
    arm: Arm
    label: str

    @property
    def words(self) -> str:
        """What an error calls it."""
        return f'the arm "{self.name}" of "{self.run.run}"' if self.name else f'the run "{self.run.run}"'


class Column(NamedTuple):
    """A metric or setting to show: its name, whether it may be missing, its heading."""

    name: str
    optional: bool
    heading: str


@generator()
def lines(request: Request[Arguments]) -> Iterator[str]:
    """The table, then the derived figures."""
    _refuse(request.arguments)
    sides = _sides(request)
    heads, cells = _table(request, sides)
    if request.arguments.rows == "metrics":
        heads, *cells = [list(turned) for turned in zip(heads, *cells, strict=True)]
        heads[0] = ""
    yield from table(heads, cells)
    yield from _derived(request, list({side.run.run: side.run for side in sides}.values()))


def _refuse(asked: Arguments) -> None:
    """``CannotGenerate`` for words that mean nothing."""
    if not asked.run:
        raise CannotGenerate("no run is named", 'name one: run="..."')
    if asked.rows not in ("arms", "metrics"):
        raise CannotGenerate(f'"{asked.rows}" are no rows', "write arms or metrics")
    if asked.verdict not in ("no", "yes", "why"):
        raise CannotGenerate(f'"{asked.verdict}" is no way to show a verdict', "write yes, no or why")


def _sides(request: Request[Arguments]) -> list[Side]:
    """The arms to show, in their order."""
    found = [side for given in request.arguments.run for side in _of_run(request, given)]
    if not request.arguments.arms:
        return found
    chosen = []
    for given in request.arguments.arms:
        name, _, label = given.partition(":")
        side = _named(name, found)
        chosen.append(side._replace(label=label or side.label))
    return chosen


def _of_run(request: Request[Arguments], given: str) -> list[Side]:
    """The arms of a run, or the one that is named; a run without arms is one itself."""
    address, _, label = given.partition(":")
    run_name, _, arm_name = address.partition("#")
    run = request.data.run(run_name)
    arms = run.arms or {"": Arm(run.results, run.title, run.settings, verdict=run.verdict)}
    sides = [Side(run, name, arm, arm.title or name) for name, arm in arms.items()]
    if arm_name:
        sides = [_named(arm_name, sides)]
    if label and len(sides) > 1:
        raise CannotGenerate(f'the run "{run_name}" has several arms to call "{label}"', "name one: RUN#ARM:words")
    return [side._replace(label=label or side.label) for side in sides]


def _named(name: str, sides: Sequence[Side]) -> Side:
    """The arm of that name."""
    for side in sides:
        if side.name == name:
            return side
    raise NoDatum(f'no arm is named "{name}"', f"known are {', '.join(side.name for side in sides)}")


def _table(request: Request[Arguments], sides: Sequence[Side]) -> tuple[list[str], list[list[str]]]:
    """The heads of the columns and the cells, one row an arm."""
    asked = request.arguments
    metrics = _metrics(request, sides)
    settings = [_column(given) for given in asked.settings]
    heads = [asked.heading, *(["Date"] if asked.date else [])]
    heads += [column.heading for column in (*settings, *metrics)]
    heads += [*(["Outcome"] if asked.outcome else []), *(["Verdict"] if asked.verdict != "no" else [])]
    return heads, [_row(request, side, settings, metrics) for side in sides]


def _metrics(request: Request[Arguments], sides: Sequence[Side]) -> list[Column]:
    """The metrics to show; without a choice, those that all arms have."""
    shared = [metric for metric in sides[0].arm.results if all(metric in side.arm.results for side in sides)]
    if not (request.arguments.metrics or shared):
        raise CannotGenerate("no metric is shared by all arms", 'name some: metrics="..."')
    titles = {name: metric.title for name, metric in request.data.metrics.items()}
    found = [_column(given) for given in request.arguments.metrics or shared]
    return [
        column if column.heading != column.name else column._replace(heading=titles.get(column.name, column.name))
        for column in found
    ]


def _column(given: str) -> Column:
    """A metric or setting as it is asked for: ``name``, ``name?``, ``name:heading``."""
    written, _, heading = given.partition(":")
    ((name, optional),) = columns([written])
    return Column(name, optional, heading or name)


def _row(request: Request[Arguments], side: Side, settings: Sequence[Column], metrics: Sequence[Column]) -> list[str]:
    """One arm."""
    asked = request.arguments
    cells = [side.label, *([between(side.run.date)] if asked.date else [])]
    for column in settings:
        cells.append(needed(_setting(side, column.name), column.optional, side.words, column.name))
    for column in metrics:
        cells.append(needed(_figure(request, side, column.name), column.optional, side.words, column.name))
    if asked.outcome:
        ended = side.arm.outcome or side.run.outcome
        cells.append(needed(ended and ended.replace("-", " "), True, side.words, "outcome"))
    if asked.verdict != "no":
        cells.append(needed(_verdict(side.arm.verdict, asked.verdict == "why"), True, side.words, "verdict"))
    return cells


def _setting(side: Side, name: str) -> str | None:
    """A setting of an arm, or of all arms of its run."""
    value = {**side.run.controlled, **side.run.settings, **side.arm.settings}.get(name)
    return None if value is None else code(shown_setting(value))


def _figure(request: Request[Arguments], side: Side, metric: str) -> str | None:
    """A figure of an arm as it is printed; one that counts for nothing says so."""
    if metric not in side.arm.results and (side.name or metric not in side.run.derived):
        return None
    datum = request.data.figure(f"run/{side.run.run}#{f'{side.name}.' if side.name else ''}{metric}")
    return f"{datum.text} (invalid)" if datum.quality == "invalid" else datum.text


def _verdict(verdict: Verdict | None, with_reason: bool) -> str | None:
    """What was decided, and why."""
    if verdict is None:
        return None
    return f"{verdict.decision}, {verdict.why}" if with_reason and verdict.why else verdict.decision


def _derived(request: Request[Arguments], runs: Sequence[Run]) -> Iterator[str]:
    """The derived figures, each worked out anew; where there are several runs, each says of which it is."""
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
            yield f"- {datum.title}{f', {run.title}' if len(runs) > 1 else ''}: {datum.text}"
