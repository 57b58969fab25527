"""Estimates that a measurement has settled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from vaulttool.model.citations import Measured, measured, measured_at
from vaulttool.model.dataset import Dataset
from vaulttool.model.records import Run
from vaulttool.model.told_eras import earliest, latest
from vaulttool.model.values import same

Place = tuple[str, str, str]  # endpoint, era, metric


class Settled(NamedTuple):
    """An estimate, and the measured figure that took its place. ``is_told`` where the estimate names it."""

    estimate: Measured
    measurement: Measured
    is_told: bool


def settled(data: Dataset) -> Mapping[str, Settled]:
    """The estimates that a measurement has settled, by address: of the same metric in the same scope, not older."""
    by_place: dict[Place, list[Measured]] = {}
    estimates: list[Measured] = []
    for run in data.runs.values():
        for one in measured(run):
            place = _place(data, one)
            if one.result.quality == "estimated":
                estimates.append(one)
            elif one.result.quality == "measured" and place:
                by_place.setdefault(place, []).append(one)
    found = {one.address: _settled(data, one, by_place) for one in estimates}
    return {address: one for address, one in found.items() if one}


def measured_in(data: Dataset, endpoint: str, era: str) -> Iterator[Measured]:
    """What was measured in an era of an endpoint, by its present name."""
    for run in data.runs_of(endpoint, era):
        yield from (one for one in measured(run) if one.result.quality == "measured")


def _place(data: Dataset, one: Measured) -> Place | None:
    """The endpoint, era and metric of a figure; None where no era is named."""
    endpoint = data.by_name.get(one.run.endpoint or "")
    return (endpoint.endpoint, one.run.era, one.metric) if endpoint and one.run.era else None


def _settled(data: Dataset, one: Measured, by_place: Mapping[Place, list[Measured]]) -> Settled | None:
    if one.result.settled_by is not None:
        told = measured_at(data, one.result.settled_by)
        return Settled(one, told, True) if told else None
    place = _place(data, one)
    fit = [other for other in by_place.get(place, []) if _settles(other, one)] if place else []
    return Settled(one, max(fit, key=lambda other: _day(other.run)), False) if fit else None


def _settles(other: Measured, one: Measured) -> bool:
    """Whether a measured figure is of the same scope as an estimate, and surely not older."""
    alike = (other.arm, other.result.unit, other.result.per) == (one.arm, one.result.unit, one.result.per)
    stats = {other.result.stat, one.result.stat} - {None}
    definitions = {other.result.definition, one.result.definition} - {None}
    after, before = earliest(other.run.date), latest(one.run.date)
    not_older = after is not None and before is not None and after >= before
    return alike and len(stats) < 2 and len(definitions) < 2 and not_older and not _differ(other, one)


def _differ(other: Measured, one: Measured) -> bool:
    """Whether a setting that both tell differs, so that they are of two shapes."""
    first, second = (_settings(figure) for figure in (other, one))
    return any(not same(str(first[name]), second[name]) for name in first.keys() & second.keys())


def _settings(one: Measured) -> dict[str, object]:
    own = one.run.arms[one.arm].settings if one.arm else {}
    return {**one.run.controlled, **one.run.settings, **own}


def _day(run: Run) -> str:
    return earliest(run.date) or ""
