"""Where things lead, who refers to them, and what is known of them."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types

from vaulttool.commands._server.desk import Desk
from vaulttool.commands._server.shown import shown
from vaulttool.commands._server.targets import START, linked, target_of
from vaulttool.commands._server.telling import told
from vaulttool.model.references import Anchor, references
from vaulttool.model.standing import Thing, extent, standing
from vaulttool.parsing.document import Block, Footnote, Heading, Link
from vaulttool.text.span import Span


def standing_at(desk: Desk, uri: str, position: types.Position) -> tuple[str, Thing | None] | None:
    """The page at an address, and what stands at a place of it; None for what is no page."""
    path = desk.path(uri)
    page = desk.page(path) if path is not None else None
    if path is None or page is None:
        return None
    return path, standing(page.document, desk.positions(path).offset(position))


def definition(desk: Desk, uri: str, position: types.Position) -> list[types.Location]:
    """Where what stands at a place leads: a link to its file, heading or block, a figure to its data, a status to what
    decides it."""
    found = standing_at(desk, uri, position)
    target = target_of(desk, *found) if found else None
    return [desk.location(*target)] if target else []


def hover(desk: Desk, uri: str, position: types.Position) -> types.Hover | None:
    """What is known of what stands at a place."""
    found = standing_at(desk, uri, position)
    path, thing = found or ("", None)
    if thing is None:
        return None
    lines = list(shown(desk, path, thing))
    if not lines:
        return None
    content = types.MarkupContent(types.MarkupKind.Markdown, "\n\n".join(lines))
    return types.Hover(content, desk.positions(path).range(extent(thing)))


def referring(desk: Desk, uri: str, position: types.Position, declared: bool) -> list[types.Location]:
    """The links that lead to what stands at a place: a heading, a block, the target of a link, else the page itself."""
    found = standing_at(desk, uri, position)
    if found is None:
        return []
    path, anchor = _meant(desk, *found)
    links = references(desk.live.vault, path, anchor, lambda: desk.live.session.ledger.asking([path]))
    places = [desk.location(one.note.path, one.link.span) for one in links]
    return [desk.location(path, anchor.span if anchor else START), *places] if declared else places


def backlinks(desk: Desk, path: str) -> list[types.Location]:
    """The links from other notes to a page."""
    links = references(desk.live.vault, path, None, lambda: desk.live.session.ledger.asking([path]))
    return [desk.location(one.note.path, one.link.span) for one in links if one.note.path != path]


def _meant(desk: Desk, path: str, thing: Thing | None) -> tuple[str, Anchor | None]:
    """What somebody asks about who points at a thing."""
    if isinstance(thing, Heading | Block | Footnote):
        return path, thing
    if isinstance(thing, Link):
        target, anchor = linked(desk, path, thing)
        if target:
            return target, anchor
    return path, None


def symbols(desk: Desk, uri: str) -> list[types.DocumentSymbol]:
    """The headings of a page, each with those below it, and its regions."""
    path = desk.path(uri)
    page = desk.page(path) if path is not None else None
    if path is None or page is None:
        return []
    positions = desk.positions(path)
    headings = [one for one in page.document.headings if one.top]
    top: list[types.DocumentSymbol] = []
    open_ones: list[tuple[int, types.DocumentSymbol]] = []
    for place, heading in enumerate(headings):
        end = next(
            (one.span.start for one in headings[place + 1 :] if one.level <= heading.level), page.document.length
        )
        symbol = types.DocumentSymbol(
            told(heading.title) or "(no title)",
            types.SymbolKind.String,
            positions.range(Span(heading.span.start, max(end, heading.span.end))),
            positions.range(heading.span),
            children=[],
        )
        while open_ones and open_ones[-1][0] >= heading.level:
            open_ones.pop()
        (open_ones[-1][1].children if open_ones else top).append(symbol)  # type: ignore[union-attr]  # made as a list above
        open_ones.append((heading.level, symbol))
    return [*top, *_regions(desk, path)]


def _regions(desk: Desk, path: str) -> Iterator[types.DocumentSymbol]:
    page = desk.page(path)
    positions = desk.positions(path)
    for region in page.document.regions if page else ():
        whole, begin = positions.range(region.span), positions.range(region.begin)
        yield types.DocumentSymbol(told(region.name), types.SymbolKind.Array, whole, begin, detail="generated")


def workspace_symbols(desk: Desk, query: str, most: int = 200) -> list[types.WorkspaceSymbol]:
    """The notes and aliases whose name holds what is asked for."""
    wanted = query.lower()
    found: list[types.WorkspaceSymbol] = []
    vault = desk.live.vault
    for path in vault.notes:
        name = path.rpartition("/")[2].removesuffix(".md")
        if wanted in name.lower() and len(found) < most:
            place = types.LocationUriOnly(desk.uri(path))
            found.append(types.WorkspaceSymbol(place, told(name), types.SymbolKind.File, container_name=told(path)))
    for alias, owners in vault.alias_owners.items():
        for owner in owners if wanted in alias and len(found) < most else ():
            place = types.LocationUriOnly(desk.uri(owner))
            found.append(types.WorkspaceSymbol(place, told(alias), types.SymbolKind.Key, container_name=told(owner)))
    return found
