"""How a forge reads a note: links with their places, definitions, headings with their anchors, explicit ids."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lengths import law

from vaulttool.parsing.forge import ForgeLink, ForgeReading, read
from vaulttool.parsing.forge_anchors import Anchors, slug, without_selectors


def written(text: str, links: tuple[ForgeLink, ...]) -> list[tuple[str, str]]:
    """Each link as its kind and the text under its span."""
    return [(link.kind, link.span.of(text)) for link in links]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("See [a](b.md).", [("link", "[a](b.md)")], id="link"),
        pytest.param("![a](b.png)", [("image", "![a](b.png)")], id="image"),
        pytest.param("[a](b.md 'title')", [("link", "[a](b.md 'title')")], id="title"),
        pytest.param("[a](<b c.md>)", [("link", "[a](<b c.md>)")], id="angled"),
        pytest.param("[a](b(c).md)", [("link", "[a](b(c).md)")], id="parentheses"),
        pytest.param("[![a](b.png)](c.md)", [("link", "[![a](b.png)](c.md)"), ("image", "![a](b.png)")], id="nested"),
        pytest.param("one\ntwo [a](b.md)", [("link", "[a](b.md)")], id="second line"),
        pytest.param("one\r\ntwo [a](b.md)\r\n", [("link", "[a](b.md)")], id="windows"),
        pytest.param("one\rtwo [a](b.md)\r", [("link", "[a](b.md)")], id="carriage returns"),
        pytest.param("one\x0c\ntwo\u2028 [a](b.md)", [("link", "[a](b.md)")], id="odd line ends"),
        pytest.param("\ufeff[a](b.md)", [("link", "[a](b.md)")], id="byte order mark"),
        pytest.param("---\nx: '[n](n.md)'\n---\n[a](b.md)", [("link", "[a](b.md)")], id="front matter"),
        pytest.param("[a\nb](c.md)", [("link", "[a\nb](c.md)")], id="over a line end"),
        pytest.param("> one\n> two [a](b.md)", [("link", "[a](b.md)")], id="quote"),
        pytest.param("> one\ntwo [a](b.md)", [("link", "[a](b.md)")], id="lazy line"),
        pytest.param("- one\n\n  two\n  [a](b.md)", [("link", "[a](b.md)")], id="list item"),
        pytest.param("-\tone\n\n\ttwo\n\t[a](b.md)", [("link", "[a](b.md)")], id="tabs"),
        pytest.param("- [ ] [a](b.md)", [("link", "[a](b.md)")], id="task"),
        pytest.param("# One [a](b.md) #", [("link", "[a](b.md)")], id="heading"),
        pytest.param("one\n[a](b.md)\n===", [("link", "[a](b.md)")], id="setext"),
        pytest.param("| a |\n|---|\n| [a](b.md) |", [("link", "[a](b.md)")], id="table"),
        pytest.param("| x | y |\n|-|-|\n| \\| | [a\\|b](c.md) |", [("link", "[a\\|b](c.md)")], id="escaped bars"),
        pytest.param("| x | y |\n|-|-|\n| [a](b) | [a](b) |", [("link", "[a](b)")] * 2, id="two equal cells"),
        pytest.param("[^n]: x\n\n    and [a](b.md)", [("link", "[a](b.md)")], id="footnote"),
        pytest.param('<a href="b.md">', [("html", '<a href="b.md">')], id="inline html"),
        pytest.param("<div>\n<img src='b.png'>\n</div>", [("html", "<img src='b.png'>")], id="block html"),
        pytest.param("**[a](b.md)** é [c](d.md)", [("link", "[a](b.md)"), ("link", "[c](d.md)")], id="beyond ascii"),
    ],
)
def test_a_link_is_found_in_its_place(text: str, expected: list[tuple[str, str]]) -> None:
    assert written(text, read(text).links) == expected


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("[[a]] and ![[b.png]]", id="wikilinks"),
        pytest.param("`[a](b.md)`", id="code"),
        pytest.param("```\n[a](b.md)\n```", id="fence"),
        pytest.param("    [a](b.md)", id="indented"),
        pytest.param("<!-- [a](b.md) -->", id="comment block"),
        pytest.param('x <!-- <a href="b.md"> --> y', id="comment in a line"),
        pytest.param('<!-- <a href="b.md"> -->', id="tag in a comment"),
        pytest.param("<div>\n[a](b.md)\n</div>", id="html block"),
        pytest.param("[a] (b.md)", id="space"),
        pytest.param("\\[a](b.md)", id="escape"),
        pytest.param("[a](b c.md)", id="bare space"),
        pytest.param("[^n]: x.md", id="footnote"),
        pytest.param("see [^n]\n\n[^n]: x.md", id="footnote in use"),
        pytest.param("[p]: x.md", id="definition"),
        pytest.param("---\nx: '[n](n.md)'\n---\n", id="front matter"),
        pytest.param('<div data-href="x.md" data-id="y">', id="other attributes"),
    ],
)
def test_what_is_no_link_on_a_forge(text: str) -> None:
    assert read(text).links == ()


@pytest.mark.parametrize(
    ("href", "path", "fragment", "external"),
    [
        pytest.param("b%20c.md", "b c.md", None, False, id="space"),
        pytest.param("b%23c.md", "b#c.md", None, False, id="encoded hash"),
        pytest.param("b%2Fc%3F.md", "b/c?.md", None, False, id="other reserved characters"),
        pytest.param("b.md#C%20d", "b.md", "C%20d", False, id="fragment stays raw"),
        pytest.param("#c", "", "c", False, id="only a fragment"),
        pytest.param("b.md#", "b.md", "", False, id="empty fragment"),
        pytest.param("b.png?raw=true#c", "b.png", "c", False, id="query"),
        pytest.param("b.md#10:30", "b.md", "10:30", False, id="colon in the fragment"),
        pytest.param("https://x.example/b", "https://x.example/b", None, True, id="web"),
        pytest.param("mailto:a@b.example", "mailto:a@b.example", None, True, id="mail"),
        pytest.param("//x.example/b", "//x.example/b", None, True, id="host"),
    ],
)
def test_an_address_is_taken_apart(href: str, path: str, fragment: str | None, external: bool) -> None:
    link = read(f"[a]({href})").links[0]
    assert (link.href, link.path, link.fragment, link.external) == (href, path, fragment, external)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("[a][p]\n\n[p]: b.md", ["b.md"], id="full"),
        pytest.param("[p][]\n\n[p]: <b c.md> 'title'", ["b c.md"], id="collapsed, angled"),
        pytest.param("[p]\n\n[P]: b.md", ["b.md"], id="shortcut, case"),
        pytest.param("![a][p]\n\n[p]: b.png", ["b.png"], id="image"),
        pytest.param("[p] [p]\n\n[p]: b.md", ["b.md"], id="used twice"),
        pytest.param("[p]\n\n[p]: b.md\n[p]: c.md", ["b.md"], id="the first counts"),
        pytest.param("[p]\n\n[p]:\n  b.md", ["b.md"], id="target on the next line"),
        pytest.param("[p]\n\n> [p]: b.md", ["b.md"], id="in a quote"),
        pytest.param("[p]: b.md", [], id="unused"),
        pytest.param("[a][q]\n\n[p]: b.md", [], id="another label"),
    ],
)
def test_definitions_in_use(text: str, expected: list[str]) -> None:
    assert [definition.span.of(text) for definition in read(text).definitions] == expected


@pytest.mark.parametrize(
    ("heading", "anchor"),
    [
        pytest.param("Disk layout", "disk-layout", id="spaces B042"),
        pytest.param("[Backup plan](x.md)", "backup-plan", id="link B027"),
        pytest.param("⚙️ Setup", "\ufe0f-setup", id="emoji with a selector B028"),
        pytest.param("🎉 Party", "-party", id="emoji"),
        pytest.param("Old -> New", "old---new", id="arrow B033"),
        pytest.param("Quotas", "quotas", id="case B034"),
        pytest.param("Terms & conditions", "terms--conditions", id="ampersand"),
        pytest.param("Terms &amp; conditions", "terms--conditions", id="entity"),
        pytest.param("A  b", "a--b", id="two spaces"),
        pytest.param("`isEmpty()`", "isempty", id="code"),
        pytest.param("`a_b`", "a_b", id="underscore in code"),
        pytest.param("_a_ **b** ~~c~~", "a-b-c", id="emphasis"),
        pytest.param("snake_case_name", "snake_case_name", id="underscores in a word"),
        pytest.param("See ![alt](x.png) there", "see--there", id="image has no text"),
        pytest.param("A <b>bold</b> word", "a-bold-word", id="tags have no text"),
        pytest.param("[a][p]", "a", id="reference link"),
        pytest.param("[a][q]", "aq", id="no reference link"),
        pytest.param("[[Other|x]]", "otherx", id="wikilink"),
        pytest.param("Über straße", "über-straße", id="umlauts"),
        pytest.param("日本語 テスト", "日本語-テスト", id="japanese"),
        pytest.param("हिन्दी", "हिन्दी", id="marks are kept"),
        pytest.param("1.2.3 – x", "123--x", id="dash"),
        pytest.param("What?", "what", id="question mark"),
        pytest.param("A ^id", "a-id", id="block id"),
        pytest.param("–", "", id="nothing left"),
        pytest.param("Load $\\lambda$", "load-lambda", id="math B040"),
    ],
)
def test_the_anchor_of_a_heading(heading: str, anchor: str) -> None:
    assert [found.anchor for found in read(f"## {heading}\n\n[p]: y.md\n").headings] == [anchor]


@pytest.mark.parametrize(
    ("texts", "anchors"),
    [
        pytest.param(["a", "a", "a"], ["a", "a-1", "a-2"], id="numbered"),
        pytest.param(["a", "a-1", "a"], ["a", "a-1", "a-2"], id="a number that is taken"),
        pytest.param(["A", "a"], ["a", "a-1"], id="case"),
        pytest.param(["–", "–"], ["", "-1"], id="empty"),
    ],
)
def test_equal_headings_are_numbered(texts: list[str], anchors: list[str]) -> None:
    given = Anchors()
    assert [given.next(text) for text in texts] == anchors


def headings(text: str) -> list[tuple[int, str, str, bool]]:
    return [(found.level, found.text, found.anchor, found.top) for found in read(text).headings]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("### A\n", [(3, "A", "a", True)], id="atx"),
        pytest.param("# A #\n", [(1, "A", "a", True)], id="closing marks"),
        pytest.param("A\n---\n", [(2, "A", "a", True)], id="setext"),
        pytest.param("A\nb\n===\n", [(1, "A\nb", "ab", True)], id="setext of several lines"),
        pytest.param("> # A\n", [(1, "A", "a", False)], id="quote"),
        pytest.param("- # A\n", [(1, "A", "a", False)], id="list item"),
        pytest.param("> [!note] T\n> # A\n", [(1, "A", "a", False)], id="callout"),
        pytest.param("[^n]: # A\n", [(1, "A", "a", False)], id="footnote"),
        pytest.param("%%\n# A\n%%\n", [(1, "A", "a", True)], id="comment of Obsidian's"),
        pytest.param("<h2 align='center'>A <b>b</b></h2>\n", [(2, "A b", "a-b", False)], id="html"),
        pytest.param("---\n# owner: ops\ntitle: x\n---\n# A\n", [(1, "A", "a", True)], id="front matter B043"),
        pytest.param("#tag\n", [], id="tag"),
        pytest.param("```\n# A\n```\n", [], id="fence"),
        pytest.param("<!-- # A -->\n<!-- <h2>A</h2> -->\n", [], id="html comment"),
        pytest.param("<h2>A</h3>\n<h2>\n", [], id="html that does not close"),
    ],
)
def test_headings(text: str, expected: list[tuple[int, str, str, bool]]) -> None:
    assert headings(text) == expected


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        pytest.param('<a id="Spare"></a>\n\n# Spare\n', ("Spare",), id="capitals B036"),
        pytest.param('x <a name="y"></a>', ("y",), id="name"),
        pytest.param("<div id=z>\n", ("z",), id="any element"),
        pytest.param('<a id="cpu%3A0"></a>', ("cpu%3A0",), id="encoded B030"),
        pytest.param('<div name="y">', (), id="name of another element"),
        pytest.param('`<a id="y">`', (), id="code"),
        pytest.param('<!-- <a id="y"> -->', (), id="comment"),
    ],
)
def test_explicit_ids(text: str, ids: tuple[str, ...]) -> None:
    assert read(text).ids == ids


def test_a_slug_of_an_emoji_is_met_with_and_without_its_selector() -> None:
    assert without_selectors(slug("⚙️ Setup")) == "-setup"


@given(st.text(alphabet="[]()<>!#`\\|-* \n\ra$%:éx", max_size=60))
@law(300)
def test_every_text_is_read_and_every_span_lies_inside(text: str) -> None:
    reading: ForgeReading = read(text)
    links, headings, stretches = (*reading.links, *reading.definitions), reading.headings, reading.stretches
    spans = [*(link.span for link in links), *(one.span for one in headings), *(one.span for one in stretches)]
    assert all(0 <= span.start <= span.end <= len(text) for span in spans)
    assert all(link.span.of(text)[:1] in ("[", "!", "<") for link in reading.links)


@pytest.mark.parametrize(
    "unit",
    [
        pytest.param("[", id="brackets"),
        pytest.param("[a](", id="openings"),
        pytest.param("<a href=", id="tags"),
        pytest.param("<!--", id="comments"),
        pytest.param("<h1>\n", id="html headings"),
        pytest.param("# a\n", id="equal headings"),
        pytest.param("| [a](b.md) ", id="cells"),
        pytest.param("[^a]: x\n", id="footnotes"),
        pytest.param("`a``", id="backticks"),
    ],
)
def test_hostile_text_takes_no_more_than_its_length(unit: str) -> None:
    text = unit * 4000
    started = time.perf_counter()
    read(text if "|" not in unit else f"{text}\n{'|-' * 4000}\n{text}")
    assert time.perf_counter() - started < 5


def test_neither_parser_is_loaded_before_it_is_needed() -> None:
    program = "import sys, vaulttool.rules.forge_link; sys.exit({'markdown_it', 'mistune'} & set(sys.modules) != set())"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
