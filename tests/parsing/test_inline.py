"""What counts as a link inside a block, and with which text."""

from __future__ import annotations

import pytest

from vaulttool.parsing.note import parse


def links(text: str) -> list[tuple[str, str, str]]:
    return [(link.kind, link.syntax, link.whole) for link in parse(text).links]


WIKI, EMBED = ("link", "wiki"), ("embed", "wiki")
MARKDOWN, IMAGE = ("link", "markdown"), ("embed", "markdown")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("[[a]]", [(*WIKI, "a")], id="plain"),
        pytest.param("![[a.png|300]]", [(*EMBED, "a.png")], id="embed with size"),
        pytest.param("[[a#H|x]]", [(*WIKI, "a#H")], id="anchor and display"),
        pytest.param("[[a]b]]", [(*WIKI, "a]b")], id="bracket inside"),
        pytest.param("[[[a]]]", [(*WIKI, "[a")], id="three brackets"),
        pytest.param("[[x [[a]] y]]", [(*WIKI, "a")], id="the inner one"),
        pytest.param("[[a]](b.md)", [(*WIKI, "a")], id="then parentheses"),
        pytest.param("[x [[a]] y", [(*WIKI, "a")], id="after an open bracket"),
        pytest.param("[x [[a]] y][r]", [(*WIKI, "a")], id="in a reference link's text"),
        pytest.param("`x` [[a]] `y`", [(*WIKI, "a")], id="between code spans"),
        pytest.param("``` [[a]] `", [(*WIKI, "a")], id="an unclosed run of backticks"),
        pytest.param("[[a `b]] c`", [(*WIKI, "a `b")], id="a link that opens before a backtick"),
        pytest.param("\\\\[[a]]", [(*WIKI, "a")], id="an escaped backslash"),
        pytest.param("\\![[a]]", [(*WIKI, "a")], id="an escaped bang"),
        pytest.param("$5 and [[a]] $6", [(*WIKI, "a")], id="prices"),
        pytest.param("\\$x [[a]] y$", [(*WIKI, "a")], id="an escaped dollar"),
        pytest.param("a %% [[a]] %% b", [(*WIKI, "a")], id="comment"),
        pytest.param("==[[a]]== **[[b]]** ~~[[c]]~~", [(*WIKI, "a"), (*WIKI, "b"), (*WIKI, "c")], id="marks"),
        pytest.param("x <span>[[a]]</span>", [(*WIKI, "a")], id="between tags"),
        pytest.param("1 < 2 [[a]] 3 > 2", [(*WIKI, "a")], id="comparisons"),
        pytest.param("<% '[[a]]' %>", [(*WIKI, "a")], id="a template"),
        pytest.param("^[see [[a]]] and ^[[[b]] too]", [(*WIKI, "a"), (*WIKI, "b")], id="inline footnotes"),
        pytest.param("key:: [[a]]", [(*WIKI, "a")], id="an inline field"),
        pytest.param("https://x.org/ [[a]]", [(*WIKI, "a")], id="after an address"),
        pytest.param("[[ ]]", [(*WIKI, "")], id="a blank"),
        pytest.param("[t](a.md)", [(*MARKDOWN, "a.md")], id="markdown"),
        pytest.param("![t](a.png)", [(*IMAGE, "a.png")], id="image"),
        pytest.param("[t](<my note.md>)", [(*MARKDOWN, "my note.md")], id="angle brackets"),
        pytest.param("[t](a.md 'x') [t](b.md \"y\") [t](c.md (z))", [(*MARKDOWN, f"{x}.md") for x in "abc"], id="titles"),
        pytest.param("[t](a(b(c)).md)", [(*MARKDOWN, "a(b(c)).md")], id="parentheses"),
        pytest.param("[t](a\\(b.md)", [(*MARKDOWN, "a(b.md")], id="escaped parenthesis"),
        pytest.param("[t](a&amp;b.md)", [(*MARKDOWN, "a&b.md")], id="entity"),
        pytest.param("[t](./a:b.md)", [(*MARKDOWN, "./a:b.md")], id="a colon after ./"),
        pytest.param("[a [b] c](d.md)", [(*MARKDOWN, "d.md")], id="brackets in the text"),
        pytest.param("[two\nlines](a.md)", [(*MARKDOWN, "a.md")], id="text over two lines"),
        pytest.param("[t](\na.md\n)", [(*MARKDOWN, "a.md")], id="line ends around the destination"),
        pytest.param("[![i](p.png)](https://x.org)", [(*IMAGE, "p.png")], id="image in an external link"),
        pytest.param("[![[p.png]]](a.md)", [(*MARKDOWN, "a.md"), (*EMBED, "p.png")], id="embed in a link"),
        pytest.param("[t](#H) [t](#)", [(*MARKDOWN, "#H"), (*MARKDOWN, "#")], id="own anchors"),
        pytest.param("[t](a.md)[u](b.md)", [(*MARKDOWN, "a.md"), (*MARKDOWN, "b.md")], id="one after the other"),
        pytest.param("![t](caf%E9.png)", [(*IMAGE, "caf%E9.png")], id="an image keeps a bad escape"),
        pytest.param("[x](http://y) [[a]]", [(*WIKI, "a")], id="after an external link"),
    ],
)  # fmt: skip
def test_links(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert links(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("[[]]", id="empty"),
        pytest.param("[[a", id="unclosed"),
        pytest.param("[[a]", id="half closed"),
        pytest.param("[[a\nb]]", id="over two lines"),
        pytest.param("\\[[a]]", id="escaped"),
        pytest.param("[\\[a]]", id="second bracket escaped"),
        pytest.param("!\\[[a]]", id="escaped after a bang"),
        pytest.param("`[[a]]`", id="code"),
        pytest.param("`` ` [[a]] ``", id="double backticks"),
        pytest.param("`x\n[[a]]` y", id="code over two lines"),
        pytest.param("$[[a]]$", id="formula"),
        pytest.param("x $$[[a]]$$ y", id="display formula"),
        pytest.param("x $$a\n[[b]]\n$$ y", id="display formula over lines"),
        pytest.param("x <!-- [[a]] --> y", id="comment"),
        pytest.param('<a title="[[a]]">x</a>', id="attribute"),
        pytest.param("https://x.org/[[a]]", id="address"),
        pytest.param("http://localhost:3000/[[a]]", id="address of this host"),
        pytest.param("<https://x.org/[[a]]>", id="autolink"),
        pytest.param("[t](https://x.org)", id="external"),
        pytest.param("[t](mailto:a@b.c)", id="mail"),
        pytest.param("[t](C:/x.md)", id="drive"),
        pytest.param("[t](a.md#At%2010:30)", id="a colon anywhere"),
        pytest.param("[t]()", id="no destination"),
        pytest.param("[t](<>)", id="empty angle brackets"),
        pytest.param("[t] (a.md)", id="space between"),
        pytest.param("[t](two words.md)", id="bare space"),
        pytest.param("[t](bad%zz.md)", id="bad escape"),
        pytest.param("[r]\n\n[r]: a.md", id="reference"),
        pytest.param("[t][r] ![t][r]\n\n[r]: a.md", id="full reference"),
        pytest.param("text[^1]\n\n[^1]: x", id="footnote mark"),
        pytest.param("<a href='a.md'>x</a>", id="html link"),
        pytest.param("\\[t](a.md)", id="escaped link"),
        pytest.param("- [ ] task", id="checkbox"),
    ],
)
def test_no_links(text: str) -> None:
    assert links(text) == []


