"""What is drawn of a graph: spots with what is known of them, and the lines between them."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

LINK = "link"


class Spot(msgspec.Struct, frozen=True):
    """One node. ``kind`` is note, canvas, page, era or endpoint; ``path`` its page's vault path, if it has one; the
    ``label`` is short, and for a note what a wikilink to it says. ``facts`` are attributes for programs."""

    id: str
    label: str
    kind: str
    path: str | None
    facts: Mapping[str, str | int | float | bool] = {}
    is_centre: bool = False


class Line(msgspec.Struct, frozen=True):
    """One edge. ``kind`` is link, superseded_by or continued_as; ``links`` counts the links that it stands for."""

    source: str
    target: str
    kind: str
    links: int = 0


class Picture(msgspec.Struct, frozen=True):
    """Spots and lines, in the order in which they are written; at most one line leads from one spot to another."""

    spots: tuple[Spot, ...]
    lines: tuple[Line, ...]
