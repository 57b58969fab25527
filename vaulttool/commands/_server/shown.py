"""What an editor shows of a thing that somebody points at, as paragraphs of Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vaulttool import engine
from vaulttool.commands._server.desk import Desk
from vaulttool.commands._server.targets import linked, status_at
from vaulttool.commands._server.telling import quoted, told
from vaulttool.model.cannot import NoDatum
from vaulttool.model.figures import checked_figures
from vaulttool.model.references import references
from vaulttool.model.regions import checked
from vaulttool.model.standing import Thing
from vaulttool.parsing.document import Block, Figure, Footnote, Heading, Link, Property, Region
from vaulttool.parsing.frontmatter import body_start
from vaulttool.text.span import LINE_END, Lines

MOST_LINES = 12  # of a note that are shown
MOST_CHARACTERS = 4_000  # of these lines
MARKS = re.compile(r"([&\\`*_{}\[\]<>#|~!])")


def shown(desk: Desk, path: str, thing: Thing) -> Iterator[str]:
    """What is known of a thing on a page."""
    if isinstance(thing, Link):
        yield from _of_link(desk, path, thing)
    elif isinstance(thing, Figure):
        yield from _of_figure(desk, path, thing)
    elif isinstance(thing, Heading | Block | Footnote):
        links = references(desk.live.vault, path, thing, lambda: desk.live.session.ledger.asking([path]))
        yield _several(len(list(links)), "link leads here", "links lead here")
    elif isinstance(thing, Property):
        yield from _of_property(desk, path, thing)
    elif isinstance(thing, Region):
        yield from _of_region(desk, path, thing)


def _of_link(desk: Desk, path: str, link: Link) -> Iterator[str]:
    """Where a link leads and what stands there, or how it was looked for in vain."""
    resolution = desk.live.vault.resolve(link, path)
    target, anchor = linked(desk, path, link)
    if target is None:
        yield f"No note or file is named “{_plain(link.link)}”."
        return
    yield f"**{_plain(target)}** ({resolution.step.value})"
    status = desk.live.session.statuses.get(target)
    if status is not None:
        yield _plain(status.word) + (f" by its {status.origin}" if status.origin != "data" else " by the data")
    if target in desk.live.vault.notes and target.lower().endswith(".md"):
        text = desk.text(target)
        start = anchor.span.start if anchor else body_start(text)
        yield _excerpt(text, start)


def _of_figure(desk: Desk, path: str, figure: Figure) -> Iterator[str]:
    """The datum of a figure, with its run and where it stands."""
    try:
        datum = desk.sources.data.figure(figure.address)
    except NoDatum as error:
        yield _plain(error.message)
        return
    yield f"**{_plain(datum.text)}**" + (f" — {_plain(datum.title)}" if datum.title else "")
    if datum.run is not None:
        era = f", era {datum.run.era}" if datum.run.era else ""
        yield f"run {_plain(datum.run.run)}, {_plain(str(datum.run.date))}{_plain(era)} ({datum.quality})"
    page = desk.page(path)
    for one in checked_figures([page] if page else [], desk.sources.data):
        if one.figure == figure and not one.is_fresh and one.error is None:
            yield f"The page says {_plain(figure.printed)}; it should say {_plain(one.new)}."
    file = desk.sources.files.from_vault(datum.path)
    text = desk.sources.text(file) if datum.path else None
    if text is not None:
        line = Lines(text).position(desk.sources.place(file, datum.keys).start).line
        yield f"[{_plain(datum.path)}:{line}]({desk.uri(file)}#L{line})"


def _of_property(desk: Desk, path: str, property: Property) -> Iterator[str]:
    """The status that a property gives, and what a schema says of it."""
    status = status_at(desk, path, property)
    if status is not None:
        yield f"**{_plain(status[0].word)}**: {_plain(status[1].message)}"
    page = desk.page(path)
    for schema in desk.live.claims.schemas(page) if page else ():
        description = schema.properties.get(property.name, {}).get("description")
        if description:
            yield f"{_plain(' '.join(str(description).split()))} (schema {_plain(schema.name)})"


def _of_region(desk: Desk, path: str, region: Region) -> Iterator[str]:
    """The state of a region."""
    page = desk.page(path)
    for one in checked([page] if page else [], desk.sources, engine.kinds()):
        if one.region == region:
            yield f"region **{_plain(region.name)}**: {one.state.value}"
            if one.error is not None:
                yield _plain(one.error.message)


def _excerpt(text: str, start: int) -> str:
    """A few lines of a note, as they are written: nothing in them is drawn or loaded."""
    lines = LINE_END.split(text[start:].lstrip("\ufeff"), maxsplit=MOST_LINES)[:MOST_LINES]
    shown = quoted("\n".join(lines).strip("\n"))
    if len(shown) > MOST_CHARACTERS:
        shown = shown[: MOST_CHARACTERS - 1] + "…"
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", shown)), default=0))
    return f"{fence}markdown\n{shown}\n{fence}"


def _plain(text: str) -> str:
    """A text that Markdown shows as it is."""
    return MARKS.sub(r"\\\1", told(text))


def _several(number: int, one: str, more: str) -> str:
    return f"{number} {one if number == 1 else more}"
