"""Three versions of a page made alike in what is generated, so that they conflict only in what people wrote."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from vaulttool.model.edits import edited
from vaulttool.model.finding import Edit
from vaulttool.parsing.document import Document, Region
from vaulttool.text.checksum import checksum, with_lf
from vaulttool.text.span import Span

Read = Callable[[str], Document]


def alike(ours: str, others: Iterable[str], read: Read, kept: Callable[[str], bool]) -> list[str]:
    """The other versions of a page, each generated region in them as ours has it.

    Only regions that all of them have as they were written are made alike: what people changed in one is merged like
    the rest of the page, and so is a kind of region that is ``kept`` since cells in it are people's own.
    """
    versions = [*others]
    found = [_regions(text, read) for text in (ours, *versions)]
    shared = [
        name
        for name, region in found[0].items()
        if not kept(region.kind) and all(_is_intact(one[name]) for one in found if name in one)
    ]
    return [_with(text, some, ours, found[0], shared) for text, some in zip(versions, found[1:], strict=True)]


def _with(
    text: str, regions: Mapping[str, Region], ours: str, wanted: Mapping[str, Region], names: Iterable[str]
) -> str:
    """A version with our text in the regions of these names; the begin markers, which people write, stay."""
    edits = []
    for name in names:
        if name in regions:
            there, here = regions[name], wanted[name]
            new = with_lf(_written(here).of(ours)).replace("\n", there.newline)
            edits.append(Edit("", _written(there), new))
    return edited(text, edits)


def _written(region: Region) -> Span:
    """What is written of a region: all behind the line of its begin marker."""
    return Span(region.body.start, region.end.end)


def _regions(text: str, read: Read) -> dict[str, Region]:
    """The regions of a page by name; of a name that stands twice, none."""
    found: dict[str, list[Region]] = {}
    for region in read(text).regions:
        found.setdefault(region.name, []).append(region)
    return {name: some[0] for name, some in found.items() if len(some) == 1}


def _is_intact(region: Region) -> bool:
    """Whether a region says what was written, or nothing yet."""
    return not region.conflict and (checksum(region.text) == region.sum or not (region.sum or region.text.strip()))
