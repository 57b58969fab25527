"""Where Obsidian and a forge read the same note differently: each kind by example, none left over in real vaults."""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from pathlib import Path

import pytest
from commands_in import run
from hypothesis import given
from hypothesis import strategies as st
from lengths import law, some
from vaults import loaded, vault_of

from vaulttool.commands.audit import as_json, as_text
from vaulttool.model.difference_kinds import Kind
from vaulttool.model.differences import Difference, audit

MANUAL = Path(__file__).parents[2] / "vault" / "Manual" / "Audit.md"
AROUND = {
    "a/Note.md": "## One\n\n## Two words\n\nx ^id\n\n[^1]: y\n\n<a id='Spare'></a>\n",
    "a/Case.md": "",
    "a/same.md": "",
    "same.md": "",
    "far/Far.md": "",
    "a/b#c.md": "",
    "a/b.md": "",
    "a/LICENSE": "",
    "a/folder/x.md": "",
    "a/d e.md": "",
    "a/é.md": "",
}
OUTSIDE = frozenset(("README.md", "docs"))


def found(text: str, path: str = "a/N.md") -> list[tuple[str, str]]:
    """The differences in one note among the files around it, as kind and the text under the span."""
    vault = vault_of({**AROUND, path: text}, OUTSIDE, "vault/")
    return [
        (one.kind.title if one.kind else "unnamed", one.span.of(text))
        for one in audit(vault, vault.around.text, [path])
    ]


EXAMPLES = [
    pytest.param("[[Note]]", "wikilink", "[[Note]]", id="wikilink"),
    pytest.param("![[Note]]", "embed", "![[Note]]", id="embed"),
    pytest.param("---\nup: '[[Note]]'\n---\n", "property-link", "[[Note]]", id="property"),
    pytest.param("| a |\n|-|\n| [[Note\\|x]] |", "table-bar", "[[Note\\|x]]", id="escaped bar"),
    pytest.param("%% [[Note]] %%", "comment-link", "[[Note]]", id="wikilink in a comment"),
    pytest.param("%%\nx [t](Note.md)\n%%", "comment-link", "[t](Note.md)", id="link in a comment"),
    pytest.param("[t][p]\n\n[p]: Note.md", "reference-link", "[t][p]", id="reference"),
    pytest.param('<a href="Note.md">', "html-link", '<a href="Note.md">', id="href"),
    pytest.param("[t]()", "empty-target", "[t]()", id="empty"),
    pytest.param("[t](Note.md#1:2)", "colon", "[t](Note.md#1:2)", id="colon"),
    pytest.param("[t](x%zz.md)", "bad-escape", "[t](x%zz.md)", id="escape"),
    pytest.param("[t](<Note\\>x.md>)", "escaped-angle", "[t](<Note\\>x.md>)", id="angle"),
    pytest.param("$x [t](Note.md) y$", "math", "[t](Note.md)", id="math"),
    pytest.param("$$\n[t](Note.md)\n$$", "math", "[t](Note.md)", id="math block"),
    pytest.param("https://x/[t](Note.md)", "bare-address", "[t](Note.md)", id="address"),
    pytest.param("> [!note] T\n>     [t](Note.md)", "callout", "[t](Note.md)", id="code below a title"),
    pytest.param("> [!note] [t\n> u](Note.md)", "callout", "[t\n> u](Note.md)", id="link past a title"),
    pytest.param("> x\n    [t](Note.md)", "indented-code", "[t](Note.md)", id="code below a quote"),
    pytest.param("| a |\n|-|\n| b | [t](Note.md) |", "surplus-cell", "[t](Note.md)", id="surplus cell"),
    pytest.param("x <!-- a -- [t](Note.md) -->", "html-comment", "[t](Note.md)", id="html comment"),
    pytest.param("| a |\n|-|\nx\n    [t](Note.md)", "line-below-table", "[t](Note.md)", id="below a table"),
    pytest.param("[t](\nNote.md) | b\n|-|-|\n", "table-below-paragraph", "[t](\nNote.md)", id="below a paragraph"),
    pytest.param("[t](Note.md\n) | b\n|-|-|\n", "table-below-paragraph", "[t](Note.md\n)", id="bracket below"),
    pytest.param("[t](case.md)", "letter-case", "[t](case.md)", id="case"),
    pytest.param("[t](e\u0301.md)", "normal-form", "[t](e\u0301.md)", id="decomposed"),
    pytest.param("[t](Note)", "extension-left-out", "[t](Note)", id="extension"),
    pytest.param("[t](Far.md)", "vault-wide-path", "[t](Far.md)", id="bare name"),
    pytest.param("[t](far/Far.md)", "vault-wide-path", "[t](far/Far.md)", id="from the root"),
    pytest.param("[t](/a/Note.md)", "root-path", "[t](/a/Note.md)", id="root"),
    pytest.param("[t](same.md)", "other-file", "[t](same.md)", id="exact path first"),
    pytest.param("[t](folder)", "folder-link", "[t](folder)", id="folder"),
    pytest.param("[t](../../README.md)", "outside-vault", "[t](../../README.md)", id="outside"),
    pytest.param("[t](LICENSE)", "file-without-extension", "[t](LICENSE)", id="no extension"),
    pytest.param("[t](b%23c.md)", "encoded-character", "[t](b%23c.md)", id="encoded"),
    pytest.param("[t](b.md?x)", "query", "[t](b.md?x)", id="query"),
    pytest.param("[t](folder/../b.md)", "inner-dots", "[t](folder/../b.md)", id="dots"),
    pytest.param("[t](Note.md#Two%20words)", "anchor-by-text", "[t](Note.md#Two%20words)", id="text"),
    pytest.param("[t](Note.md#two-words)", "anchor-by-slug", "[t](Note.md#two-words)", id="slug"),
    pytest.param("[t](Note.md#Spare)", "anchor-by-id", "[t](Note.md#Spare)", id="id"),
    pytest.param("[t](Note.md#^id)", "block-anchor", "[t](Note.md#^id)", id="block"),
    pytest.param("[t](<Note.md#[^1]>)", "footnote-anchor", "[t](<Note.md#[^1]>)", id="footnote"),
    pytest.param("# Two words", "anchor-form", "Two words", id="anchor"),
    pytest.param("# a\n\n# a", "duplicate-heading", "a", id="duplicate"),
    pytest.param("# [a](https://x.example)", "heading-markup", "[a](https://x.example)", id="markup"),
    pytest.param("# a ^id", "block-id", "a ^id", id="block id"),
    pytest.param("# –", "heading-without-anchor", "–", id="no anchor"),
    pytest.param("> # a", "heading-in-container", "a", id="quote"),
    pytest.param("%%\n# a\n%%", "heading-in-comment", "a", id="comment"),
    pytest.param("$$\n# a\n$$", "heading-in-math", "a", id="heading in math"),
    pytest.param("a\nb\n---", "setext-of-several-lines", "a\nb", id="setext"),
    pytest.param("a\n--- ", "underline-with-blanks", "a", id="setext over an underline with a blank"),
    pytest.param("> [!note] T\nb\n===", "heading-below-callout", "b", id="below a callout"),
    pytest.param("| a\n---", "bar-over-dashes", "| a", id="bar"),
    pytest.param("<h2>a</h2>", "html-heading", "<h2>a</h2>", id="html heading"),
]


