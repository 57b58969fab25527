"""Which page took the place of which, and which era that of which."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from vaulttool.model.records import Endpoint
from vaulttool.model.sources import Sources
from vaulttool.model.status import Told
from vaulttool.model.vault import Note
from vaulttool.parsing.document import Link

SUCCESSOR = "superseded_by"


class Step(NamedTuple):
    """A page, and the page that took its place: by its property ``link``, or by the data, from one era to another."""

    path: str
    next: str
    link: Link | None = None
    told: Told | None = None


def typed_steps(sources: Sources, notes: Sequence[Note]) -> Iterator[Step]:
    """The successors that pages without eras name in their front matter: the first link, if it leads to a note."""
    eras = sources.statuses.eras if sources.has_data else {}
    for note in notes:
        found = note.document.property(SUCCESSOR)
        if found is None or found.templated or note.path in eras:
            continue
        for link in note.document.links:
            if link.kind == "property" and found.span.start <= link.span.start < found.span.end:
                target = sources.vault.resolve(link, note.path).target
                if target is not None and target in sources.vault.notes:
                    yield Step(note.path, target, link)
                break


def era_steps(sources: Sources) -> Iterator[Step]:
    """The successions of eras that lead from one page to another."""
    for endpoint in sources.data.endpoints.values() if sources.has_data else ():
        by_id = {era.id: era for era in endpoint.eras}
        for era in endpoint.eras:
            following = by_id.get(era.superseded_by or "")
            pages = [sources.statuses.note(one.page) for one in (era, following) if one is not None]
            if len(pages) == 2 and pages[0] and pages[1] and pages[0] != pages[1]:
                yield Step(pages[0], pages[1], None, Told(endpoint, era))


def circles(following: Mapping[str, str]) -> Iterator[Sequence[str]]:
    """The circles in which each thing is followed by one: each once, beginning with its first by name."""
    seen: set[str] = set()
    for start in sorted(following):
        way: dict[str, int] = {}
        at: str | None = start
        while at is not None and at not in seen:
            seen.add(at)
            way[at] = len(way)
            at = following.get(at)
        if at is not None and at in way:
            circle = list(way)[way[at] :]
            first = circle.index(min(circle))
            yield [*circle[first:], *circle[:first]]


def era_circles(endpoint: Endpoint) -> Iterator[Sequence[str]]:
    """The circles among the eras of an endpoint; one that supersedes itself is told with the data."""
    following = {era.id: era.superseded_by for era in endpoint.eras if era.superseded_by not in (None, era.id)}
    yield from circles({one: other for one, other in following.items() if other is not None})
