"""What is read at a glance is what the parser reads."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lengths import law
from parsing.notes import made

from vaulttool.parsing.easy import Easy
from vaulttool.parsing.markdown import blocks, parsed

STARTS = st.sampled_from(
    [
        *(
            "",
            "",
            "",
            "",
            " ",
            "   ",
            "    ",
            "\t",
            "# ",
            "## ",
            "#",
            "####### ",
            "- ",
            "- ",
            "* ",
            "+ ",
            "-",
            "1. ",
            "2) ",
        ),
        *(
            "- [ ] ",
            "* [x] ",
            "  - ",
            "\t- ",
            "   * ",
            "  1. ",
            "   2. ",
            "-   ",
            "    - ",
            "> ",
            ">",
            "> [!note] ",
            "- > ",
            "[^1]: ",
            "[r]: ",
            "[[a]]: ",
            "[",
            "%%",
            "%% ",
        ),
        *(
            "$$",
            "$",
            "- $$",
            "- %%",
            "```",
            "~~~",
            "````",
            "  ```",
            "<!--",
            "<!-- ",
            "- <!-- ",
            "<div>",
            "<b>",
            "<a x='y'>",
        ),
        *(
            "</b>",
            "<pre>",
            "<?",
            "---",
            "--",
            "***",
            "___",
            "===",
            "| ",
            "|-",
            ":-",
            "**",
            "_",
            "`",
            "\\",
            "7",
            "7.",
            "!",
            "<x:y>",
        ),
    ]
)
MIDDLES = st.sampled_from(
    [
        *(
            "",
            "a",
            "a",
            "word",
            "a b",
            "[[a]]",
            "[t](a.md)",
            "[t](https://x.y/z)",
            "`c`",
            "``",
            "[a]: b",
            "]: <x>",
            "é",
            "\u00a0",
        ),
        *(
            "<b>c</b>",
            '<span class="x">',
            "-->",
            "--> a",
            "->",
            "%%",
            "$$",
            "$x$",
            "*a*",
            "**",
            "| b |",
            "- | -",
            "---",
            "# #",
        ),
        *(
            "#",
            "```",
            "~~~",
            "<!-- a -->",
            "&amp;",
            "\\",
            "x ^id",
            "[^1]",
            "[[",
            "]]",
            "]",
            '"q"',
            "<a href=\"x\" y='z'>",
            ">",
        ),
    ]
)
ENDS = st.sampled_from(
    ["\n", "\n", "\n", "\n", "\n\n", "\n\n", "\n \n", "\n\n\n", "  \n", "\t\n", " \n\n", " ##\n", "\\\n", "", "\r"]
)
LINES = st.builds(lambda start, *rest: start + "".join(rest), STARTS, MIDDLES, MIDDLES, ENDS)
TEXTS = st.lists(LINES, max_size=14).map("".join)


@law(6000)
@given(TEXTS, st.booleans())
@example("- a\n\n- b\n", False)
@example("<!-- a\n> b -->\n> [!note] c\n", False)
@example("- [x] \n\n- a\n", False)
@example("- a\n  2. b\n", False)
@example("- a\n      - b\n", False)
@example("1. a\n   - b\n2. c\n\t- d\n\n# e\n", False)
@example("- a\n     - b\n      - c\n", False)
@example("# a\f\n\nb\n", False)
@example("```\na\n```\t\n\nb\n", False)
@example("[[a]] b\nc]: d\n\ne\n", False)
@example("[[a]]]: b\n", False)
@example("a\n- b\n---\nc\n", False)
@example("a\n| b |\n|---|\n", False)
@example("```\na\n\nb\n  ```\n\nc\n", False)
@example("<!-- a\n\nb\n\n# c --> d\ne\n", False)
@example("# a\n$$\nb\n\nc\n$$\n", False)
@example("- %% a\n\n%%\nb\n%%\n", False)
@example('<span a=">">\n\n# b\n', False)
def test_a_glance_and_the_parser_agree(text: str, crlf: bool) -> None:
    if crlf:
        text = text.replace("\r", "").replace("\n", "\r\n")
    assert blocks(text) == parsed(text, 0)


@law(900)
@given(st.integers(0, 10**6))
def test_they_agree_on_a_realistic_note(seed: int) -> None:
    text = made(seed).text
    start = int(text.startswith("\ufeff"))
    assert blocks(text, start) == parsed(text, start)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            "# A title\n\nSome words\nand **more**.  \nLast.\n\n## B ##\ntext\n", id="paragraphs and headings"
        ),
        pytest.param("a\n- b\n- [ ] [[c]]\n%% d %%\n# h\n1. e\n2. f\n# g\n", id="flat lists"),
        pytest.param("- a\n  - b\n    - c\n- d\n\t- [ ] e\n# j\n1. f\n   - g\n2. h\n# i\n", id="nested lists"),
        pytest.param("- a\n\n- b\n\n\n- c\nd\n\n# e\n", id="loose lists"),
        pytest.param("<!-- a -->\n<!--\n\nb\n-->\n%% c %%\n", id="comments"),
        pytest.param("```sh\n# a\n\nb\n```\n\n---\n<b>c</b> d\n", id="code, a rule, an inline tag"),
        pytest.param("- [[a]]: b\n\n#tag and 12 words in 1986\n\n7\n", id="what only looks like a mark"),
    ],
)
def test_an_ordinary_note_is_told_at_a_glance(text: str) -> None:
    for written in (text, text.replace("\n", "\r\n"), text.rstrip()):
        assert not Easy(written, 0).read()


def test_they_agree_on_our_own_manual() -> None:
    for page in (Path(__file__).parents[2] / "vault").rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        assert blocks(text) == parsed(text, 0), page
