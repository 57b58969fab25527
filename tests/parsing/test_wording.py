"""The words of a note that a reader sees."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaulttool.parsing.note import parse
from vaulttool.parsing.wording import wording


def words(text: str, code: bool = False) -> str:
    return " ".join(wording(text, parse(text), code).words)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        pytest.param("The Port of *Lisbon*, again.", "the port of lisbon again", id="case, marks and punctuation"),
        pytest.param("# Title #\n\nText\n", "title text", id="a heading"),
        pytest.param("- one\n- [ ] two\n  1. three\n", "one two three", id="lists"),
        pytest.param("> quoted\n> text\n", "quoted text", id="a quote"),
        pytest.param("> [!tip]+ Title\n> body\n", "title body", id="a callout"),
        pytest.param("| a | b |\n| --- | --- |\n| c | d |\n", "a b c d", id="a table"),
        pytest.param("[[Lisbon]] and [[Lisbon#Port|the port]]", "lisbon and the port", id="wikilinks"),
        pytest.param("[the port](ports/Lisbon%20Port.md) and [home](<a b.md>)", "the port and home", id="Markdown links"),
        pytest.param("see https://example.org/a/b?c=d here", "see here", id="a bare address"),
        pytest.param("see <https://example.org> here", "see here", id="an address in angle brackets"),
        pytest.param("run `podman ps` now", "run podman ps now", id="code in a line"),
        pytest.param("don't and don’t", "don t and don t", id="apostrophes"),
        pytest.param("_emphasis_ and snake_case__name", "emphasis and snake_case__name", id="underscores"),
        pytest.param("Straße STRASSE", "strasse strasse", id="case folded"),
        pytest.param("cafe\u0301 café", "café café", id="one form of Unicode"),
        pytest.param("日本語 text", "日 本 語 text", id="Han characters"),
        pytest.param("1,234 and 5.6", "1 234 and 5 6", id="numbers"),
        pytest.param("text[^1]\n\n[^1]: the note\n", "text 1 the note", id="a footnote"),
        pytest.param("a <b>bold</b> word", "a bold word", id="tags"),
        pytest.param("one\r\ntwo\r\n", "one two", id="CRLF"),
        pytest.param("Write `{{date}}` into a template.", "write date into a template", id="a placeholder in code"),
        pytest.param("```\n{{date}}\n```\n\nText", "text", id="a placeholder in a block of code"),
    ],
)  # fmt: skip
def test_what_is_read(text: str, read: str) -> None:
    assert words(text) == read


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("---\ntitle: Words here\n---\n", id="front matter"),
        pytest.param("```sh\npodman ps\n```\n", id="a fence"),
        pytest.param("    indented code\n", id="indented code"),
        pytest.param("$$\nx + y\n$$\n", id="a formula"),
        pytest.param("%% hidden %%", id="a comment"),
        pytest.param("%%\nhidden\n\nlines\n%%\n", id="a comment of several blocks"),
        pytest.param("<!-- hidden -->", id="an HTML comment"),
        pytest.param("<div>\nhtml\n</div>\n", id="HTML"),
        pytest.param("![[Lisbon]] ![[Lisbon#Port|300]]", id="embeds"),
        pytest.param("![a picture](a.png)", id="an image"),
        pytest.param("[![badge](https://example.org/b.svg)](https://example.org)", id="a badge"),
        pytest.param('<!-- vaulttool:begin cards -->\n\n- text\n\n<!-- vaulttool:end cards -->\n', id="a region"),
        pytest.param("# {{title}}\n\nText", id="a template"),
        pytest.param("Text <% tp.date.now() %> text", id="a template of Templater's"),
        pytest.param("---\ndate: {{date}}\n---\nText", id="a template's front matter"),
        pytest.param("", id="nothing"),
        pytest.param("* * *\n---\n", id="rules"),
    ],
)  # fmt: skip
def test_what_is_not_read(text: str) -> None:
    assert words(text) == ""


def test_code_is_read_where_it_is_asked_for() -> None:
    assert words("Run\n\n```sh\npodman ps <id>\n```\n\nnow", code=True) == "run sh podman ps id now"


def test_the_place_of_words() -> None:
    text = "---\na: 1\n---\n# One\n\n`two`, [[x|three]]\n\n> four cafe\u0301\n"
    found = wording(text, parse(text))
    assert [found.span(at, at).of(text) for at in range(len(found.words))] == [
        "One",
        "two",
        "three",
        "four",
        "cafe\u0301",
    ]
    assert found.span(1, 3).of(text) == "two`, [[x|three]]\n\n> four"


@given(
    st.lists(
        st.sampled_from(
            [
                "word ",
                "日本",
                "é",
                "e\u0301 ",
                "_",
                "*",
                "[[",
                "]]",
                "](",
                "<b>",
                "<!--",
                "-->",
                "%%",
                "`",
                "\n",
                "\n\n",
                "\r\n",
                "> ",
                "- ",
                "{{",
                "://",
            ]
        )
    ).map("".join)
)
def test_every_word_stands_where_it_is_said_to(text: str) -> None:
    found = wording(text, parse(text))
    assert len(found.shown) == len(text)
    for number in range(len(found.words)):
        span = found.span(number, number)
        assert span.of(text) == span.of(found.shown)
        assert span.start < span.end
    assert all(shown in (" ", written) for shown, written in zip(found.shown, text, strict=True))
