"""What is seen of all pages at one glance."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from vaulttool.model.vault import Note
from vaulttool.parsing.document import Trouble

ASKS = "generated"  # the property that names the regions of a page


class Survey(NamedTuple):
    """The pages of which some rule has something to say, and how many links each has, by path.

    ``troubles`` are by the name of the rule that speaks of them; ``asking`` are pages that name their regions.
    """

    links: dict[str, int]
    troubles: dict[str, list[tuple[Note, Trouble]]]
    with_regions: list[Note]
    with_figures: list[Note]
    asking: list[Note]
    unreadable: list[Note]
    with_allowances: list[Note]


def survey(pages: Iterable[Note]) -> Survey:
    """One look at each page."""
    found = Survey({}, {}, [], [], [], [], [])
    for page in pages:
        document = page.document
        found.links[page.path] = len(document.links)
        for trouble in document.troubles:
            found.troubles.setdefault(trouble.kind, []).append((page, trouble))
        if document.regions:
            found.with_regions.append(page)
        if document.figures:
            found.with_figures.append(page)
        if document.allowances:
            found.with_allowances.append(page)
        if page.problem:
            found.unreadable.append(page)
        if document.properties and document.property(ASKS):
            found.asking.append(page)
    return found
