"""Which rows of a page are gone: neither edited nor moved, and no commit speaks of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby

from vaulttool.model.earlier import Earlier, Page
from vaulttool.parsing.rows import Row, name_of, rows, written_rows
from vaulttool.text.span import Span

LIKE = 0.5  # the share of the other cells by which a row whose key was edited is known again
FEWEST = 8  # characters of the rest of a row that tell it from others


class LostRows:
    """The rows that pages have lost since a commit."""

    def __init__(self, earlier: Earlier) -> None:
        self.earlier = earlier

    def of(self, page: Page) -> Iterator[tuple[Span, list[Row]]]:
        """The rows that a page has lost, by table or list, with a place now that is near."""
        before, after = written_rows(page.then, page.former), rows(page.text, page.document)
        lost = [row for row in before if self._is_lost(row, page, before, after)]
        for part, gone in groupby(lost, key=lambda row: row.part):
            yield self._place(page, [row for row in before if row.part == part], after), list(gone)

    def _is_lost(self, row: Row, page: Page, before: Sequence[Row], after: Sequence[Row]) -> bool:
        """Whether a row is gone and nothing says why."""
        if _is_there(row, before, after) or _is_edited(row, before, after):
            return False
        if row.linked and (row.key in _linked(page) or self._is_gone_or_renamed(row.key)):
            return False
        return row.key not in self._moved and not self.earlier.is_spoken_of(_names(row))

    def _is_gone_or_renamed(self, name: str) -> bool:
        return name in self._no_more

    @cached_property
    def _no_more(self) -> frozenset[str]:
        """The names of the notes that were deleted or renamed."""
        former = [before for now, before in self.earlier.then.items() if before is not None and before != now]
        return frozenset(name_of(path) for path in (*self.earlier.gone, *former))

    @cached_property
    def _moved(self) -> frozenset[str]:
        """What rows are known by that have come to any page, and the notes that one links to anew."""
        found: set[str] = set()
        for page in self.earlier.pages:
            found |= _keys(rows(page.text, page.document)) - _keys(rows(page.then, page.former))
            found |= _linked(page) - {name_of(link.link) for link in page.former.links}
        return frozenset(found)

    def _place(self, page: Page, part: Sequence[Row], after: Sequence[Row]) -> Span:
        """Where the rows of a part stand now; else its heading, else the top of the page."""
        kept = {row.key: row.rest for row in part}
        there = [row for row in after if row.key in kept]
        if there:
            return max(there, key=lambda row: kept[row.key] == row.rest).span
        above = [heading.title for heading in page.former.headings if heading.span.start < part[0].span.start]
        for heading in page.document.headings:
            if above and heading.title == above[-1]:
                return heading.span
        return Span(0, 0)


def _names(row: Row) -> list[str]:
    """What a message may call a row: as it is shown, or the name of the note that it links to."""
    inner = row.shown.strip("[]!*_`~=")
    path, _, display = inner.partition("|")
    return [inner, path.partition("#")[0].rpartition("/")[2], display, inner.partition("](")[0]]


def _keys(found: Iterable[Row]) -> set[str]:
    return {row.key for row in found}


def _linked(page: Page) -> set[str]:
    """The names of the notes that a page links to."""
    return {name_of(link.link) for link in page.document.links}


def _is_there(row: Row, before: Sequence[Row], after: Sequence[Row]) -> bool:
    """Whether a row with the same key is still there; of several with one key, as many as before, or this very one."""
    counts = [Counter(one.key for one in found)[row.key] for found in (before, after)]
    if counts[0] <= 1 or counts[1] >= counts[0]:
        return counts[1] > 0
    return any(one.key == row.key and one.rest == row.rest for one in after)


def _is_edited(row: Row, before: Sequence[Row], after: Sequence[Row]) -> bool:
    """Whether a row that was not there before has most of what stood beside the key."""
    if sum(map(len, row.rest)) < FEWEST:
        return False
    known = _keys(before) if Counter(one.key for one in before)[row.key] == 1 else set()
    new = (one for one in after if one.key not in known)
    return any(_share(row.rest, one.rest) > LIKE for one in new)


def _share(cells: Sequence[str], others: Sequence[str]) -> float:
    """The share of cells, by length, that stand among others."""
    return sum(len(cell) for cell in cells if cell in others) / sum(map(len, cells))
