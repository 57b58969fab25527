"""Which figures of which runs a page cites: inline, and in its regions of arms and figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from vaulttool.model.dataset import Dataset
from vaulttool.model.records import Arm, Result, Run
from vaulttool.model.vault import Note
from vaulttool.parsing.data import Keys
from vaulttool.parsing.document import Region
from vaulttool.text.span import Span


class Measured(NamedTuple):
    """A figure of a run as the run tells it: its arm, empty where it has none, its metric, and the result."""

    run: Run
    arm: str
    metric: str
    result: Result

    @property
    def address(self) -> str:
        """Its address, as pages write it."""
        return f"run/{self.run.run}#{f'{self.arm}.' if self.arm else ''}{self.metric}"

    @property
    def keys(self) -> Keys:
        """Where it stands in the file of its run."""
        return ("arms", self.arm, "results", self.metric) if self.arm else ("results", self.metric)


class Citation(NamedTuple):
    """A place of a page that cites a run. ``measured`` is the figure; None for a derived one, a setting, or where
    the run is shown as a whole. ``is_inline`` where a number in prose has the address behind it."""

    span: Span
    run: Run
    measured: Measured | None
    is_inline: bool


def measured(run: Run) -> Iterator[Measured]:
    """All figures of a run."""
    for metric, result in run.results.items():
        yield Measured(run, "", metric, result)
    for name, arm in run.arms.items():
        for metric, result in arm.results.items():
            yield Measured(run, name, metric, result)


def measured_at(data: Dataset, address: str) -> Measured | None:
    """The figure of a run at an address; None where that is something else, or nothing."""
    thing, _, name = address.partition("#")
    run = data.runs.get(thing.removeprefix("run/")) if thing.startswith("run/") else None
    arm, _, metric = name.rpartition(".")
    holder: Run | Arm | None = run.arms.get(arm) if run and arm else run
    result = holder.results.get(metric) if holder else None
    return Measured(run, arm, metric, result) if run and result else None


def citations(page: Note, data: Dataset) -> Iterator[Citation]:
    """What a page cites, its inline figures first. Tables of eras are left out: they follow the data by themselves."""
    for figure in page.document.figures:
        thing, _, _ = figure.address.partition("#")
        run = data.runs.get(thing.removeprefix("run/")) if thing.startswith("run/") else None
        if run is not None:
            yield Citation(figure.span, run, measured_at(data, figure.address), True)
    for region in page.document.regions:
        if region.kind == "arms":
            yield from _of_arms(region, data)
        elif region.kind == "figures":
            yield from _of_figures(region, data)


def runs_of(region: Region, data: Dataset) -> list[tuple[Run, str]]:
    """The runs that a region shows, each with the one arm of it that is wanted, empty for all."""
    found = []
    for given in _listed(region, "run"):
        name, _, arm = given.partition("#")
        if name in data.runs:
            found.append((data.runs[name], arm))
    return found


def _of_arms(region: Region, data: Dataset) -> Iterator[Citation]:
    """The figures of the arms that a region of arms shows."""
    sides = [one for run, arm in runs_of(region, data) for one in _sides(run, arm)]
    chosen = _listed(region, "arms")
    sides = [side for side in sides if not chosen or side[1] in chosen]
    wanted = _listed(region, "metrics") or _shared(sides)
    for run, arm, results in sides:
        yield Citation(region.begin, run, None, False)
        for metric in wanted:
            if metric in results:
                yield Citation(region.begin, run, Measured(run, arm, metric, results[metric]), False)


def _sides(run: Run, arm: str) -> Iterator[tuple[Run, str, dict[str, Result]]]:
    """The arms of a run, or the one that is named; a run without arms is one itself."""
    for name, told in run.arms.items():
        if arm in ("", name):
            yield run, name, told.results
    if not run.arms:
        yield run, "", run.results


def _shared(sides: Sequence[tuple[Run, str, dict[str, Result]]]) -> list[str]:
    """The metrics that all sides have."""
    first = sides[0][2] if sides else {}
    return [metric for metric in first if all(metric in results for _, _, results in sides)]


def _of_figures(region: Region, data: Dataset) -> Iterator[Citation]:
    """The figures that a region of figures lists; all of its run where it lists none."""
    runs = runs_of(region, data)
    listed = _listed(region, "list")
    addresses = [f"run/{run.run}#{name}" for run, _ in runs for name in listed] if runs else listed
    found = [one for address in addresses if (one := measured_at(data, address))]
    if not listed:
        found = [one for run, _ in runs for one in measured(run)]
    for one in found:
        yield Citation(region.begin, one.run, one, False)


def _listed(region: Region, argument: str) -> list[str]:
    """The names in an argument, without the words that stand for them and without the mark of what may be missing."""
    given = dict(region.arguments).get(argument, "")
    return [one.partition(":")[0].strip().removesuffix("?") for one in given.split(",") if one.strip()]
