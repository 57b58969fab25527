"""Where a page states its own status in words, and where it states that of a page that it links to."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from vaulttool.model.page_status import PageStatus
from vaulttool.model.reading import Cell, Reading, says
from vaulttool.model.status_words import Claim, StatusWords, soft
from vaulttool.model.vault import Note, Vault
from vaulttool.parsing.document import Link, Property
from vaulttool.parsing.prose import HIDDEN, Passage, Table
from vaulttool.text.span import Span

ENOUGH = 300  # characters beside a link in which its status can stand
MARKS = re.compile(r"[^\w\0]*+")
ON_TO_A_LINK = re.compile(r"[ \t*_=:–—-]*+!?\[")
HEADS_OF_TIMES = ("date", "day", "when", "time", "start", "end", "from", "to", "until", "started", "ended", "began")


class Own(NamedTuple):
    """What a page says of its own status, with the place of its words in the text; ``where`` names the part."""

    where: str
    claim: Claim


class Beside(NamedTuple):
    """What stands beside a link of the status of the page to which it leads."""

    link: Link
    target: str
    claim: Claim


def own_claims(note: Note, reading: Reading, words: StatusWords) -> Iterator[Own]:
    """What a page says of its own status: in its description and title, in a call-out at its top, and in the first
    words of its text."""
    document = note.document
    yield from _in_property("description", document.property("description"), reading.prose.text, words.description)
    yield from _in_property("title", document.property("title"), reading.prose.text, words.title)
    if reading.title is not None:
        yield from _in_text("title", reading, reading.title.span, words.title)
    for passage in banners(reading):
        yield from _in_text("banner", reading, passage.span, words.opening)
    opening = reading.prose.opening
    if opening is not None and not reading.is_history(opening.span.start, title=False):
        yield from _in_text("first paragraph", reading, opening.span, words.opening)


def banners(reading: Reading) -> Iterator[Passage]:
    """The title and the first block of each call-out at the top of a page."""
    is_first = False
    for passage in reading.prose.passages:
        if passage.span.start >= reading.top:
            return
        is_callout = passage.quote not in ("", "quote")
        if is_callout and (passage.kind == "title" or is_first):
            yield passage
        is_first = is_callout and passage.kind == "title"


def link_claims(reading: Reading, words: StatusWords, led: Iterable[tuple[Link, str]]) -> Iterator[Beside]:
    """What stands beside links of a page, given with their targets, of the status of those pages. Regions, quotes, what
    stands under a heading of the past, entries of a log and tables of times are left alone."""
    for link, target in led:
        if not _speaks(reading, link):
            continue
        passage = reading.passage(link.span.start)
        row = reading.cell(link.span.start)
        if passage is None or (row is not None and _tells_times(reading, row.table)):
            continue
        claim = _around(reading, passage, link, words) or (_in_row(reading, row, link, words) if row else None)
        if claim is not None:
            yield Beside(link, target, claim)


def leading(note: Note, vault: Vault, statuses: Mapping[str, PageStatus]) -> Iterator[tuple[Link, str]]:
    """The links in the text of a page that lead to another page whose status is known."""
    for link in note.document.links:
        if link.kind in ("link", "embed"):
            target = vault.resolve(link, note.path).target
            if target is not None and target != note.path and target in statuses:
                yield link, target


def _speaks(reading: Reading, link: Link) -> bool:
    """Whether people wrote what stands around a link, and of the present."""
    at = link.span.start
    passage = reading.passage(at)
    if passage is None or reading.prose.is_generated(at) or reading.is_quoted(at):
        return False
    return not reading.is_history(at) and not reading.is_dated(passage)


def _around(reading: Reading, passage: Passage, link: Link, words: StatusWords) -> Claim | None:
    """What is said directly behind a link, or before one with which an item begins."""
    text, (start, end) = reading.plain, (passage.span.start, passage.span.end)
    after = text[link.span.end : min(end, link.span.end + ENOUGH)]
    before = text[max(start, link.span.start - ENOUGH) : link.span.start]
    is_first = link.span.start - start < ENOUGH and MARKS.fullmatch(soft(before)) is not None
    claim = words.behind(after) or (words.described(after) if is_first else None)
    if claim is None and is_first and len(reading.links(passage.span)) == 1 and end - link.span.end < ENOUGH:
        claim = words.ending(after)
    if claim is not None:
        return _moved(claim, link.span.end)
    is_head = passage.kind in ("item", "cell") and link.span.start - start < ENOUGH
    is_all = re.match(r"[\s*_]*(?:[,;–—(:]|\Z)", after) is not None
    claim = words.before(before) if is_head and is_all else None
    return _moved(claim, link.span.start - len(before)) if claim else None


def _in_row(reading: Reading, cell: Cell, link: Link, words: StatusWords) -> Claim | None:
    """What the cells of a row say of the page whose link is all that its first cell holds, or its second behind the
    status."""
    around = reading.plain[cell.span.start : link.span.start] + reading.plain[link.span.end : cell.span.end]
    if MARKS.fullmatch(soft(around)) is None or cell.column > 1:
        return None
    if cell.column == 1:
        return _cell(reading, cell.row[0], words.whole)
    for other in cell.row[1:]:
        claim = _cell(reading, other, words.whole) or _cell(reading, other, words.opening)
        if claim is not None:
            return claim
    return None


def _cell(reading: Reading, cell: Span, read: Callable[[str], Claim | None]) -> Claim | None:
    """What a cell says; a word between backticks is read where it is all that stands there."""
    text = cell.of(reading.plain)
    if not text.strip(HIDDEN):
        text = cell.of(reading.prose.text).replace("`", " ")
    claim = read(text)
    return _moved(claim, cell.start) if claim else None


def _tells_times(reading: Reading, table: Table) -> bool:
    """Whether a table is one of history: its head names a time, or says that it is of the past."""
    heads = [cell.of(reading.plain).strip(" *_").casefold() for cell in table.head]
    return any(head in HEADS_OF_TIMES or says(reading.history, head) for head in heads)


def _in_property(name: str, property: Property | None, text: str, read: Callable[[str], Claim | None]) -> Iterator[Own]:
    """What a property says; its place is the word in the front matter, or all of the value."""
    if property is None or property.templated or not isinstance(property.value, str):
        return
    claim = read(property.value)
    if claim is not None:
        at = property.value_span.of(text).find(claim.span.of(property.value))
        start = property.value_span.start + at
        place = Span(start, start + claim.span.end - claim.span.start) if at >= 0 else property.value_span
        yield Own(name, claim._replace(span=place))


def _in_text(where: str, reading: Reading, span: Span, read: Callable[[str], Claim | None]) -> Iterator[Own]:
    """What a block says. A word that goes on to a link may be said of the page to which it leads."""
    text = span.of(reading.plain)
    start = span.start + len(text) - len(text.lstrip(HIDDEN + "# \t"))
    claim = read(reading.plain[start : span.end])
    if claim is not None:
        claim = _moved(claim, start)
        if not ON_TO_A_LINK.match(reading.prose.text, claim.span.end):
            yield Own(where, claim)


def _moved(claim: Claim, by: int) -> Claim:
    return claim._replace(span=Span(claim.span.start + by, claim.span.end + by))
