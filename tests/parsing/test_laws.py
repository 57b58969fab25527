"""Laws that hold for every text: it parses, spans lie inside it and read back, line ends do not matter."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lengths import law, some
from parsing.notes import made

from vaulttool.parsing import inline
from vaulttool.parsing.document import Document
from vaulttool.parsing.markdown import leaves
from vaulttool.parsing.note import parse
from vaulttool.text.span import Lines, Span

FRAGMENTS = st.sampled_from(
    [
        *"[]()!|#^$%`*_~<>\\-+:&{}'\"",
        *("[[", "]]", "](", "![[", "[[a]]", "[[a|b]]", "[t](a.md)", "$$", "%%", "```", "~~~", "<!--", "-->", "<div>"),
        *("---\n", "\n", "\n\n", "\r\n", "\r", " ", "    ", "\t", "> ", "- ", "1. ", "| a | b |\n", "| - | - |\n"),
        *("# ", "===", "^id", "[^1]:", "[^1]", "[r]: x", "> [!note] ", "é", "🙂", "\ufeff", "\u2028", "\x00", "\f"),
        *("key: v\n", 'up: "[[a]]"\n', "https://x.y/", "&amp;", "{{x}}", "<% x %>", "text"),
        *(
            "<tool_call>",
            "</invoke>",
            "<|im_end|>",
            "</think>",
            "[/INST]",
            '\n{"tool": "a", "args": {',
            "\n@@ -1 +1 @@\n",
        ),
        *(
            "\n+++ b/x\n",
            "\n# ... existing code ...\n",
            "<!-- rest unchanged -->",
            "\n*** Begin Patch\n",
            "Ã©",
            "\ufffd",
        ),
        *(
            "\n   1→a\n   2→b\n   3→c\n",
            "\n\nHuman: x",
            "<<<<<<< SEARCH\n",
            "\n# A title\n\n" + "some words of a line. " * 20,
        ),
        *("\n\n$$\n", "\n%%\n", "\n$$ ", "a %%b%% c", "\n\n> q", "\n\n# H", "\n- [ ] ", "\n[^1]: ", " ^id\n"),
    ]
)
TEXTS = st.lists(FRAGMENTS, max_size=40).map("".join)


def spans(record: Any) -> Iterator[Span]:
    if isinstance(record, Span):
        yield record
    elif isinstance(record, msgspec.Struct):
        for name in record.__struct_fields__:
            yield from spans(getattr(record, name))
    elif isinstance(record, tuple):
        for item in record:
            yield from spans(item)


def content(document: Document) -> list[list[Any]]:
    """What a document says, without places."""
    return [
        [(link.kind, link.syntax, link.whole, link.display) for link in document.links],
        [(heading.level, heading.title, heading.top) for heading in document.headings],
        [block.id for block in document.blocks],
        [tag.name for tag in document.tags],
        [footnote.id for footnote in document.footnotes],
        [(found.name, found.value) for found in document.properties],
        [trouble.kind for trouble in document.troubles],
    ]


@law(400)
@given(TEXTS)
def test_every_span_lies_in_its_text(text: str) -> None:
    document = parse(text)
    assert document.length == len(text)
    assert all(0 <= span.start <= span.end <= len(text) for span in spans(document))


@law(300)
@given(TEXTS)
def test_a_link_reads_back_what_it_claims(text: str) -> None:
    for link in parse(text).links:
        written = link.span.of(text)
        assert link.span.start <= link.target_span.start <= link.anchor_start <= link.target_span.end <= link.span.end
        if link.kind in ("link", "embed") and link.syntax == "wiki":
            assert written.startswith("![[" if link.kind == "embed" else "[[") and written.endswith("]]")
        if link.syntax == "markdown":
            assert written.startswith("![" if link.kind == "embed" else "[") and written.endswith(")")


@law(300)
@given(st.lists(FRAGMENTS.filter(lambda piece: "\r" not in piece), max_size=40).map("".join))
def test_windows_line_ends_change_nothing(text: str) -> None:
    windows = text.replace("\n", "\r\n")
    one, other = parse(text), parse(windows)
    normal = [[str(part).replace("\\r", "") for part in group] for group in content(other)]
    assert normal == [[str(part) for part in group] for group in content(one)]
    places = [Lines(text).position(link.span.start) for link in one.links]
    assert places == [Lines(windows).position(link.span.start) for link in other.links]


@pytest.mark.parametrize("seed", range(12))
def test_every_prefix_of_a_note_parses(seed: int) -> None:
    text = made(seed).text
    for end in some(range(len(text)), first=seed):
        document = parse(text[:end])
        assert all(0 <= span.start <= span.end <= end for span in spans(document))


@law(100)
@given(TEXTS)
def test_a_document_survives_being_stored(text: str) -> None:
    document = parse(text)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(document), type=Document) == document


HOSTILE = {
    **{f"a run of {piece}": piece for piece in "[]!(<>`$*_|^#\\&-"},
    "open wikilinks": "[[a ",
    "wikilinks": "[[a]] ",
    "closing": "]]",
    "links": "[a](b) ",
    "open links": "[a](",
    "images": "![",
    "nested links": "[a](b [c](",
    "parentheses": "[a](((((",
    "titles": '[a](b "',
    "tags": "<a ",
    "attributes": '<a b="',
    "comments": "<!-- ",
    "instructions": "<?",
    "declarations": "<!A ",
    "cdata": "<![CDATA[",
    "percent comments": "%% ",
    "formulas": "$$ ",
    "prices": "$5 ",
    "quotes": "> ",
    "bullets": "- ",
    "numbers": "1. ",
    "rules": "***\n",
    "footnotes": "[^1]: ",
    "definitions": "[a]: b\n",
    "callouts": "> [!note] a\n",
    "tables": "| a ",
    "rows": "| a | b |\n",
    "split rows": "| [[a|b]] |\n",
    "broken lines": "[[a\n",
    "headings": "# a\n",
    "ids": "a ^b\n\n",
    "fences": "```\n",
    "mixed fences": "```\n~~~~\n",
    "dollars on lines": "$$\n",
    "dashes": "---\n",
    "keys": "a: b\n",
    "inline notes": "^[",
    "entities": "[a](&#39;",
    "addresses": "https://",
    "definitions of brackets": "[x]: [",
    "blank definitions": "[x]:          ",
    "angled destinations": "[a](<b",
    "allowances": "<!-- vaulttool:ignore a --> ",
    "allowances and backticks": "<!-- vaulttool:ignore a -->` ",
    "allowances alone": "%% vaulttool:ignore a %%\n",
    "open allowances": "%% vaulttool:ignore - ",
    "allowances never closed": "<!-- vaulttool:ignore a ",
    "allowances closed below": "<!-- vaulttool:ignore a\n\n",
    "open ranges": "%% vaulttool:ignore-begin a %%",
    "ranges": "%% vaulttool:ignore-begin a %%%% vaulttool:ignore-end %%",
    "stray ends": "%% vaulttool:ignore-begin a %%%% vaulttool:ignore-end b %%",
    "formulas of lists": "$$\n- a\n$$\n\n",
    "formulas of fences": "$$\n~~~\n$$\n\n",
    "formulas of headings": "$$\na\n# x\n$$\n",
    "comments in comments": "%%\na %%b%% c\n%%\n\n",
    "formulas and comments": "$$\n\n%%\n\n",
    "tasks": "- [ ] <!-- ",
    "labels": "a\n[^1]: ",
    "rows of backticks": "|a|\n|-|\n|[[a|` ",
    "code in rows": "|a|b|\n|-|-|\n|[[a|b]] `c` ",
    "backslashes in links": "[a](\\(",
    "tokens": "<tool_call>\n",
    "tokens on a line": "<|im_end|> ",
    "closing tokens": "text</invoke>\n\n",
    "thoughts": "</think>\n",
    "blobs": '{"tool": "a", "args": {\n',
    "open blobs": "{\n\n",
    "hunks": "@@ -1 +1 @@\n+a\n",
    "added rows": "+| a | b |\n",
    "added bars": "+|a| ",
    "placeholders": "... existing code ...\n",
    "open placeholders": "[... ",
    "listed lines": "1→a\n",
    "turns": "\n\nHuman: a",
    "garbled": "Ã©Ð¿",
    "lost": "\ufffd ",
    "paragraphs": "The same line of words again and again.\n\n",
    "equal headings": "# a title\n\nThe same line of words again.\n\n",
    "open comments": "<!-- a\n",
    "literal tags": "<pre><tool_call>",
    "open fences with prose": "```sh\n\n## A\n\n",
}


# A beginning, a piece that is repeated, an end.
HOSTILE_RUNS = {
    "blanks below a callout": ("> [!n]\n- ", " ", "x"),
    "blanks below a callout's number": ("> [!n]\n1. ", " \t", "x"),
    "blanks in a heading": ("# a", " ", "x #"),
    "hashes in a heading": ("# a ", "# ", "x"),
    "backticks in a row": ("|a|\n|-|\n|[[a|", "`", ""),
    "split links in a row": ("|a|b|\n|-|-|\n|", "[[a|b]] `c` ", "|"),
    "allowances in front matter": ("---\n", "# vaulttool:ignore a\n", "a: b\n---\n"),
    "allowances in a list of front matter": ("---\na:\n", "  - b\n  # vaulttool:ignore a\n", "---\n"),
    "blanks in front matter": ("---\na: ", " ", "\n---\n"),
    "blanks before a rule": ("a\n", " ", "---"),
    "blanks in a definition": ("[a]:", " ", "b"),
    "blanks in a link": ("[a](", " ", "b"),
    "blanks in a tag": ("<a", " ", "b"),
    "blanks in a placeholder": ("(", " ", "rest"),
    "blanks behind dots": ("...", " ", "existing"),
    "blanks in a blob": ("{", " ", '"tool"'),
    "tokens below a long heading": ("# " + "a" * 500 + "\n", "<tool_call>\n", ""),
    "headers of a diff": ("", "+++ b/a\n", ""),
    "words below an open fence": ("```sh\n\n", "Word ", "x"),
    "bars below an open fence": ("```sh\n\n|", "-|", "x"),
    "lines below an open fence": ("```sh\n", "\n|a|", "x"),
}


@pytest.mark.parametrize(
    ("start", "piece", "end"),
    [
        *(pytest.param("", piece, "", id=name) for name, piece in HOSTILE.items()),
        *(pytest.param(*parts, id=name) for name, parts in HOSTILE_RUNS.items()),
    ],
)
def test_time_grows_with_the_text_and_no_faster(start: str, piece: str, end: str) -> None:
    """Eight times the text may take at most 24 times as long: linear, with room for noise."""

    def seconds(size: int) -> float:
        text = start + piece * (size // len(piece)) + end
        begun = time.process_time()
        parse(text)
        return time.process_time() - begun

    most = 24 * min(seconds(2_000) for _ in range(3)) + 0.02
    assert any(seconds(16_000) < most for _ in range(3))  # the best of three counts, and one may be enough


INLINE = st.lists(
    st.sampled_from(
        [
            *(
                "[[a]]",
                "![[a|b]]",
                "[[",
                "]]",
                "[",
                "]",
                "![",
                "](",
                "[t](a.md)",
                "[t](https://x.y)",
                "(",
                ")",
                "^[",
                "^",
                "|",
            ),
            *(
                "`",
                "``",
                "$",
                "$$",
                "\\",
                "<",
                "<b>",
                "-->",
                "<!-- ",
                "#",
                "#tag",
                " #t",
                "https://x.y/",
                "www.",
                "WWW.a",
                "h",
                "w",
            ),
            *(
                " ",
                " ",
                "\n",
                "a",
                "a b",
                "é",
                "://",
                "- ",
                "\n- ",
                "| ",
                "\n\n",
                "[[a]b]]",
                "[[ a | b ]]",
                "[[a\\|b]]",
                "[[a\\]]",
            ),
        ]
    ),
    max_size=16,
).map("".join)


@law(3000)
@given(INLINE)
@example("^[[[b]]")
@example("[[[a]]] `[[b]]`")
def test_links_are_the_same_where_nothing_is_passed_over(text: str) -> None:
    """Whole wikilinks, letters that begin no address, the text behind the last link: all that is skipped is idle."""
    careful = inline.Reading(text)
    with pytest.MonkeyPatch.context() as patch:
        slow = re.compile(inline.NEXT.pattern.replace(inline.WIKILINK + "|", "", 1))
        patch.setattr(inline, "NEXT", slow)
        patch.setattr(inline, "NEXT_MARK", slow)
        for leaf in leaves(text):
            if leaf.kind not in ("opaque", "footnote", "row"):
                careful.block(leaf.start, leaf.end, leaf.end)
    document = parse(text)
    assert document.links == tuple(careful.links)
    assert document.tags == tuple(careful.tags)