@pytest.mark.parametrize(
    ("text", "whole", "path", "anchor"),
    [
        pytest.param("é🙂 [[a#H|x]]", "[[a#H|x]]", "a", "#H", id="after multi-byte text"),
        pytest.param("a\r\n\r\n- [[ b ]]", "[[ b ]]", "b", "", id="CRLF and blanks"),
        pytest.param("| a |\n| - |\n| [[b\\|c]] |", "[[b\\|c]]", "b", "", id="escaped bar"),
        pytest.param("\ufeff[t](a%20b.md#x)", "[t](a%20b.md#x)", "a%20b.md", "#x", id="byte order mark"),
        pytest.param("[t](<a b.md#c> 'd')", "[t](<a b.md#c> 'd')", "a b.md", "#c", id="angle brackets"),
        pytest.param("[t](a&#39;b.md#c)", "[t](a&#39;b.md#c)", "a&#39;b.md", "#c", id="a hash in an entity"),
        pytest.param('---\nup: "[[a#H]]"\n---\n', "[[a#H]]", "a", "#H", id="property"),
        pytest.param("> [!x] é\n> ![[p.png]]", "![[p.png]]", "p.png", "", id="callout"),
    ],
)
def test_places(text: str, whole: str, path: str, anchor: str) -> None:
    (link,) = parse(text).links
    assert link.span.of(text) == whole
    assert text[link.target_span.start : link.anchor_start] == path
    assert text[link.anchor_start : link.target_span.end] == anchor


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("#a #b/c x#d", ["a", "b/c"], id="after white space"),
        pytest.param("#2024 #y2024", ["y2024"], id="not digits only"),
        pytest.param("(#a) #b, #c.", ["b", "c"], id="not after a bracket"),
        pytest.param("`#a` [[#b]] https://x.org/#c", [], id="code, anchors, addresses"),
        pytest.param("# Heading #a", ["a"], id="in a heading"),
        pytest.param("%% #a %%", ["a"], id="in a comment"),
        pytest.param("#日本語 #é-b", ["日本語", "é-b"], id="any script"),
        pytest.param("---\ntags: [x, '#y', a b]\n---\n", ["x", "y"], id="property"),
        pytest.param("---\nTags: x\n---\n", ["x"], id="property in another case"),
    ],
)
def test_tags(text: str, expected: list[str]) -> None:
    assert [tag.name for tag in parse(text).tags] == expected
