"""The figures that stand for an era, each with words that tell it from the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from vaulttool.model.dataset import Dataset
from vaulttool.model.datum import Datum
from vaulttool.model.records import Era


class EraFigure(NamedTuple):
    """A figure: what it is called, how it is printed, and of which arm it is where others have its name."""

    title: str
    text: str
    arm: str


def era_figures(data: Dataset, era: Era) -> Iterator[EraFigure]:
    """The figures of an era in the order of the data."""
    found = [data.figure(address) for address in era.figures]
    named = Counter(datum.title for datum in found)
    for datum in found:
        yield EraFigure(datum.title, _text(datum), _arm(datum) if named[datum.title] > 1 else "")


def _text(datum: Datum) -> str:
    """The figure as it is printed; its unit is left out where its title is that already, as with slots."""
    return datum.text.removesuffix(f" {datum.unit}") if datum.title.lower() == datum.unit else datum.text


def _arm(datum: Datum) -> str:
    name = datum.address.partition("#")[2].rpartition(".")[0]
    arm = datum.run.arms.get(name) if datum.run else None
    return (arm.title or name) if arm else ""
