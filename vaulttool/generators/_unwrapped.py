"""Paragraphs on one line, since Obsidian shows a line end as a break."""

from __future__ import annotations

from collections.abc import Iterator


def unwrapped(text: str) -> Iterator[str]:
    """The lines of a page with each paragraph on one; what is indented stays as it is."""
    for paragraph in text.split("\n\n"):
        yield from paragraph.splitlines() if paragraph.startswith("    ") else [" ".join(paragraph.splitlines())]
        yield ""
