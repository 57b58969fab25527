"""Long lists on several pages, none of them heavy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from markupsafe import Markup

HEAVIEST = 200_000  # bytes of a list on one page: the whole page then stays below 300,000


class Sheet(NamedTuple):
    """One page of a list: its number from 1, of how many, where it lies, where the others lie, and its pieces."""

    number: int
    of: int
    place: str
    places: Sequence[str]
    pieces: Sequence[Markup]


def sheets(place: str, pieces: Iterable[Markup], heaviest: int = HEAVIEST) -> list[Sheet]:
    """A list spread over pages: ``findings.html``, ``findings-2.html`` and so on; at least one."""
    stacks: list[list[Markup]] = [[]]
    weight = 0
    for piece in pieces:
        size = len(piece.encode("utf-8", "replace"))
        if stacks[-1] and weight + size > heaviest:
            stacks.append([])
            weight = 0
        stacks[-1].append(piece)
        weight += size
    stem = place.removesuffix(".html")
    places = [place, *(f"{stem}-{number}.html" for number in range(2, len(stacks) + 1))]
    return [Sheet(at + 1, len(stacks), places[at], places, stack) for at, stack in enumerate(stacks)]
