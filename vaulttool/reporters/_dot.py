"""A picture for Graphviz."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.model.picture import LINK, Line, Picture, Spot
from vaulttool.reporters.text import safe

SHAPES = {"canvas": "folder", "era": "box", "endpoint": "ellipse"}
STYLES = {"superseded_by": "bold", "continued_as": "dashed"}


def render(picture: Picture) -> Iterator[str]:
    """The lines of a directed graph: nodes by their name, edges labelled where they are no links."""
    yield "digraph vault {"
    yield "    node [shape=box, style=rounded];"
    for spot in picture.spots:
        yield f"    {_name(spot.id)} [{_attributes(spot)}];"
    for line in picture.lines:
        yield f"    {_name(line.source)} -> {_name(line.target)}{_style(line)};"
    yield "}"


def _attributes(spot: Spot) -> str:
    found = {"label": _text(spot.label), "tooltip": _text(spot.path or spot.id)}
    if spot.kind in SHAPES:
        found |= {"shape": SHAPES[spot.kind], "style": '""'}
    if spot.is_centre:
        found["penwidth"] = "3"
    return ", ".join(f"{key}={value}" for key, value in found.items())


def _style(line: Line) -> str:
    return "" if line.kind == LINK else f' [label="{line.kind.replace("_", " ")}", style={STYLES[line.kind]}]'


def _name(text: str) -> str:
    """A name in quotes: of its escapes only the quote's means anything, so it need only be unique."""
    return f'"{safe(_escaped(text))}"'


def _text(text: str) -> str:
    """A text that is shown, in quotes: Graphviz reads escapes and entities in it."""
    return f'"{_escaped(safe(text)).replace("&", "&amp;")}"'


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
