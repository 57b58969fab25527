"""What other notes can see of a note: as long as it is the same, nothing that is found in them changes."""

from __future__ import annotations

from typing import Any

from vaulttool.parsing.document import Document


def outline(document: Document) -> tuple[Any, ...]:
    """What links can lead to, and the properties; spans are those of the note alone, and no part of it."""
    return (
        [(heading.title, heading.level, heading.top) for heading in document.headings],
        [block.id for block in document.blocks],
        [footnote.id for footnote in document.footnotes],
        [(one.name, one.value) for one in document.properties],
        bool(document.regions or document.figures),
    )
