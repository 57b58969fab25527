"""Whether a region says what its data say, and what it should say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from vaulttool.model.cannot import CannotGenerate
from vaulttool.model.finding import Edit
from vaulttool.model.generator import Generator, Request
from vaulttool.model.html_pages import as_html
from vaulttool.model.sources import Sources
from vaulttool.model.state import State
from vaulttool.model.vault import Note
from vaulttool.parsing.document import Region
from vaulttool.text.checksum import checksum
from vaulttool.text.names import nearest
from vaulttool.text.span import Span
from vaulttool.text.table import is_separator, row, split

RULE = re.compile(r"-+")  # of a separator, whose colons say how a column is aligned


class Checked(NamedTuple):
    """A region on its page. ``body`` is what should stand in it (LF line ends), empty where ``error`` says why
    nothing can be written. ``notices`` are what a person should look at."""

    page: Note
    region: Region
    state: State
    body: str = ""
    error: CannotGenerate | None = None
    notices: tuple[str, ...] = ()
    own: tuple[str, ...] = ()

    @property
    def is_right(self) -> bool:
        """Whether it says what its data say, people's words and the padding around them aside."""
        return without_own(self.region.text, self.own) == without_own(self.body, self.own)

    @property
    def new_text(self) -> str:
        """What takes the place of the region from the line after its begin marker, in the page's line ends."""
        end = f"<!-- vaulttool:end {self.region.kind} sum={checksum(without_own(self.body, self.own))} -->"
        return (self.body + end).replace("\n", self.region.newline)

    @property
    def edit(self) -> Edit:
        """The edit that writes it anew: all between the markers, and the end marker with its sum."""
        return Edit(self.page.path, Span(self.region.body.start, self.region.end.end), self.new_text)


def checked(pages: Iterable[Note], sources: Sources, kinds: Mapping[str, Generator]) -> Iterator[Checked]:
    """Every region of these pages."""
    for page in pages:
        for region in page.document.regions:
            yield _checked(page, region, sources, kinds)


def _checked(page: Note, region: Region, sources: Sources, kinds: Mapping[str, Generator]) -> Checked:
    try:
        kind = kind_named(region.kind, kinds)
        request = Request(page, kind.parsed(dict(region.arguments)), region.text, sources)
        refuse_own(kind, page.path)
        body = as_html(kind.body(request), page.path)
    except CannotGenerate as error:
        return Checked(page, region, State.BAD, error=error)
    state = _state(region, body, kind.own)
    return Checked(page, region, state, body, None, tuple(request.notices), kind.own)


def kind_named(name: str, kinds: Mapping[str, Generator]) -> Generator:
    """The kind of that name; ``CannotGenerate`` where there is none."""
    if name in kinds:
        return kinds[name]
    found = nearest(name, list(kinds), likeness=60)
    help = f'did you mean "{found}"?' if found else f"known are {', '.join(kinds)}"
    raise CannotGenerate(f'no kind of region is named "{name}"', help)


def refuse_own(kind: Generator, page: str) -> None:
    """``CannotGenerate`` where people's words in a kind's own columns could not be read back."""
    if kind.own and not page.lower().endswith((".md", ".markdown")):
        columns = " and ".join(f'"{heading}"' for heading in kind.own)
        raise CannotGenerate(f'a region "{kind.name}" keeps people\'s words in {columns}', "put it on a Markdown page")


def _state(region: Region, body: str, own: tuple[str, ...]) -> State:
    """Stale where the data have moved on, edited where the sum does not fit what stands there."""
    intact = checksum(without_own(region.text, own)) == region.sum
    if region.conflict and not intact:
        return State.CONFLICT
    if not region.sum:
        return State.EDITED if region.text.strip() else State.STALE
    if without_own(region.text, own) == without_own(body, own):  # people's words are the same in both: they are kept
        return State.FRESH if intact else State.STALE  # of an old sum nothing can be lost
    if intact:
        return State.STALE
    return State.EDITED if checksum(without_own(body, own)) == region.sum else State.EDITED_AND_STALE


def without_own(body: str, own: tuple[str, ...]) -> str:
    """A body with the cells of people's columns emptied, so that editing them is no edit of the region. The tables
    that have such columns lose their padding, too: editors align all cells of a table when one of them is typed in."""
    if not own:
        return body
    lines: list[str] = []
    columns = frozenset[int]()
    above: list[str] | None = None
    for line in body.split("\n"):
        cells = split(line)
        if cells is not None and is_separator(line) and above is not None:
            columns = frozenset(index for index, heading in enumerate(above) if heading in own)
            if columns:
                lines[-1] = row(above)
                line = row(RULE.sub("---", cell) for cell in cells)
        elif cells is None:
            columns = frozenset()
        elif columns:
            line = row("" if index in columns else cell for index, cell in enumerate(cells))
        lines.append(line)
        above = cells
    return "\n".join(lines)
