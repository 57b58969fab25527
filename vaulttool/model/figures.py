"""Whether an inline figure says what its datum says, and what it should say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import NamedTuple

from vaulttool.model.cannot import NoDatum
from vaulttool.model.dataset import Dataset
from vaulttool.model.datum import Datum
from vaulttool.model.vault import Note
from vaulttool.parsing.document import Figure
from vaulttool.text.measures import converted
from vaulttool.text.numbers import Printed, printed, rounds_to, written_like


class CheckedFigure(NamedTuple):
    """A figure on its page. ``new`` is what should stand in its place; ``error`` says why nothing can be said."""

    page: Note
    figure: Figure
    datum: Datum | None = None
    new: str = ""
    error: NoDatum | None = None

    @property
    def is_fresh(self) -> bool:
        """Whether the datum rounds to what stands on the page."""
        return self.error is None and self.new == self.figure.printed


def checked_figures(pages: Iterable[Note], data: Dataset) -> Iterator[CheckedFigure]:
    """Every inline figure of these pages."""
    for page in pages:
        for figure in page.document.figures:
            try:
                datum = data.figure(figure.address)
                yield CheckedFigure(page, figure, datum, _new(figure, datum))
            except NoDatum as error:
                yield CheckedFigure(page, figure, error=error)


def _new(figure: Figure, datum: Datum) -> str:
    """What should stand on the page: what stands there if the datum rounds to it."""
    like = printed(f"{figure.printed} {figure.unit}".rstrip())
    if like is None:
        raise NoDatum(f'"{figure.printed}" is no number')
    if datum.value is None:
        raise NoDatum(f'"{datum.address}" is no single number: "{datum.text}"', "name one that is")
    value = _in_its_unit(datum, datum.value, like)
    told_as = value if datum.told_as is None else _in_its_unit(datum, datum.told_as, like)
    fresh = rounds_to(value, like) or rounds_to(told_as, like)
    return figure.printed if fresh else written_like(value, like)


def _in_its_unit(datum: Datum, value: Decimal, like: Printed) -> Decimal:
    """The value in the unit that the page shows behind the number, where it shows one."""
    shown = like.measure
    if shown is None or datum.unit in ("", "count", shown):  # what is counted may be called slots or requests
        return value
    other = converted(value, datum.unit, shown)
    if other is None:
        help = f'"{datum.address}" is in {datum.unit}'
        raise NoDatum(f'"{datum.text}" cannot be shown in {shown}', help)
    return other
