"""A picture as a Mermaid flowchart, which Obsidian and forges draw."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vaulttool.model.picture import LINK, Line, Picture, Spot
from vaulttool.reporters.text import safe

MOST_EDGES, MOST_CHARACTERS = 500, 50_000  # what Mermaid draws unless its configuration says otherwise
# Mermaid looks for directives, comments, styles, Markdown and HTML in the text of a node, quoted or not.
MARKS = re.compile(r"[\x21-\x27\x2a\x3a-\x40\x5b-\x5e\x60\x7b-\x7e]")
ARROWS = {LINK: "-->", "superseded_by": "==>", "continued_as": "-.->"}


def render(picture: Picture) -> Iterator[str]:
    """The lines of the flowchart. Notes have the class ``internal-link``, which Obsidian makes links."""
    names = {spot.id: f"n{number}" for number, spot in enumerate(picture.spots)}
    yield "flowchart LR"
    for spot in picture.spots:
        yield f"    {names[spot.id]}{_shape(spot)}"
    for line in picture.lines:
        yield f"    {names[line.source]} {_arrow(line)} {names[line.target]}"
    notes = [names[spot.id] for spot in picture.spots if spot.path == spot.id]
    if notes:
        yield f"    class {','.join(notes)} internal-link"


def too_large(picture: Picture, text: str) -> bool:
    """Whether Mermaid refuses it, unless its configuration says otherwise."""
    return len(picture.lines) > MOST_EDGES or len(text) > MOST_CHARACTERS


def _shape(spot: Spot) -> str:
    text = f'"{MARKS.sub(lambda found: f"#{ord(found[0])};", safe(spot.label))}"'
    if spot.is_centre:
        return f"[[{text}]]"
    return f"([{text}])" if spot.kind == "endpoint" else f"[{text}]"


def _arrow(line: Line) -> str:
    return ARROWS[line.kind] + ("" if line.kind == LINK else f"|{line.kind.replace('_', ' ')}|")
