"""The door to networkx: the vault as a graph of notes, and what its shape tells."""

from __future__ import annotations

import io
from collections.abc import Collection, Iterable

import msgspec
import networkx as nx

from vaulttool.model.joints import cuts
from vaulttool.model.pagerank import ranks
from vaulttool.model.picture import Picture
from vaulttool.model.vault import Vault
from vaulttool.text.xml import portable

DIGITS = 9  # of a rank: what equal places in the graph have in common in spite of rounding


class Hub(msgspec.Struct, frozen=True):
    """A note with its PageRank (all ranks make 1), and how many other notes link to it and it links to."""

    path: str
    rank: float
    links_in: int
    links_out: int


class Bridge(msgspec.Struct, frozen=True):
    """Two notes that hang together by nothing but the link between them (``both``: links either way), and how many
    notes that link alone holds to the rest."""

    source: str
    target: str
    both: bool
    cuts_off: int


class Articulation(msgspec.Struct, frozen=True):
    """A note without which others would come apart, and how many."""

    path: str
    cuts_off: int


class Shape(msgspec.Struct, frozen=True):
    """What the graph of notes looks like; paths are vault paths.

    ``hubs`` are all notes by PageRank. ``bridges`` and ``articulations`` are those that cut off most first.
    ``orphans`` have no link from another note, ``dead_ends`` none to another note. ``components`` are the
    parts that hang together whichever way the links lead, largest first. ``cycles`` are the groups of notes
    from each of which every other can be reached.
    """

    notes: int
    edges: int
    hubs: tuple[Hub, ...]
    bridges: tuple[Bridge, ...]
    articulations: tuple[Articulation, ...]
    orphans: tuple[str, ...]
    dead_ends: tuple[str, ...]
    components: tuple[tuple[str, ...], ...]
    cycles: tuple[tuple[str, ...], ...]


class Near(msgspec.Struct, frozen=True):
    """A note near another: how many links away, and the notes one link nearer through which it is reached."""

    path: str
    distance: int
    through: tuple[str, ...]


def graph(vault: Vault, only: Collection[str] | None = None) -> nx.DiGraph:
    """The resolved links between the notes of a vault (canvases too), or between some of them.

    A link of a note to itself is an edge; links to attachments are not. Each edge counts its ``links``.
    """
    drawn = nx.DiGraph()
    drawn.add_nodes_from(path for path in vault.notes if only is None or path in only)
    for note, _, resolution in vault.links():
        if resolution.candidates and note.path in drawn and resolution.candidates[0] in drawn:
            edge = note.path, resolution.candidates[0]
            count = drawn.edges[edge]["links"] if drawn.has_edge(*edge) else 0
            drawn.add_edge(*edge, links=count + 1)
    return drawn


def shape(drawn: nx.DiGraph) -> Shape:
    """Hubs, bridges, orphans, dead ends, components and cycles. Linear in notes and links."""
    bare = nx.DiGraph(drawn)
    bare.remove_edges_from(list(nx.selfloop_edges(bare)))
    bridges, articulations = _holding(bare)
    return Shape(
        notes=bare.number_of_nodes(),
        edges=drawn.number_of_edges(),
        hubs=_hubs(bare),
        bridges=bridges,
        articulations=articulations,
        orphans=tuple(sorted(path for path, degree in bare.in_degree() if degree == 0)),
        dead_ends=tuple(sorted(path for path, degree in bare.out_degree() if degree == 0)),
        components=_groups(nx.weakly_connected_components(bare)),
        cycles=tuple(group for group in _groups(nx.strongly_connected_components(bare)) if len(group) > 1),
    )


def edges(drawn: nx.DiGraph) -> list[tuple[str, str, int]]:
    """The edges with their number of links, sorted."""
    return sorted(drawn.edges(data="links"))


def neighbourhood(drawn: nx.DiGraph, path: str, depth: int) -> list[Near]:
    """The notes at most ``depth`` links from a note, whichever way they lead, itself first, by distance and path."""
    both = drawn.to_undirected(as_view=True)
    away = nx.single_source_shortest_path_length(both, path, cutoff=depth)
    return [
        Near(one, far, tuple(sorted(other for other in both[one] if away.get(other, far) < far)))
        for one, far in sorted(away.items(), key=lambda item: (item[1], item[0]))
    ]


def between(drawn: nx.DiGraph, paths: Iterable[str]) -> nx.DiGraph:
    """The part of a graph that some notes make."""
    return drawn.subgraph(paths)


def graphml(picture: Picture) -> str:
    """A picture as GraphML, which networkx reads back: nodes by their name, what is known of them as attributes.

    What XML cannot hold is written out, in names as well.
    """
    drawn = nx.DiGraph()
    names: dict[str, str] = {}
    for spot in picture.spots:
        name = portable(spot.id)
        while name in drawn:  # another has that very text for its name
            name += "'"
        names[spot.id] = name
        facts = {key: portable(value) if isinstance(value, str) else value for key, value in spot.facts.items()}
        drawn.add_node(name, label=portable(spot.label), kind=spot.kind, **facts)
    for line in picture.lines:
        drawn.add_edge(names[line.source], names[line.target], kind=line.kind, links=line.links)
    written = io.BytesIO()
    nx.write_graphml_xml(drawn, written)  # the other writer needs lxml, and its lines break at odd characters
    return written.getvalue().decode("utf-8")


def _hubs(bare: nx.DiGraph) -> tuple[Hub, ...]:
    """All notes, those with the highest rank first."""
    found = ranks(bare.adj)
    hubs = (Hub(path, round(rank, DIGITS), bare.in_degree(path), bare.out_degree(path)) for path, rank in found.items())
    return tuple(sorted(hubs, key=lambda hub: (-hub.rank, hub.path)))


def _holding(bare: nx.DiGraph) -> tuple[tuple[Bridge, ...], tuple[Articulation, ...]]:
    """The links and the notes that alone hold others together, those that cut off most first."""
    found = cuts(nx.biconnected_components(bare.to_undirected()))
    bridges = []
    for (first, second), lost in found.pairs.items():
        source, target = (first, second) if bare.has_edge(first, second) else (second, first)
        bridges.append(Bridge(source, target, bare.has_edge(target, source), lost))
    notes = [Articulation(path, lost) for path, lost in found.notes.items()]
    return (
        tuple(sorted(bridges, key=lambda bridge: (-bridge.cuts_off, bridge.source, bridge.target))),
        tuple(sorted(notes, key=lambda note: (-note.cuts_off, note.path))),
    )


def _groups(found: Iterable[set[str]]) -> tuple[tuple[str, ...], ...]:
    """Groups of paths, each sorted, the largest first."""
    groups = [tuple(sorted(group)) for group in found]
    return tuple(sorted(groups, key=lambda group: (-len(group), group)))
