"""Where a thing on a page leads: a link to its file, a figure to its data, a status to what decides it."""

from __future__ import annotations

from vaulttool.commands._server.desk import Desk
from vaulttool.model.anchors import parts
from vaulttool.model.cannot import NoDatum
from vaulttool.model.finding import Related
from vaulttool.model.page_status import Origins, PageStatus
from vaulttool.model.references import Anchor
from vaulttool.model.standing import Thing
from vaulttool.parsing.document import Figure, Link, Property
from vaulttool.text.span import Span

START = Span(0, 0)


def target_of(desk: Desk, path: str, thing: Thing | None) -> tuple[str, Span] | None:
    """The file that a thing leads to, and the place in it."""
    if isinstance(thing, Link):
        target, anchor = linked(desk, path, thing)
        return (target, anchor.span if anchor else START) if target else None
    if isinstance(thing, Figure):
        return _datum(desk, thing)
    if isinstance(thing, Property):
        status = status_at(desk, path, thing)
        return (status[1].path, status[1].span) if status else None
    return None


def _datum(desk: Desk, figure: Figure) -> tuple[str, Span] | None:
    """Where the datum of a figure stands."""
    try:
        datum = desk.sources.data.figure(figure.address)
    except NoDatum:
        return None
    file = desk.sources.files.from_vault(datum.path)
    return (file, desk.sources.place(file, datum.keys)) if datum.path and desk.sources.text(file) else None


def linked(desk: Desk, path: str, link: Link) -> tuple[str | None, Anchor | None]:
    """The file that a link leads to, and what of it the link names."""
    target = desk.live.vault.resolve(link, path).target
    anchors = desk.live.vault.anchors(target) if target and parts(link.subpath) else None
    return target, anchors.find(link.subpath) if anchors else None


def status_at(desk: Desk, path: str, thing: Property) -> tuple[PageStatus, Related] | None:
    """The status of a page where a property gives it, and where that comes from."""
    name = desk.live.run.place.config.status.property
    statuses = desk.live.session.statuses
    if thing.name != name or path not in statuses:
        return None
    return statuses[path], Origins(desk.sources, statuses).of(path)
