"""Flat front matter is read as YAML reads it, to the same values at the same places."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lengths import law

from vaulttool.parsing import frontmatter
from vaulttool.parsing.flat import flat

KEYS = st.sampled_from(
    ["title", "tags", "Tags", "a", "b-c", "_d", "no", "null", "date", "up", "x1", "é", "a b", '"q"', "- a", "? b", ""]
)
WORDS = st.sampled_from(
    [
        *(
            "",
            "",
            "a",
            "b c",
            "yes",
            "true",
            "False",
            "null",
            "~",
            "12",
            "0x1f",
            "1e3",
            "-5",
            "+7",
            ".5",
            ".inf",
            ".nan",
            "0o17",
        ),
        *(
            "2026-01-02",
            "12:30",
            "https://x.y/z#a",
            "a: b",
            "a :b",
            "a:b",
            "a:",
            "::",
            "a #b",
            "a#b",
            "#b",
            "# c",
            "a, b",
            "a]",
            "a}",
        ),
        *(
            '"[[a]]"',
            '"[[a|b]]"',
            "'[[a#b]]'",
            "[[a]]",
            "[a]",
            '"a"',
            "'a b'",
            "'it''s'",
            '"a\\n"',
            '"a\tb"',
            '""',
            '"',
            "'",
            "[",
            "]",
        ),
        *(
            "[]",
            "[ ]",
            "[a, b]",
            '[a,"b" , c d]',
            "[a, ]",
            "[a: b]",
            "[a:b]",
            "['[[a]]', 12]",
            "[a?, b]",
            "[a#b, c]",
            "[a #b]",
            "[,]",
        ),
        *(
            "{}",
            "{a: b}",
            "&x",
            "*x",
            "!t a",
            "!",
            "|",
            ">",
            "@a",
            "`a`",
            "%a",
            "?",
            "-",
            "- a",
            "--",
            "---",
            "...",
            "{{x}}",
            "a {{x}}",
        ),
        *(
            "<<",
            "=",
            "(a)",
            "/a",
            "$a",
            "é",
            "日本",
            "🙂",
            "a\u3000",
            "\u00a0a",
            "a\u2028b",
            "\ufeff",
            "\x7f",
            "\x85",
            "a  b",
            "a\tb",
            "\\",
        ),
    ]
)
ENDS = st.sampled_from(["\n", "\n", "\n", "\n", " \n", "\n\n", "\n  \n", "  \n\n", "\t\n", "\r\n", " # c\n", "\n# c\n"])
LINES = st.one_of(
    st.builds(
        lambda key, blank, word, end: f"{key}:{blank}{word}{end}",
        KEYS,
        st.sampled_from([" ", " ", "", "  ", "\t"]),
        WORDS,
        ENDS,
    ),
    st.builds(lambda key, end: f"{key}:{end}", KEYS, ENDS),
    st.builds(
        lambda lead, blank, word, end: f"{lead}-{blank}{word}{end}",
        st.sampled_from(["", "", "", "  ", "  ", "    ", " "]),
        st.sampled_from([" ", " ", " ", "", "   "]),
        WORDS,
        ENDS,
    ),
    st.builds(lambda word, end: f"  {word}{end}", WORDS, ENDS),
)
BLOCKS = st.lists(LINES, max_size=8).map("".join)


def both(text: str) -> Iterator[tuple[object, object]]:
    """What a flat block says, and what YAML says; nothing where the block is not taken for flat."""
    block, body = frontmatter.HANDLER.split(text)
    start = text.index("\n") + 1
    found = flat(block, start)
    if found:
        body_start = len(text) - len(body)
        yield frontmatter.FrontMatter(body_start, *found), frontmatter.by_yaml(text, block, start, body_start)


@law(6000)
@given(BLOCKS, st.booleans())
@example("tags:\n- a\n- \n- '#b'\n- c d\n- 12\nno: yes\n", False)
@example('up: "[[a]]"\nlist: [x, "[[b|c]]"]\n', False)
@example("a: 1\na: 2\n", False)
@example("a:\n  - b\n - c\n", False)
@example("a: b\n  c\n", False)
def test_flat_front_matter_says_what_yaml_says(block: str, crlf: bool) -> None:
    text = f"---\n{block}---\n"
    if crlf:
        text = text.replace("\r", "").replace("\n", "\r\n")
    try:
        frontmatter.HANDLER.split(text)
    except ValueError:
        return
    for quick, slow in both(text):
        assert repr(quick) == repr(slow)  # NaN is not equal to itself


@pytest.mark.parametrize(
    "block",
    [
        pytest.param("title: A page\ndate: 2026-01-02\nnumber: 12\ndraft: false\nempty:\n", id="plain values"),
        pytest.param('up: "[[Harbour|h]]"\nsource: https://example.org/a#b\ntime: 12:30\n', id="a link and an address"),
        pytest.param("tags:\n- a\n- b/c\naliases:\n  - Another name\n  - 'A third'\n", id="lists, indented or not"),
        pytest.param("tags: [a, b]\naliases: []\n\ncssclass: wide\n", id="lists in brackets"),
    ],
)
def test_ordinary_front_matter_is_flat(block: str) -> None:
    assert len(list(both(f"---\n{block}---\n"))) == 1
    crlf = f"---\n{block}---\n".replace("\n", "\r\n")
    assert len(list(both(crlf))) == 1


def test_they_agree_on_our_own_manual() -> None:
    for page in (Path(__file__).parents[2] / "vault").rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        if frontmatter.HANDLER.detect(text):
            for quick, slow in both(text):
                assert quick == slow, page
