"""Whether a subpath leads anywhere in a note: headings by path, block ids, footnotes."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import cached_property

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
    """What of one note can be linked to, worked out when it is asked for. It holds no more of the Document."""

    def __init__(self, document: Document) -> None:
        self.headings: Sequence[Heading] = [heading for heading in document.headings if heading.top]
        self._blocks = document.blocks
        self._footnotes = document.footnotes

    @cached_property
    def keys(self) -> list[str]:
        """What each heading is compared by."""
        return [heading_key(heading.title) for heading in self.headings]

    @cached_property
    def bare_keys(self) -> list[str]:
        """The same without a block id at the end; nobody knows which form Obsidian takes, so both do."""
        return [
            heading_key(heading.title.rpartition(" ^")[0]) if " ^" in heading.title else key
            for heading, key in zip(self.headings, self.keys, strict=True)
        ]

    @cached_property
    def blocks(self) -> dict[str, Block]:
        """The block ids in lower case; of a doubled one the last counts."""
        return {block.id.lower(): block for block in self._blocks}

    @cached_property
    def footnotes(self) -> dict[str, Footnote]:
        """The footnotes by label in lower case."""
        return {footnote.id.lower(): footnote for footnote in self._footnotes}

    def find(self, subpath: str) -> Heading | Block | Footnote | None:
        """What the subpath names in the note, or None. A subpath without parts names nothing to find."""
        asked = parts(subpath)
        what = kind(subpath)
        if what is AnchorKind.FOOTNOTE:
            return self.footnotes.get(asked[0][2:].rstrip("]").lower())
        if what is AnchorKind.BLOCK and (block := self.blocks.get(asked[0][1:].lower())):
            return block
        return self._heading(asked)

    def trail(self, asked: Sequence[str]) -> list[Heading]:
        """The headings that the steps of a path name, as many as are found: each comes later than the one before and is
        deeper."""
        wanted = [heading_key(part) for part in asked]
        found: list[Heading] = []
        level = 0
        for heading, key, bare in zip(self.headings, self.keys, self.bare_keys, strict=True):
            if len(found) < len(wanted) and heading.level > level and wanted[len(found)] in (key, bare):
                found.append(heading)
                level = heading.level
        return found

    def _heading(self, asked: list[str]) -> Heading | None:
        """The heading at the end of the path."""
        found = self.trail(asked)
        return found[-1] if found and len(found) == len(asked) else None
