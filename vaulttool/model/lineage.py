"""Lines of succession: what took the place of what, page by page and era by era."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

import msgspec

from vaulttool.model.records import Endpoint, Era
from vaulttool.model.sources import Sources
from vaulttool.model.status import status
from vaulttool.model.succession import typed_steps

SUPERSEDED_BY, CONTINUED_AS = "superseded_by", "continued_as"


class Stage(msgspec.Struct, frozen=True):
    """A page, an era or an endpoint that came before or after another. The ``id`` is a vault path, ``endpoint/era`` or
    the endpoint's name, ``page`` the vault path of the page that describes it; ``status`` is that of an era."""

    id: str
    kind: str
    title: str
    page: str | None
    status: str | None = None


class Succession(msgspec.Struct, frozen=True):
    """One thing that took the place of another (``superseded_by``), or that another went on as (``continued_as``)."""

    kind: str
    source: Stage
    target: Stage


def lineage(sources: Sources, only: Collection[str]) -> tuple[Succession, ...]:
    """The successions that have to do with some notes: those that pages without eras name in their property
    `superseded_by`, and those of eras; sorted by what came before."""
    found = [*_typed(sources), *_recorded(sources)]
    about = (one for one in found if one.source.page in only or one.target.page in only)
    return tuple(sorted(about, key=lambda one: (one.source.kind, one.source.id, one.kind, one.target.id)))


def chains(steps: Sequence[Succession]) -> Iterator[Sequence[Succession]]:
    """The steps in rows, each from a thing that took no other's place to the last: where two rows meet, both go on to
    the end. A circle is walked once, from its first by name."""
    following: dict[str, list[Succession]] = {}
    for step in steps:
        following.setdefault(step.source.id, []).append(step)
    later = {step.target.id for step in steps}
    seen: set[str] = set()
    for start in [*(id for id in following if id not in later), *sorted(following)]:
        if start not in seen:
            yield from _rows(start, following, seen)


def _rows(start: str, following: Mapping[str, Sequence[Succession]], seen: set[str]) -> Iterator[Sequence[Succession]]:
    """All rows from one start, each as long as nothing comes twice."""
    unfinished: list[list[Succession]] = [[step] for step in reversed(following[start])]
    while unfinished:
        row = unfinished.pop()
        passed = {step.source.id for step in row}
        seen |= passed
        more = following.get(row[-1].target.id, ()) if row[-1].target.id not in passed else ()
        unfinished += [[*row, step] for step in reversed(more)]
        if not more:
            yield row


def _typed(sources: Sources) -> Iterator[Succession]:
    notes = [note for note in sources.vault.notes.values() if note.is_markdown]
    for step in typed_steps(sources, notes):
        yield Succession(SUPERSEDED_BY, _page(step.path), _page(step.next))


def _recorded(sources: Sources) -> Iterator[Succession]:
    """The successions that the data files tell of; an id that no era has is a finding, and no step."""
    endpoints = sources.data.endpoints if sources.has_data else {}
    for endpoint in endpoints.values():
        by_id = {era.id: era for era in endpoint.eras}
        for era in endpoint.eras:
            before = _era(sources, endpoint, era)
            if era.superseded_by in by_id:
                yield Succession(SUPERSEDED_BY, before, _era(sources, endpoint, by_id[era.superseded_by]))
            if era.continued_as is not None and era.continued_as.endpoint in endpoints:
                yield Succession(CONTINUED_AS, before, _endpoint(sources, endpoints[era.continued_as.endpoint]))


def _page(path: str) -> Stage:
    return Stage(path, "page", path.rpartition("/")[2].removesuffix(".md"), path)


def _era(sources: Sources, endpoint: Endpoint, era: Era) -> Stage:
    page = sources.statuses.note(era.page)
    return Stage(f"{endpoint.endpoint}/{era.id}", "era", f"{endpoint.endpoint}: {era.title}", page, status(era))


def _endpoint(sources: Sources, endpoint: Endpoint) -> Stage:
    return Stage(endpoint.endpoint, "endpoint", endpoint.endpoint, sources.statuses.note(endpoint.owner_page))
