"""What can be done at a place: fixes, regions written anew, and findings silenced."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lsprotocol import types

from vaulttool import engine
from vaulttool.commands._server.desk import Desk
from vaulttool.commands._server.diagnostics import diagnostic
from vaulttool.commands._server.telling import told
from vaulttool.model.finding import Edit, Finding, Fix
from vaulttool.model.regions import Checked, checked
from vaulttool.model.silencing import silencing
from vaulttool.model.state import State
from vaulttool.storage.reading import parsed
from vaulttool.text.span import Span

QUICK_FIX, REWRITE = types.CodeActionKind.QuickFix, types.CodeActionKind.RefactorRewrite
MOST_SILENCED = 20  # findings: each is tried on the whole page
TITLES = {
    State.STALE: "Write this region anew",
    State.EDITED: "Throw away the edit and write this region anew",
    State.CONFLICT: "Drop both sides of the conflict and write this region anew",
}


def actions(
    desk: Desk, uri: str, range: types.Range, only: Sequence[types.CodeActionKind | str] | None
) -> list[types.CodeAction]:
    """What can be done in a stretch of a file."""
    path = desk.path(uri)
    if path is None:
        return []
    positions = desk.positions(path)
    span = Span(positions.offset(range.start), positions.offset(range.end))
    found = [*_of_findings(desk, path, span), *_of_regions(desk, path, span)]
    return [one for one in found if only is None or any(str(one.kind).startswith(_value(kind)) for kind in only)]


def _value(kind: types.CodeActionKind | str) -> str:
    return kind.value if isinstance(kind, types.CodeActionKind) else kind


def _of_findings(desk: Desk, path: str, span: Span) -> Iterator[types.CodeAction]:
    """The fixes of the findings that touch the stretch, then what silences them."""
    said = desk.live.session.findings(path)
    found = [one for one in said if one.span.start <= span.end and span.start <= one.span.end]
    for finding in found:
        if finding.fix is not None:
            yield _action(desk, finding, finding.fix, preferred=finding.fix.safe)
    for finding in found[:MOST_SILENCED]:
        if fix := silencing(finding, desk.text(path), lambda text: parsed(path, text)):
            yield _action(desk, finding, fix, preferred=False)


def _action(desk: Desk, finding: Finding, fix: Fix, preferred: bool) -> types.CodeAction:
    return types.CodeAction(
        _title(fix.title),
        kind=QUICK_FIX,
        diagnostics=[diagnostic(desk, finding)],
        is_preferred=preferred or None,
        edit=desk.edits(fix.edits),
    )


def _of_regions(desk: Desk, path: str, span: Span) -> Iterator[types.CodeAction]:
    """What writes the regions anew that touch the stretch."""
    for one in regions_at(desk, path):
        title = TITLES.get(one.state)
        if title and one.region.span.start <= span.end and span.start <= one.region.span.end:
            yield types.CodeAction(title, kind=REWRITE, edit=desk.edits([one.edit]))


def regions_at(desk: Desk, path: str) -> Iterator[Checked]:
    """The regions of a page, each with what should stand in it."""
    page = desk.page(path)
    if page is not None and page.document.regions:
        yield from checked([page], desk.sources, engine.kinds())


def region_edits(desk: Desk, path: str) -> Iterator[Edit]:
    """What writes all stale regions of a page anew."""
    return (one.edit for one in regions_at(desk, path) if one.state is State.STALE)


def _title(title: str) -> str:
    return told(title[:1].upper() + title[1:])
