"""What of a region belongs to people: the cells of their columns, which are kept when it is written anew."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise

from vaulttool.model.generator import Generator
from vaulttool.model.regions import without_own
from vaulttool.model.vault import Note
from vaulttool.parsing.document import Region
from vaulttool.text.checksum import checksum
from vaulttool.text.span import Lines, Span
from vaulttool.text.table import is_separator, split

BAR = re.compile(r"(?<!\\)\|")


def is_rewritten(page: Note, place: Span, text: str, kinds: Mapping[str, Generator]) -> bool:
    """Whether what stands at a place is written by `vaulttool index`, so that nobody else may change it.

    It is not where people's words stand: in their columns, and in a region that was edited, which is left as it is.
    """
    for region in page.document.regions:
        if region.body.start <= place.start and place.end <= region.body.end:
            kind = kinds.get(region.kind)
            own = kind.own if kind else ()
            if not region.text.strip() or checksum(without_own(region.text, own)) != region.sum:
                return False
            return not any(cell.start <= place.start and place.end <= cell.end for cell in cells(region, text, own))
    return False


def cells(region: Region, text: str, own: tuple[str, ...]) -> Iterator[Span]:
    """The cells of people's columns in a region of a text."""
    if not own:
        return
    lines = Lines(text)
    first, last = (lines.position(place).line for place in (region.body.start, region.body.end))
    columns: list[int] = []
    above: list[str] | None = None
    for number in range(first, last + 1):
        span = lines.span(number)
        row = split(span.of(text))
        if row is None:
            columns = []
        elif above is not None and is_separator(span.of(text)):
            columns = [index for index, heading in enumerate(above) if heading in own]
        else:
            bars = [found.end() for found in BAR.finditer(text, span.start, span.end)]
            between = [Span(start, end - 1) for start, end in pairwise([*bars, span.end + 1])]
            yield from (between[index] for index in columns if index < len(between))
        above = row
