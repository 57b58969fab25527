"""Pictures of a vault: its links, or what took the place of what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from vaulttool.model.graph import Hub, Near
from vaulttool.model.lineage import Stage, Succession
from vaulttool.model.picture import LINK, Line, Picture, Spot
from vaulttool.model.shortest import shortest
from vaulttool.model.vault import Vault

Edge = tuple[str, str, int]


def picture_of_links(
    vault: Vault, hubs: Iterable[Hub], edges: Iterable[Edge], steps: Sequence[Succession], near: Sequence[Near] = ()
) -> Picture:
    """The notes of a graph and their links. A page that took another's place has a line of that kind in place of a
    link. ``near`` are the notes around the one in the middle, itself first."""
    away = {one.path: one.distance for one in near}
    ranked = sorted(hubs, key=lambda hub: hub.path)
    spots = tuple(
        Spot(
            hub.path,
            shortest(vault.index, hub.path, ""),
            "note" if vault.notes[hub.path].is_markdown else "canvas",
            hub.path,
            _facts(hub, away),
            away.get(hub.path) == 0,
        )
        for hub in ranked
    )
    links = {(source, target): Line(source, target, LINK, count) for source, target, count in edges}
    return Picture(spots, _lines(links, steps, {spot.id for spot in spots}))


def picture_of_succession(steps: Sequence[Succession]) -> Picture:
    """The pages, eras and endpoints that came before or after one another."""
    stages = {stage.id: stage for step in steps for stage in (step.source, step.target)}
    spots = tuple(_spot(stages[id]) for id in sorted(stages))
    lines = {(step.source.id, step.target.id): Line(step.source.id, step.target.id, step.kind) for step in steps}
    return Picture(spots, tuple(lines[pair] for pair in sorted(lines)))


def _facts(hub: Hub, away: Mapping[str, int]) -> Mapping[str, str | int | float | bool]:
    facts: dict[str, str | int | float | bool] = {
        "rank": hub.rank,
        "links_in": hub.links_in,
        "links_out": hub.links_out,
    }
    return {**facts, "distance": away[hub.path]} if away else facts


def _lines(links: Mapping[tuple[str, str], Line], steps: Sequence[Succession], known: set[str]) -> tuple[Line, ...]:
    """The links, and where a page took another's place a line that says so."""
    found = dict(links)
    for step in steps:
        pair = step.source.page or "", step.target.page or ""
        if pair[0] != pair[1] and known.issuperset(pair) and found.get(pair, _NONE).kind in (LINK, ""):
            found[pair] = Line(*pair, step.kind, found.get(pair, _NONE).links)
    return tuple(found[pair] for pair in sorted(found))


_NONE = Line("", "", "")


def _spot(stage: Stage) -> Spot:
    facts = {"status": stage.status} if stage.status else {}
    return Spot(stage.id, stage.title, stage.kind, stage.page, facts)
