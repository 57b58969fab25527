"""Where in a note the rows of tables stand, in which a bar ends a cell."""

from __future__ import annotations

from vaulttool.parsing.frontmatter import body_start
from vaulttool.parsing.markdown import blocks


def in_a_row(text: str, offset: int) -> bool:
    """Whether a place in a note lies in a row of a table."""
    if "|" not in text:
        return False
    return any(leaf.kind == "row" and leaf.start <= offset < leaf.end for leaf in blocks(text, body_start(text)).leaves)
