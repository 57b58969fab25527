"""Lines above the text: how many notes link to this one, and whether a region is as its data have it."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types

from vaulttool.commands._server.actions import regions_at
from vaulttool.commands._server.desk import Desk
from vaulttool.commands._server.navigation import backlinks
from vaulttool.commands._server.telling import told
from vaulttool.model.state import State

SHOW_REFERENCES = "vaulttool.showReferences"  # carried out by the editor
REGENERATE = "vaulttool.regenerate"
TOP = types.Position(0, 0)


def lenses(desk: Desk, uri: str) -> list[types.CodeLens]:
    """The lines above a page's text."""
    path = desk.path(uri)
    if path is None or desk.page(path) is None:
        return []
    return [_of_links(desk, uri, path), *_of_regions(desk, uri, path)]


def _of_links(desk: Desk, uri: str, path: str) -> types.CodeLens:
    places = backlinks(desk, path)
    title = "1 backlink" if len(places) == 1 else f"{len(places)} backlinks"
    command = types.Command(title, SHOW_REFERENCES, arguments=[uri, TOP, places])
    return types.CodeLens(types.Range(TOP, TOP), command)


def _of_regions(desk: Desk, uri: str, path: str) -> Iterator[types.CodeLens]:
    positions = desk.positions(path)
    for one in regions_at(desk, path):
        name, place = told(one.region.name), positions.range(one.region.begin)
        if one.state is State.STALE:
            command = types.Command(f"{name}: stale, write it anew", REGENERATE, arguments=[uri, one.region.name])
            yield types.CodeLens(place, command)
        else:
            yield types.CodeLens(place, types.Command(f"{name}: {one.state.value}", ""))
