"""Text on a page stands there as it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lengths import law

from vaulttool.parsing.note import parse
from vaulttool.text.literal import block, code, plain, prose

MARKS = "`|[]#<>!-*_~=%$^\\{}:&'\"/@.,; \tab1"
WILD = st.lists(
    st.one_of(
        st.text(st.sampled_from(MARKS), max_size=8),
        st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
        st.sampled_from(["[[x]]", "![[x]]", "<!-- vaulttool:begin banner -->", "%%", "```", "~~~", "\n# x\n", "\r\n---\r\n",
                         "<b>", "[x](y)", "#tag", " ^id", "- [ ] x", "1. x", "{{ x }}", "<%", "a::b", "\u202e"]),
    ),
    max_size=6,
).map("".join)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "written"),
    [
        pytest.param("PostgreSQL 17 (main), for Gitea's data; 5 GB", "PostgreSQL 17 (main), for Gitea's data; 5 GB", id="words"),
        pytest.param("2026-12-01", "2026-12-01", id="a day"),
        pytest.param("my_data_dir _x_", "my_data_dir \\_x\\_", id="underlines inside and around words"),
        pytest.param("a * b | c", "a \\* b \\| c", id="star and bar"),
        pytest.param("[[Lisbon]] ![[x]]", "\\[\\[Lisbon\\]\\] !\\[\\[x\\]\\]", id="links"),
        pytest.param("<!-- x --> & &lt;", "&lt;!-- x --\\> &amp; &amp;lt;", id="HTML and entities"),
        pytest.param("one\r\n# two\n\nthree", "one \\# two three", id="lines"),
        pytest.param("- x", "\\- x", id="a list"),
        pytest.param("1. x", "1\\. x", id="a numbered list"),
        pytest.param("10 %, 20 %% and a = b == c", "10 %, 20 \\%\\% and a = b \\=\\= c", id="comment and highlight"),
        pytest.param("\x1b[31mred\u202e", "\\\\x1b\\[31mred\\\\u202e", id="control characters"),
        pytest.param("", "", id="nothing"),
    ],
)  # fmt: skip
def test_prose(text: str, written: str) -> None:
    assert prose(text) == written


@pytest.mark.parametrize(
    ("text", "written"),
    [
        pytest.param("a|b", "`a|b`", id="plain"),
        pytest.param("`x` ``", "``` `x` `` ```", id="backticks"),
        pytest.param("a\nb", "`a b`", id="lines"),
        pytest.param(" ", "(empty)", id="a blank"),
        pytest.param("", "(empty)", id="nothing"),
        pytest.param("a\x00b", "`a\\x00b`", id="a control character"),
    ],
)
def test_code(text: str, written: str) -> None:
    assert code(text) == written


def test_a_block_has_a_fence_that_its_lines_do_not_end() -> None:
    assert block(["echo '````'", "a\nb"]) == "`````sh\necho '````'\na\nb\n`````"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        pytest.param("Caddy, the (only) door", "Caddy, the (only) door", id="words"),
        pytest.param("a | b [[c]] <d>\n# e", "a b c d e", id="marks"),
        pytest.param("my_data _x_", "my_data x", id="underlines"),
        pytest.param("{{ x }} %% `y`", "x y", id="templates and comments"),
    ],
)
def test_plain(text: str, left: str) -> None:
    assert plain(text) == left


@law(400)
@given(WILD)
def test_nothing_in_a_text_means_anything(text: str) -> None:
    page = f"# Title\n\n{prose(text)}\n\nIt says {prose(text)} and {code(text)}.\n\n{block([text])}\n\n| a | b |\n| --- | --- |\n| {prose(text)} | x |\n\n## End\n"
    said = parse(page)
    assert [heading.title for heading in said.headings] == ["Title", "End"]
    assert (said.links, said.tags, said.blocks, said.regions, said.figures, said.allowances) == ((), (), (), (), (), ())
    assert [trouble.kind for trouble in said.troubles] == []


@law(400)
@given(WILD)
def test_what_is_left_of_a_text_is_plain_everywhere(text: str) -> None:
    left = plain(text)
    assert prose(left).replace("\\", "") == left
