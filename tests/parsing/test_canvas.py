"""A canvas file's links, with their places in the JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest

from vaulttool.parsing.canvas import parse_canvas


def canvas(*nodes: dict[str, Any], ascii_only: bool = False) -> str:
    return json.dumps({"nodes": list(nodes), "edges": [{"label": "[[nope]]"}]}, ensure_ascii=ascii_only)


@pytest.mark.parametrize(
    ("node", "expected"),
    [
        pytest.param({"type": "file", "file": "a/b.md"}, [("card", "canvas", "a/b.md")], id="file card"),
        pytest.param({"type": "file", "file": "a.md", "subpath": "#H"}, [("card", "canvas", "a.md#H")], id="subpath"),
        pytest.param({"type": "group", "background": "p.png"}, [("card", "canvas", "p.png")], id="background"),
        pytest.param({"type": "text", "text": "see [[a]]"}, [("link", "wiki", "a")], id="text card"),
        pytest.param({"type": "text", "text": "![[p.png]] [t](b.md)"}, [("embed", "wiki", "p.png"),
                     ("link", "markdown", "b.md")], id="embed and markdown"),
        pytest.param({"type": "text", "text": "`[[a]]`"}, [], id="code on a card"),
        pytest.param({"type": "link", "url": "https://x.org"}, [], id="web card"),
        pytest.param({"type": "group", "label": "[[a]]"}, [], id="a group's label"),
        pytest.param({"type": "file"}, [], id="no file"),
        pytest.param({"type": "file", "file": 3}, [], id="a number for a file"),
        pytest.param({"type": "text"}, [], id="no text"),
    ],
)  # fmt: skip
def test_links_of_a_card(node: dict[str, Any], expected: list[tuple[str, str, str]]) -> None:
    links = parse_canvas(canvas(node)).links
    assert [(link.kind, link.syntax, link.whole) for link in links] == expected


@pytest.mark.parametrize("ascii_only", [True, False], ids=["escaped", "as it is"])
def test_places_on_a_card(ascii_only: bool) -> None:
    text = canvas({"type": "text", "text": 'é "🙂"\n\\[[x]] [[a#H|b]]'}, ascii_only=ascii_only)
    (link,) = parse_canvas(text).links
    assert link.span.of(text) == "[[a#H|b]]"
    assert link.target_span.of(text) == "a#H"


def test_the_place_of_a_file_card() -> None:
    text = "\ufeff" + canvas({"type": "file", "file": "é/b.md"})
    (link,) = parse_canvas(text).links
    assert link.span.of(text) == "é/b.md"


@pytest.mark.parametrize("text", ["", " \n", "{}", '{"nodes": []}', '{"nodes": null}', '{"nodes": [1, null]}'])
def test_a_canvas_without_cards(text: str) -> None:
    document = parse_canvas(text)
    assert document.links == () and document.troubles == ()


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "no json",
        "[]",
        "3",
        "NaN",
        '{"nodes": 5}',
        '{"nodes": true}',
        '{"nodes": {}}',
        '{"nodes": "abc"}',
        '{"nodes": [' * 5000,
        "[" * 100_000,
    ],
)
def test_what_is_no_canvas(text: str) -> None:
    (trouble,) = parse_canvas(text).troubles
    assert trouble.kind == "unreadable-note"
    assert 0 <= trouble.span.start <= trouble.span.end <= len(text)
