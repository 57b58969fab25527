"""Whether a subpath leads anywhere in a note: headings by path, block ids, footnotes."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from vaulttool.parsing.document import Block, Document, Footnote, Heading
from vaulttool.text.names import heading_key


class AnchorKind(Enum):
    """What a subpath asks for."""

    HEADING = "heading"
    BLOCK = "block"
    FOOTNOTE = "footnote"


def parts(subpath: str) -> list[str]:
    """The steps of a subpath; empty ones count for nothing."""
    return [part for part in subpath.split("#") if part]


def kind(subpath: str) -> AnchorKind:
    """What a subpath that has parts asks for."""
    asked = parts(subpath)
    if len(asked) == 1 and asked[0].startswith("[^"):
        return AnchorKind.FOOTNOTE
    if len(asked) == 1 and asked[0].startswith("^"):
        return AnchorKind.BLOCK
    return AnchorKind.HEADING


class Anchors:
    """What of one note can be linked to; heading keys are worked out once."""

    def __init__(self, document: Document) -> None:
        self.headings: Sequence[Heading] = [heading for heading in document.headings if heading.top]
        self.keys = [heading_key(heading.title) for heading in self.headings]
        self.bare_keys = [
            _without_block_id(heading.title) if " ^" in heading.title else key
            for heading, key in zip(self.headings, self.keys, strict=True)
        ]
        self.blocks = {block.id.lower(): block for block in document.blocks}
        self.footnotes = {footnote.id.lower(): footnote for footnote in document.footnotes}

    def find(self, subpath: str) -> Heading | Block | Footnote | None:
        """What the subpath names in the note, or None. A subpath without parts names nothing to find."""
        asked = parts(subpath)
        what = kind(subpath)
        if what is AnchorKind.FOOTNOTE:
            return self.footnotes.get(asked[0][2:].rstrip("]").lower())
        if what is AnchorKind.BLOCK and (block := self.blocks.get(asked[0][1:].lower())):
            return block
        return self._heading(asked)

    def _heading(self, asked: list[str]) -> Heading | None:
        """The heading at the end of the path: each step comes later than the one before and is deeper."""
        wanted = [heading_key(part) for part in asked]
        step = level = 0
        for heading, key, bare in zip(self.headings, self.keys, self.bare_keys, strict=True):
            if heading.level > level and wanted[step] in (key, bare):
                step, level = step + 1, heading.level
                if step == len(wanted):
                    return heading
        return None


def _without_block_id(title: str) -> str:
    """A heading's key without a block id at its end; nobody knows which form Obsidian takes, so both do."""
    return heading_key(title.rpartition(" ^")[0])