@pytest.mark.parametrize(("text", "kind", "under"), EXAMPLES)
def test_each_kind_by_example(text: str, kind: str, under: str) -> None:
    assert found(text) == [(kind, under)]


TOGETHER = [
    pytest.param(
        "[n [o](Note.md) m](b.md)",
        [("nested-link", "[n [o](Note.md) m](b.md)"), ("nested-link", "[o](Note.md)")],
        id="link in a link",
    ),
    pytest.param(
        "[[Note]](b.md)", [("wikilink", "[[Note]]"), ("wikilink-label", "[[Note]](b.md)")], id="wikilink as a label"
    ),
    pytest.param(
        "[[a`b]] [t](Note.md) `",
        [("wikilink", "[[a`b]]"), ("wikilink-code", "[t](Note.md)")],
        id="code from a wikilink",
    ),
    pytest.param(
        "# [[Note]]\n\n# a b",
        [("wikilink", "[[Note]]"), ("anchor-form", "[[Note]]"), ("anchor-form", "a b")],
        id="heading",
    ),
]


@pytest.mark.parametrize(("text", "expected"), TOGETHER)
def test_kinds_that_stand_together(text: str, expected: list[tuple[str, str]]) -> None:
    assert found(text) == expected


def test_every_kind_has_an_example() -> None:
    shown = {str(example.values[1]) for example in EXAMPLES} | {"nested-link", "wikilink-label", "wikilink-code"}
    assert shown == {kind.title for kind in Kind}


