"""How a note is arranged into blocks where Obsidian and CommonMark part ways, and what we rely on of pyromark."""

from __future__ import annotations

from typing import Any

import pytest

from vaulttool.parsing.markdown import PARSER, leaves
from vaulttool.parsing.note import parse


def kinds(text: str) -> list[tuple[str, str]]:
    return [(leaf.kind, text[leaf.start : leaf.end].strip()) for leaf in leaves(text) if leaf.kind != "row"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("# A ##\nb", [("heading", "A"), ("paragraph", "b")], id="closed ATX heading"),
        pytest.param("A\n===", [("heading", "A")], id="setext"),
        pytest.param("a\nb\n---", [("paragraph", "a\nb")], id="setext of two lines is none"),
        pytest.param("a\nb\n===", [("paragraph", "a\nb\n===")], id="nor over equals signs"),
        pytest.param("a\n--- ", [("paragraph", "a")], id="a blank after the underline"),
        pytest.param("a\n ===", [("paragraph", "a\n ===")], id="a blank before the underline"),
        pytest.param("> a\n> ---", [("heading", "a")], id="setext in a quote"),
        pytest.param("- a\n  ---", [("heading", "a")], id="setext in a list"),
        pytest.param("#tag a\n---", [("heading", "#tag a")], id="setext that begins with a tag"),
        pytest.param("- a\n\n    > b\n    > c", [("paragraph", "a"), ("paragraph", "b\n    > c")], id="quote in a list"),
        pytest.param("- a\n    > b\n    c", [("paragraph", "a"), ("paragraph", "b\n    c")], id="lazy line of a quote in a list"),
        pytest.param("- a\n  > b\n        c", [("paragraph", "a"), ("paragraph", "b")], id="code below a quote in a list"),
        pytest.param("[a]: [[b]]\n[c]: [d](e)", [("paragraph", "[a]: [[b]]\n[c]: [d](e)")], id="no definition of a link"),
        pytest.param("a\n[^1]: b", [("paragraph", "a\n[^1]: b")], id="a footnote cannot interrupt a paragraph"),
        pytest.param("[^1]: a\n[^2]: b", [("footnote", "[^1]: a"), ("paragraph", "a"), ("footnote", "[^2]: b"),
                     ("paragraph", "b")], id="but another footnote"),
        pytest.param("a\n> | b |\n> | - |", [("paragraph", "a"), ("cell", "b")], id="a table in a quote below a paragraph"),
        pytest.param("- a\n| b |\n| - |", [("paragraph", "a\n| b |\n| - |")], id="a table as lazy lines of an item"),
        pytest.param("- [ ] <!-- b --> c\n  d", [("paragraph", "d")], id="HTML after a task box"),
        pytest.param("- [x] <div>b</div>", [], id="an element after a task box"),
        pytest.param("- [x] <b>c</b>", [("paragraph", "<b>c</b>")], id="a mark after a task box"),
        pytest.param("%%\n---\n%%\n# A", [("comment", "%%\n---\n%%"), ("heading", "A")], id="a rule in a comment"),
        pytest.param("%%\n```\n%%\n\na", [("comment", "%%\n```\n%%"), ("paragraph", "a")], id="a fence in a comment"),
        pytest.param("%% a %%\nb", [("paragraph", "%% a %%\nb")], id="a comment on one line"),
        pytest.param("- $$\n  a\n\n  b\n  $$\n\nc", [("opaque", "$$\n  a\n\n  b\n  $$"), ("paragraph", "c")],
                     id="formula in a list"),
        pytest.param("> $$\n> a\n\nb", [("opaque", "$$\n> a"), ("paragraph", "b")], id="an open formula ends with its quote"),
        pytest.param("$$\n# a\n", [("opaque", "$$\n# a")], id="an open formula"),
        pytest.param("$$\na $$ b\n# c\n$$\nd", [("opaque", "$$\na $$ b\n# c\n$$"), ("paragraph", "d")], id="dollars in a formula"),
        pytest.param("$$\n```\n$$\n\n$$\n# a\n$$\n\nb", [("opaque", "$$\n```\n$$"), ("opaque", "$$\n# a\n$$"), ("paragraph", "b")],
                     id="a fence in a formula"),
        pytest.param("$$\na\n$$\n$$\n\nb\n\n$$\n\nc", [("opaque", "$$\na\n$$"), ("opaque", "$$\n\nb\n\n$$"), ("paragraph", "c")],
                     id="one formula straight below another"),
        pytest.param("$$\n~~~\n$$\n\n$$\n~~~\n$$\n\n# A", [("opaque", "$$\n~~~\n$$"), ("opaque", "$$\n~~~\n$$"), ("heading", "A")],
                     id="half a fence in each of two formulas"),
        pytest.param("%%\na %%b%% c\n%%\n\n$$\nx\n$$\n\n> q", [("comment", "%%\na %%b%% c"), ("comment", "%%\n\n$$\nx\n$$\n\n> q")],
                     id="a comment in a comment"),
        pytest.param("| a |\n|---|\n| c |\n%%\n# x\n%%\n\n# A", [("cell", "a"), ("cell", "c"), ("comment", "%%\n# x\n%%"), ("heading", "A")],
                     id="a comment below a table"),
        pytest.param("a\n$$\n# b\n$$\n\n# c", [("paragraph", "a\n$$"), ("heading", "b"), ("paragraph", "$$"), ("heading", "c")],
                     id="a formula that opens below a line of text: nobody knows, so both headings count"),
        pytest.param("a\n[^1]:\n\n# b\n\nc", [("paragraph", "a"), ("heading", "b"), ("paragraph", "c")], id="an empty footnote below text"),
        pytest.param("a\n[^1]: <!-- x -->\n\nb", [("paragraph", "a"), ("paragraph", "b")],
                     id="a comment as a footnote below text"),
        pytest.param("$$\n<div>\n$$\n\n# A\n\n$$\n<div>\n$$\n\n# B", [("opaque", "$$\n<div>\n$$"), ("heading", "A"), ("opaque", "$$\n<div>\n$$"), ("heading", "B")],
                     id="HTML in formulas"),
        pytest.param("    $$ a\n\nb", [("opaque", "$$ a"), ("paragraph", "b")], id="dollars in indented code"),
        pytest.param("<div>\n$$\n</div>\n\nb", [("paragraph", "b")], id="dollars in HTML"),
        pytest.param("- ```\n  $$\n  ```\n\nb", [("opaque", "```\n  $$\n  ```"), ("paragraph", "b")], id="dollars in a list's fence"),
        pytest.param("```\r\n```\r\n$$\r\n# a\r\n\r\nb\r\n$$", [("opaque", "```\r\n```"), ("opaque", "$$\r\n# a\r\n\r\nb\r\n$$")],
                     id="CRLF"),
        pytest.param("> [!note]Title\n> b", [("paragraph", "[!note]Title\n> b")], id="no callout without a space"),
        pytest.param("| a |\n| - |\n    b\nc", [("cell", "a"), ("opaque", "b"), ("paragraph", "c")], id="code and text below a table"),
        pytest.param("- a\n  - b", [("paragraph", "a"), ("paragraph", "b")], id="tight list"),
        pytest.param("> q\n    c", [("paragraph", "q")], id="indented below a quote is code"),
        pytest.param("> q\nlazy", [("paragraph", "q\nlazy")], id="lazy line"),
        pytest.param("#\f", [("paragraph", "#")], id="hashes and a form feed are no heading"),
        pytest.param("> #\f\n> a", [("paragraph", "#"), ("paragraph", "a")], id="nor are they in a quote"),
        pytest.param("> [!note] T\n> b", [("title", "[!note] T"), ("paragraph", "b")], id="callout"),
        pytest.param("> a\n> [!note] T", [("paragraph", "a\n> [!note] T")], id="no callout in the second line"),
        pytest.param("| a |\n| - |\n| b |", [("cell", "a"), ("cell", "b")], id="table"),
        pytest.param("| a |\n| - |\n| b | c |", [("cell", "a"), ("cell", "b"), ("cell", "c")], id="a cell too many"),
        pytest.param("x\n| a |\n| - |", [("paragraph", "x\n| a |\n| - |")], id="no table below a paragraph"),
        pytest.param("| a |\n| - |\nb", [("cell", "a"), ("paragraph", "b")], id="a line without a bar ends it"),
        pytest.param("| a |\n| - |\n    b", [("cell", "a"), ("opaque", "b")], id="indented below a table is code"),
        pytest.param("$$\na\n\n- b\n$$\nc", [("opaque", "$$\na\n\n- b\n$$"), ("paragraph", "c")], id="formula"),
        pytest.param("$$\na\n$$\n---", [("opaque", "$$\na\n$$")], id="formula and rule"),
        pytest.param("```\n$$\n```\n# A\n\n$$", [("opaque", "```\n$$\n```"), ("heading", "A"), ("paragraph", "$$")],
                     id="dollars in a fence"),
        pytest.param("<div>\n[[a]]\n</div>", [], id="HTML"),
        pytest.param("<!-- a\n\nb --> c", [], id="comment to the end of its line"),
        pytest.param("[r]: a.md\n\nb", [("paragraph", "b")], id="definition"),
        pytest.param("é\n\n日本", [("paragraph", "é"), ("paragraph", "日本")], id="characters, not bytes"),
        pytest.param("[[a]]: b", [("paragraph", "[[a]]: b")], id="a wikilink defines nothing"),
    ],
)  # fmt: skip
def test_blocks(text: str, expected: list[tuple[str, str]]) -> None:
    assert kinds(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("# A\n## B", [(1, "A"), (2, "B")], id="ATX"),
        pytest.param("- # A\n> # B", [], id="in a list, in a quote"),
        pytest.param("%%\n# A\n%%\n# B", [(1, "B")], id="in a comment"),
        pytest.param("%%\n# A", [], id="in an unclosed comment"),
        pytest.param("x %%y%%\n\n# A", [(1, "A")], id="after an inline comment"),
        pytest.param("<!--\n# A\n-->", [], id="in an HTML comment"),
        pytest.param("#A\n\n####### B", [], id="no space, seven hashes"),
        pytest.param("# \n\n#", [(1, ""), (1, "")], id="empty"),
        pytest.param("# See [[a|b]] `c` *d*", [(1, "See [[a|b]] `c` *d*")], id="raw source"),
        pytest.param("---\n# A\nk: v\n---\n# B", [(1, "B")], id="YAML comment"),
        pytest.param("\ufeff# A", [(1, "A")], id="byte order mark"),
        pytest.param("[^1]: x\n\n    # A", [], id="in a footnote"),
    ],
)
def test_headings(text: str, expected: list[tuple[int, str]]) -> None:
    assert [(found.level, found.title) for found in parse(text).headings if found.top] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a ^x", ["x"], id="paragraph"),
        pytest.param("a\n^x", ["x"], id="own line"),
        pytest.param("a\n\n^x", ["x"], id="below"),
        pytest.param("- a ^x\n  - b ^y", ["x", "y"], id="list items"),
        pytest.param("- [ ] a ^x", ["x"], id="task"),
        pytest.param("> a ^x", ["x"], id="quote"),
        pytest.param("# A ^x", ["x"], id="heading"),
        pytest.param("| a |\n| - |\n\n^x", ["x"], id="below a table"),
        pytest.param("| a |\n| - |\n^x", ["x"], id="straight below a table"),
        pytest.param("```\na\n```\n\n^x", ["x"], id="below code"),
        pytest.param("$$\na\n$$\n\n^x", ["x"], id="below a formula"),
        pytest.param("![[p.png]]^x", ["x"], id="after an embed"),
        pytest.param("a ^x  ", ["x"], id="blanks after it"),
        pytest.param("a ^x\n\nb ^X-1", ["x", "X-1"], id="letters, digits, hyphens"),
        pytest.param("^x", [], id="first block"),
        pytest.param("---\nk: v\n---\n\n^x", [], id="first block after properties"),
        pytest.param("> ^x", [], id="first in a quote"),
        pytest.param("a ^x b", [], id="text after it"),
        pytest.param("a ^x\nb", [], id="a line after it"),
        pytest.param("a^x", [], id="no space before it"),
        pytest.param("a ^x_y", [], id="underscore"),
        pytest.param("a ^x %%c%%", [], id="comment after it"),
        pytest.param("`a ^x`", [], id="code span"),
        pytest.param("```\na ^x\n```", [], id="code"),
        pytest.param("x^2 ^", [], id="no id"),
        pytest.param("(a+b)^2", [], id="a power"),
        pytest.param("- [ ] ^x", [], id="alone after a task box"),
        pytest.param("- [ ] a ^x", ["x"], id="after a task"),
        pytest.param("[t](u.md)^x", ["x"], id="after a link"),
        pytest.param("[t](https://a.b/c_(d))^x", ["x"], id="after an external link"),
        pytest.param("<https://a.b>^x", ["x"], id="after an address"),
        pytest.param("**a**^x\n\n==b==^y\n\n$c$^z", ["x", "y", "z"], id="after a mark"),
        pytest.param("a[^1]^x", ["x"], id="after a footnote"),
        pytest.param("2*a^x\n\na=^y\n\n3>^z", [], id="after a sign"),
        pytest.param(">a\n>^x", ["x"], id="in a quote without a space"),
        pytest.param("- >a\n  >^x", ["x"], id="in a quote in a list"),
        pytest.param("a ^x\n$$\nb\n$$", ["x"], id="above a formula that nobody knows to be one"),
        pytest.param("`c`^x", ["x"], id="after code"),
        pytest.param("a ^x\n[^1]: b", [], id="a footnote's label below it"),
        pytest.param("a ^x\n> b", ["x"], id="a quote below it"),
    ],
)
def test_block_ids(text: str, expected: list[str]) -> None:
    assert [block.id for block in parse(text).blocks] == expected


def test_the_shapes_of_pyromarks_events() -> None:
    """What we read of the parser's events; a new version that changes them fails here, not in a vault."""
    text = "# H\n\n- a\n\n> q\n\n| t |\n| - |\n\n```\nc\n```\n\n<br>\n\n---\n\n[^1]: f\n"
    events: list[tuple[Any, Any]] = list(PARSER.events_with_range(text))
    starts = [event["Start"] for event, _ in events if "Start" in event]
    assert starts == [
        {"Heading": {"level": "H1", "id": None, "classes": (), "attrs": ()}},
        {"List": None},
        "Item",
        {"BlockQuote": None},
        "Paragraph",
        {"Table": ("None",)},
        "TableHead",
        "TableCell",
        {"CodeBlock": {"Fenced": ""}},
        "HtmlBlock",
        {"FootnoteDefinition": "1"},
        "Paragraph",
    ]
    assert "Rule" in [event for event, _ in events]
    ends = [event["End"] for event, _ in events if "End" in event]
    assert {"Heading": "H1"} in ends and {"List": False} in ends and {"BlockQuote": None} in ends
    assert all(set(place) == {"start", "end"} for _, place in events)
