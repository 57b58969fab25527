"""Numbers with a unit of measure in prose, and whether something beside them says where they come from."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from vaulttool.parsing.prose import Prose
from vaulttool.text.measures import NAMES
from vaulttool.text.sentences import sentences
from vaulttool.text.span import Span

UNITS = "|".join(re.escape(word) for word in sorted(NAMES, key=len, reverse=True))
NUMBER = re.compile(
    rf"(?<![\w.,:/#+−–-])(?:[~≈][ ]?)?[-−+]?[0-9][0-9,]*(?:\.[0-9]+)?[kM]?[*_]{{0,2}}[ \u00a0]?"
    rf"(?P<unit>{UNITS})(?![\w/-])"
)
SOURCE = re.compile(r"<!--[ ]*=|\brun/[a-z0-9]|\[\[|\]\(|\]\[|://|\[\^", re.IGNORECASE)
MEASURED = re.compile(r"\bmeasured\b", re.IGNORECASE)


def unsourced(page: Prose, units: Collection[str], everywhere: bool) -> Iterator[Span]:
    """The first number of each sentence and row without a source; in all of a page, or only under headings that say
    that something was measured."""
    if not everywhere and not any(MEASURED.search(heading.title) for heading in page.document.headings):
        return
    for passage in page.passages:
        if passage.kind in ("paragraph", "item", "title") and passage.quote != "quote":
            for sentence in sentences(page.plain, passage.span):
                yield from _first(page, sentence, units, everywhere)
    for table in page.tables:
        for row in table.rows:
            whole = Span(row[0].start, row[-1].end) if row else Span(0, 0)
            yield from _first(page, whole, units, everywhere)


def _first(page: Prose, span: Span, units: Collection[str], everywhere: bool) -> Iterator[Span]:
    """The first number of a stretch that names no source."""
    if not everywhere and not any(MEASURED.search(heading.title) for heading in page.above(span.start)):
        return
    if SOURCE.search(page.text, span.start, span.end):
        return
    for found in NUMBER.finditer(page.plain, span.start, span.end):
        if NAMES[found["unit"]] in units:
            yield Span(*found.span())
            return
