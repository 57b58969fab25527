"""The door to networkx: the vault as a graph of notes, and what its shape tells."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import msgspec
import networkx as nx

from vaulttool.model.vault import Vault


class Shape(msgspec.Struct, frozen=True):
    """What the graph of notes looks like; all are vault paths, sorted.

    ``orphans`` have no link from another note, ``dead_ends`` none to another file. ``components`` are the
    parts that hang together whichever way the links lead, largest first. ``cycles`` are the groups of notes
    from each of which every other can be reached.
    """

    notes: int
    edges: int
    orphans: tuple[str, ...]
    dead_ends: tuple[str, ...]
    components: tuple[tuple[str, ...], ...]
    cycles: tuple[tuple[str, ...], ...]


def graph(vault: Vault, only: Collection[str] | None = None) -> nx.DiGraph:
    """The resolved links between the notes of a vault (canvases too), or between some of them.

    A link of a note to itself is an edge; links to attachments are not.
    """
    drawn = nx.DiGraph()
    drawn.add_nodes_from(path for path in vault.notes if only is None or path in only)
    for note, _, resolution in vault.links():
        if resolution.candidates and note.path in drawn and resolution.candidates[0] in drawn:
            drawn.add_edge(note.path, resolution.candidates[0])
    return drawn


def shape(drawn: nx.DiGraph) -> Shape:
    """Orphans, dead ends, components and cycles. Linear in notes and links."""
    bare = nx.DiGraph(drawn)
    bare.remove_edges_from(list(nx.selfloop_edges(bare)))
    return Shape(
        notes=bare.number_of_nodes(),
        edges=drawn.number_of_edges(),
        orphans=tuple(sorted(path for path, degree in bare.in_degree() if degree == 0)),
        dead_ends=tuple(sorted(path for path, degree in bare.out_degree() if degree == 0)),
        components=_groups(nx.weakly_connected_components(bare)),
        cycles=tuple(group for group in _groups(nx.strongly_connected_components(bare)) if len(group) > 1),
    )


def _groups(found: Iterable[set[str]]) -> tuple[tuple[str, ...], ...]:
    """Groups of paths, each sorted, the largest first."""
    groups = [tuple(sorted(group)) for group in found]
    return tuple(sorted(groups, key=lambda group: (-len(group), group)))