SAME = [
    pytest.param("[t](Note.md)", id="relative"),
    pytest.param("", id="empty"),
    pytest.param("[t](Note.md#one)", id="anchor that both find"),
    pytest.param("[t](d%20e.md) [t](<d e.md>)", id="space"),
    pytest.param("[t](../far/Far.md)", id="another folder"),
    pytest.param("[t](gone.md)", id="broken for both"),
    pytest.param("[t](Note.md#gone)", id="anchor missing for both"),
    pytest.param("[t](https://x.example) <https://x.example> www.x.example", id="external"),
    pytest.param("[t](mailto:a@x.example)", id="mail"),
    pytest.param("[t][p]\n\n[p]: https://x.example", id="external definition"),
    pytest.param("[p]: Note.md", id="unused definition"),
    pytest.param("<img src='https://x.example/y.png'>", id="external html"),
    pytest.param("`[[Note]]` `[t](Note)` `%%`", id="code"),
    pytest.param("```\n[[Note]]\n# a b\n%%\n```\n\n# a", id="fence"),
    pytest.param("<!-- [[Note]] [t](Note) -->", id="html comment"),
    pytest.param("# a", id="heading of one word"),
    pytest.param("---\ntitle: x\ntags: [a]\n---\ntext", id="front matter"),
    pytest.param("> [!note] T\n> text", id="callout without links"),
    pytest.param("==x== ~~y~~ #tag ^[note] $z$ %%hidden%%", id="syntax without links"),
    pytest.param("| a | b |\n|-|-|\n| [t](Note.md) | ![t](b.md) |", id="table"),
    pytest.param("- [t](Note.md)\n  - [ ] [t](b.md)", id="list"),
    pytest.param("x ^id\n\n^id2", id="block ids in text"),
    pytest.param("[^1]\n\n[^1]: [t](Note.md)", id="footnote"),
    pytest.param("50 %% of [t](Note.md)", id="a single comment mark"),
    pytest.param("a\n---", id="setext of one line"),
    pytest.param("#", id="empty heading"),
]


@pytest.mark.parametrize("text", SAME)
def test_what_both_read_the_same(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize("text", [example.values[0] for example in EXAMPLES])
def test_windows_line_ends_make_no_difference(text: str) -> None:
    windows = [(kind, under.replace("\r", "")) for kind, under in found(text.replace("\n", "\r\n"))]
    assert windows == found(text)


@pytest.mark.real_vault
@pytest.mark.parametrize("name", some(["obsidian-developer-docs", "obsidian-hub", "obsidian-help"], first=2))
def test_no_difference_of_a_real_vault_is_left_without_a_kind(name: str) -> None:
    vault = loaded(name)
    differences = audit(vault, vault.around.text)
    assert [one for one in differences if one.kind is None] == []
    assert len(differences) > 1000


@given(st.text(alphabet="[]()<>!#`|-* \na$%:^n.md", max_size=60))
@law(300)
def test_every_text_is_compared_and_every_span_lies_inside(text: str) -> None:
    vault = vault_of({"n.md": text})
    assert all(0 <= one.span.start <= one.span.end <= len(text) for one in audit(vault, vault.around.text))


@pytest.mark.parametrize("unit", ["[[a`b]] [x](y.md) ", "$a [x](y.md) ", "%%[a](b.md)%% ", "<a href=b> ", "# a\n"])
def test_hostile_text_takes_no_more_than_its_length(unit: str) -> None:
    vault = vault_of({"n.md": unit * 4000})
    started = time.perf_counter()
    audit(vault, vault.around.text)
    assert time.perf_counter() - started < 5


def of_two_notes() -> tuple[list[Difference], dict[str, str]]:
    texts = {"a.md": "x\n[[b]] [[b]]\n", "b.md": "# Two words\n"}
    vault = vault_of(texts)
    return audit(vault, vault.around.text), texts


def test_the_text_counts_by_kind_and_lists_what_is_asked_for() -> None:
    differences, texts = of_two_notes()
    lines = list(as_text(differences, 2, texts.__getitem__, ("wikilink",)))
    assert lines[:3] == ["a.md:2:1: wikilink: [[b]]", "a.md:2:7: wikilink: [[b]]", ""]
    assert [line.split()[:2] for line in lines[3:5]] == [["2", "wikilink"], ["1", "anchor-form"]]
    assert lines[5].strip() == "3  in 2 notes: 2 in links, 1 in headings"


def test_the_json_holds_everything() -> None:
    differences, texts = of_two_notes()
    result = json.loads(as_json(differences, 2, texts.__getitem__))
    assert result["notes"] == 2
    assert [(count["kind"], count["about"], count["count"]) for count in result["kinds"]] == [
        ("wikilink", "link", 2),
        ("anchor-form", "heading", 1),
    ]
    assert result["differences"][2] == {
        "path": "b.md",
        "line": 1,
        "column": 3,
        "kind": "anchor-form",
        "about": "heading",
        "text": "Two words",
    }


def test_the_command_counts_a_folder(tmp_path: Path) -> None:
    (tmp_path / ".obsidian").mkdir()
    (tmp_path / "a.md").write_text("[[b]]\n", encoding="utf-8")
    result = run("audit", "--vault", str(tmp_path), "--kind", "all")
    assert result.status == 0
    assert "a.md:1:1: wikilink: [[b]]" in result.out
    assert "1  in 1 note: 1 in links, 0 in headings" in result.out


def test_the_help_explains_every_kind() -> None:
    help = re.sub(r"\s+", " ", run("audit", "--help").out)
    assert [kind.title for kind in Kind if f"{kind.title}: {kind.sentence}" not in help] == []


def test_the_manual_explains_every_kind_and_no_other() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| (.*?) \| ", MANUAL.read_text(encoding="utf-8"), re.MULTILINE)
    assert Counter(rows) == Counter((kind.title, kind.sentence.replace("|", "\\|")) for kind in Kind)
