"""What is generated in a text. Most texts hold nothing of the kind, and for them the scanner is not even imported."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from vaulttool.parsing.document import Figure, Region, Trouble

if TYPE_CHECKING:
    from vaulttool.parsing.places import Places

MARKER = re.compile(r"<!--\s*+(?:vaulttool:(?:begin|end)|=)")


class Marked(NamedTuple):
    """What the scanner found."""

    regions: tuple[Region, ...] = ()
    figures: tuple[Figure, ...] = ()
    troubles: tuple[Trouble, ...] = ()


NOTHING = Marked()


def marked(text: str, start: int, places: Callable[[], Places]) -> Marked:
    """The regions, figures and conflicts of a text from ``start`` on, and the markers that make none."""
    if "<<<<<<<" not in text and ("<!--" not in text or MARKER.search(text) is None):
        return NOTHING
    from vaulttool.parsing.markers import scanned

    return scanned(text, start, places())
