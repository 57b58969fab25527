"""What may be written at a place, as an editor offers it."""

from __future__ import annotations

from lsprotocol import types

from vaulttool import engine
from vaulttool.commands._server.desk import Desk
from vaulttool.commands._server.telling import told
from vaulttool.model.completions import MOST, Asked, Completions

KINDS = {
    "file": types.CompletionItemKind.File,
    "alias": types.CompletionItemKind.Reference,
    "heading": types.CompletionItemKind.Text,
    "block": types.CompletionItemKind.Reference,
    "figure": types.CompletionItemKind.Value,
    "region": types.CompletionItemKind.Snippet,
    "rule": types.CompletionItemKind.EnumMember,
    "argument": types.CompletionItemKind.Value,
    "property": types.CompletionItemKind.Property,
    "value": types.CompletionItemKind.EnumMember,
}
TRIGGERS = ["[", "#", "^", "(", "=", "/", '"', " "]


def completions(desk: Desk, uri: str, position: types.Position) -> types.CompletionList:
    """What may be written at a place of a page; asked again as more is typed where there is too much to list."""
    path = desk.path(uri)
    page = desk.page(path) if path is not None else None
    if path is None or page is None:
        return types.CompletionList(is_incomplete=False, items=[])
    text, positions = desk.text(path), desk.positions(path)
    known = Completions(
        desk.sources,
        desk.live.claims,
        lambda: {name: rule.summary for name, rule in engine.rules().items()},
        lambda: {name: kind.summary for name, kind in engine.kinds().items()},
    )
    offers = known.offers(Asked(page, text, positions.offset(position)))
    items = [
        types.CompletionItem(
            told(offer.label),
            kind=KINDS[offer.kind],
            detail=told(offer.detail) or None,
            sort_text=f"{place:04}",
            filter_text=offer.span.of(text) if offer.kind in ("file", "alias") else None,
            text_edit=types.TextEdit(positions.range(offer.span), offer.text),
        )
        for place, offer in enumerate(offers)
    ]
    return types.CompletionList(is_incomplete=len(items) >= MOST, items=items)
