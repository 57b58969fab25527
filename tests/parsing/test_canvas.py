"""A canvas file's links, with their places in the JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest

from vaulttool.parsing.canvas import parse_canvas
from vaulttool.text.span import Span


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


@pytest.mark.parametrize(
    "written",
    [
        pytest.param(r"\ud83d\ude42", id="an emoji"),
        pytest.param(r"\uD83C\uDFF4\uDB40\uDC67\uDB40\uDC7F", id="a flag, in capitals"),
        pytest.param(r"\u0041\n\\ud83d", id="no emoji"),
        pytest.param(r"\ud83d\u0041", id="half an emoji before a letter"),
        pytest.param(r"\ud83d\nA", id="half an emoji before a line end"),
        pytest.param(r"\ud83d\ud83d\ude42", id="half an emoji before a whole one"),
        pytest.param(r"\ude42\ud83d", id="the halves of an emoji in the wrong order"),
    ],
)
def test_places_behind_escapes(written: str) -> None:
    text = f'{{"nodes": [{{"type": "text", "text": "{written} [[a#H|b]]"}}]}}'
    (link,) = parse_canvas(text).links
    assert link.span.of(text) == "[[a#H|b]]"


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


@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["no mark", "a byte order mark"])
@pytest.mark.parametrize(
    ("text", "place"),
    [
        pytest.param('{"nodes": [}', 11, id="a bracket left open"),
        pytest.param('{"nodes": [', 10, id="the end"),
        pytest.param("[" * 100_000, 0, id="nested too deep"),
        pytest.param("[]", 0, id="no canvas"),
    ],
)
def test_where_a_canvas_breaks_off(text: str, place: int, mark: str) -> None:
    (trouble,) = parse_canvas(mark + text).troubles
    assert trouble.span == Span(place + len(mark), place + len(mark) + 1)
