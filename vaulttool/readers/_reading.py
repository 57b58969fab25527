"""What a reader hands back: figures with the place where they stand, and the settings that they belong to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

import msgspec

from vaulttool.errors import EvidenceError
from vaulttool.model.records import Metric

Scalar = str | bool | int | Decimal
LONGEST = 300  # characters of a line that is shown


class Line(NamedTuple):
    """A line of the evidence by its number, from 1."""

    number: int
    text: str


class ReadingError(EvidenceError):
    """Evidence that cannot be read: what is wrong, the lines that show it, and the column where one is known."""

    def __init__(self, message: str, remedy: str = "", lines: Sequence[Line] = (), column: int | None = None) -> None:
        super().__init__(message, remedy)
        self.lines = tuple(lines)
        self.column = column

    def in_file(self, file: str) -> EvidenceError:
        """The same error for a person, who sees the file, its line and what stands there."""
        first = self.lines[0].number if self.lines else None
        place = [file] if first is None else [file, str(first), *([str(self.column)] if self.column else [])]
        shown = [f"{line.number}: {_clipped(line.text)}" for line in self.lines if line.text.strip()]
        return EvidenceError(f"{':'.join(place)}: {self.message}", self.remedy, shown)


def _clipped(text: str) -> str:
    text = text.strip()
    return text if len(text) <= LONGEST else text[: LONGEST - 4] + " ..."


class Read(msgspec.Struct, frozen=True, kw_only=True):
    """One figure. ``value`` keeps the digits as printed; it is None where ``low`` and ``high`` stand for it.

    ``as_printed`` is given where the number alone would be written otherwise. ``line`` counts from 1, ``pointer`` is a
    JSON pointer. The other fields mean what ``run.schema.json`` says.
    """

    metric: str
    unit: str
    value: Decimal | None = None
    low: Decimal | None = None
    high: Decimal | None = None
    as_printed: str | None = None
    line: int | None = None
    pointer: str | None = None
    stat: str | None = None
    per: str | None = None
    definition: str | None = None
    n: int | None = None


class Arm(msgspec.Struct, frozen=True):
    """One side of a comparison."""

    title: str
    settings: Mapping[str, Scalar]
    results: tuple[Read, ...]


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """What one piece of evidence says. ``host`` is a slug, ``date`` a day; both only where the evidence has them."""

    kind: str
    date: str | None = None
    host: str | None = None
    settings: Mapping[str, Scalar] = {}
    results: tuple[Read, ...] = ()
    arms: Mapping[str, Arm] = {}
    outcome: str | None = None
    evidence: str | None = None
    method: Mapping[str, str] = {}


Metrics = Mapping[str, Metric]  # of the user's metrics.yaml
Reader = Callable[[str], Reading]


def compared(kind: str, arms: Mapping[str, Arm], method: Mapping[str, str], date: str | None = None) -> Reading:
    """A reading of several arms, with the settings that all share taken out of them; one alone is no arm."""
    shared = _shared([arm.settings for arm in arms.values()])
    if len(arms) == 1:
        (arm,) = arms.values()
        return Reading(kind=kind, date=date, settings=arm.settings, results=arm.results, method=method)
    own = {
        name: Arm(arm.title, {key: value for key, value in arm.settings.items() if key not in shared}, arm.results)
        for name, arm in arms.items()
    }
    return Reading(kind=kind, date=date, settings=shared, arms=own, method=method)


def _shared(all_settings: Sequence[Mapping[str, Scalar]]) -> dict[str, Scalar]:
    first, *others = all_settings
    return {name: value for name, value in first.items() if all(_same(value, more.get(name)) for more in others)}


def _same(one: Scalar, other: Scalar | None) -> bool:
    """Whether two values are one: true is not 1."""
    return one == other and isinstance(one, bool) == isinstance(other, bool)
