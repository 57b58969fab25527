"""The graph of notes as data for the page that draws it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from vaulttool.model.graph import graph, shape
from vaulttool.model.sources import Sources
from vaulttool.site.material import Material
from vaulttool.site.names import address, title
from vaulttool.site.told import folder

COLOURS = 8  # groups that have one of their own; the others share the last
OTHERS, NONE = "other", "none"
MOST = 20_000  # notes that are drawn, those with the highest rank; more are no picture


class Drawn(NamedTuple):
    """The drawing: what its script is given, how many notes and links there are, and the notes of the highest rank."""

    data: Mapping[str, Any]
    notes: int
    edges: int
    left_out: int
    hubs: list[tuple[str, str, int]]


def drawn(material: Material, findings: Mapping[str, int]) -> Drawn:
    """The resolved links between the notes that have pages. ``findings`` counts what is said of each, by path."""
    whole = graph(material.sources.vault, frozenset(material.pages))
    found = shape(whole)
    kept = found.hubs[:MOST]
    place = {hub.path: at for at, hub in enumerate(kept)}
    folders = _groups({hub.path: folder(hub.path) for hub in kept})
    statuses = _groups({hub.path: status(material.sources, hub.path) for hub in kept})
    lines = {tuple(sorted((place[one], place[other]))) for one, other in whole.edges if one in place and other in place}
    data = {
        "folders": folders.names,
        "statuses": statuses.names,
        "nodes": [
            [
                title(hub.path),
                address(hub.path),
                folders.of[hub.path],
                statuses.of[hub.path],
                findings.get(hub.path, 0),
                hub.links_in,
                hub.links_out,
            ]
            for hub in kept
        ],
        "lines": [end for line in sorted(lines) if line[0] != line[1] for end in line],
    }
    hubs = [(title(hub.path), address(hub.path), hub.links_in) for hub in found.hubs[:15] if hub.links_in]
    return Drawn(data, found.notes, found.edges, len(found.hubs) - len(kept), hubs)


class _Groups(NamedTuple):
    """The names of groups, the largest first, and the number of each note's group."""

    names: list[str]
    of: Mapping[str, int]


def _groups(named: Mapping[str, str]) -> _Groups:
    counted = Counter(named.values())
    names = sorted(counted, key=lambda name: (name == NONE, -counted[name], name))
    if len(names) > COLOURS:
        names = [*names[: COLOURS - 1], OTHERS]
    numbers = {name: at for at, name in enumerate(names)}
    return _Groups(names, {path: numbers.get(name, len(names) - 1) for path, name in named.items()})


def status(sources: Sources, path: str) -> str:
    """The status of a note, as data or its front matter have it."""
    note = sources.vault.notes[path]
    return (sources.statuses.of(note) if note.is_markdown else None) or NONE
