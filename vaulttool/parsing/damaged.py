"""Reads a note that shows a sign of damage: what each sign means, as troubles with places in the text as read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from vaulttool.parsing.calls import calls
from vaulttool.parsing.damage import Signs
from vaulttool.parsing.diffs import diffs
from vaulttool.parsing.document import Heading, Property, Trouble
from vaulttool.parsing.doubled import doubled
from vaulttool.parsing.leftovers import leftovers
from vaulttool.parsing.line_ends import WithLf, moved
from vaulttool.parsing.markdown import Blocks
from vaulttool.parsing.mojibake import mojibake
from vaulttool.parsing.unclosed import unclosed
from vaulttool.parsing.visible import Visible
from vaulttool.text.span import Span

NAMING = frozenset(("title", "tags", "aliases", "type", "category", "topic"))


def damaged(
    text: str,
    start: int,
    blocks: Blocks,
    headings: Sequence[Heading],
    properties: Sequence[Property],
    regions: Iterable[Span],
    signs: Signs,
) -> tuple[Trouble, ...]:
    """The troubles of a note of which it shows a sign, in order."""
    names = tuple(_names(properties))
    if "\r" not in text:
        return tuple(_found(Visible(text, start, blocks, headings, names, sorted(regions)), signs))
    lf = WithLf(text)
    leaves = [
        msgspec.structs.replace(leaf, start=lf.inner(leaf.start), end=lf.inner(leaf.end)) for leaf in blocks.leaves
    ]
    inner = Blocks(leaves, [moved(span, lf.inner) for span in blocks.html])
    titles = [msgspec.structs.replace(heading, span=moved(heading.span, lf.inner)) for heading in headings]
    note = Visible(lf.text, lf.inner(start), inner, titles, names, [moved(span, lf.inner) for span in sorted(regions)])
    return tuple(msgspec.structs.replace(one, span=moved(one.span, lf.outer)) for one in _found(note, signs))


def _found(note: Visible, signs: Signs) -> list[Trouble]:
    """What is found of each kind, in order of place."""
    found: list[Trouble] = []
    if signs.residue:
        found += [*calls(note), *leftovers(note), *diffs(note)]
    if signs.unclosed:
        found += unclosed(note)
    if signs.garbled:
        found += mojibake(note)
    if signs.doubled or signs.residue:
        found += doubled(note)
    return sorted(found, key=lambda trouble: trouble.span)


def _names(properties: Sequence[Property]) -> Iterator[str]:
    """What the front matter calls the note."""
    for found in properties:
        if found.name.lower() in NAMING:
            for value in found.value if isinstance(found.value, list) else [found.value]:
                if isinstance(value, str):
                    yield value
