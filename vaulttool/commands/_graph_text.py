"""What ``vaulttool graph`` says to people, who see paths from where they stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from vaulttool.model.graph import Bridge, Near, Shape
from vaulttool.model.lineage import SUPERSEDED_BY, Stage, Succession, chains
from vaulttool.reporters.text import several

MOST_LISTED = 20
ABOVE_AVERAGE = 1.000001  # of equal notes none is a hub, however their ranks are rounded
Shown = Callable[[str], str]


def shape_lines(found: Shape, steps: Sequence[Succession], shown: Shown) -> Iterator[str]:
    """The shape of the vault, the first of each kind."""
    yield f"{several(found.notes, 'note')}, {several(found.edges, 'edge')}"
    hubs = [
        f"{hub.rank * found.notes:6.1f} {shown(hub.path)} (linked from {several(hub.links_in, 'note')})"
        for hub in found.hubs
        if hub.links_in and hub.rank * found.notes > ABOVE_AVERAGE
    ]
    yield from _listed(several(len(hubs), "hub"), "their PageRank is above 1, the average", hubs)
    bridges = [f"{_bridge(one, shown)}: {several(one.cuts_off, 'note')}" for one in found.bridges]
    yield from _listed(several(len(bridges), "bridge"), "a link that alone holds so many notes to the rest", bridges)
    cut = [f"{shown(one.path)}: {several(one.cuts_off, 'note')}" for one in found.articulations]
    yield from _listed(several(len(cut), "articulation note"), "one that alone holds so many others to the rest", cut)
    yield from _listed(several(len(found.orphans), "orphan"), "nothing links to them", map(shown, found.orphans))
    dead_ends = several(len(found.dead_ends), "dead end")
    yield from _listed(dead_ends, "they link to no other note", map(shown, found.dead_ends))
    whole = [f"{len(group)} notes around {shown(group[0])}" for group in found.components if len(group) > 1]
    alone = sum(len(group) == 1 for group in found.components)
    yield from _listed(f"{several(len(whole), 'component')} of several notes", f"{alone} stand alone", whole)
    cycles = several(len(found.cycles), "cycle")
    yield from _listed(cycles, "each note reaches every other", (_cycle(group, shown) for group in found.cycles))
    if steps:
        yield from succession_lines(steps, shown)


def near_lines(near: Sequence[Near], edges: int, has_edge: Callable[[str, str], bool], shown: Shown) -> Iterator[str]:
    """The notes around the first of them, all of them."""
    centre = near[0].path
    yield f"{several(len(near), 'note')}, {several(edges, 'edge')} around {shown(centre)}"
    for distance in range(1, near[-1].distance + 1):
        ring = [one for one in near if one.distance == distance]
        yield f"{several(len(ring), 'note')} {several(distance, 'link')} away"
        for one in ring:
            if distance == 1:
                there, back = has_edge(centre, one.path), has_edge(one.path, centre)
                yield f"    {'<->' if there and back else '->' if there else '<-'} {shown(one.path)}"
            else:
                more = f" and {len(one.through) - 1} more" if len(one.through) > 1 else ""
                yield f"    {shown(one.path)} (through {shown(one.through[0])}{more})"


def succession_lines(steps: Sequence[Succession], shown: Shown) -> Iterator[str]:
    """What took the place of what, each row from the first to the last."""
    rows = list(chains(steps))
    yield f"{several(len(rows), 'line')} of succession (-> superseded by, ~> continued as)"
    for row in rows:
        later = (f" {'->' if step.kind == SUPERSEDED_BY else '~>'} {_stage(step.target, shown)}" for step in row)
        yield f"    {_stage(row[0].source, shown)}{''.join(later)}"


def _listed(count: str, meaning: str, entries: Iterable[str]) -> Iterator[str]:
    listed = list(entries)
    yield f"{count} ({meaning})"
    yield from (f"    {entry}" for entry in listed[:MOST_LISTED])
    if len(listed) > MOST_LISTED:
        yield f"    ... and {len(listed) - MOST_LISTED} more (--format json lists all)"


def _bridge(one: Bridge, shown: Shown) -> str:
    return f"{shown(one.source)} {'<->' if one.both else '->'} {shown(one.target)}"


def _cycle(group: tuple[str, ...], shown: Shown) -> str:
    return f"{len(group)} notes: {', '.join(map(shown, group[:5]))}{' ...' if len(group) > 5 else ''}"


def _stage(stage: Stage, shown: Shown) -> str:
    return shown(stage.id) if stage.kind == "page" else stage.id
