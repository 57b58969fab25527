"""Links to a heading or block that gets another name."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from vaults import vault_of

from vaulttool.model.anchor_renames import AnchorRename, own_edit, reanchored
from vaulttool.model.anchors import Anchors
from vaulttool.model.renamed import NOTHING_MOVES, after, refuse_misread, texts
from vaulttool.parsing.document import Block, Heading

NOTE = "# Top\n\n## Old one\n\ntext ^old\n\n### Deep\n\n## Part\n\n### Old one\n\n## Last\n"


def renamed(files: Mapping[str, str], place: str, new: str) -> dict[str, str]:
    """The files that change when a heading or block of ``N.md`` is renamed."""
    vault = vault_of(files)
    found = Anchors(vault.notes["N.md"].document).find(place)
    assert isinstance(found, (Heading, Block))
    rename = AnchorRename("N.md", found, new)
    edits = reanchored(vault, rename)
    changes = texts(vault, NOTHING_MOVES, [*edits, own_edit(vault, rename)])
    refuse_misread(vault, after(vault, NOTHING_MOVES, changes), NOTHING_MOVES, changes, lambda note, link: False)
    return {one.path: one.after for one in changes}


@pytest.mark.parametrize(
    ("link", "then"),
    [
        pytest.param("[[N#Old one]]", "[[N#New: one?]]", id="a wikilink"),
        pytest.param("[[N#Old one|Old one]]", "[[N#New: one?|Old one]]", id="a label"),
        pytest.param("![[N#Old one|300]]", "![[N#New: one?|300]]", id="an embed"),
        pytest.param("[[N#Top#Old one]]", "[[N#Top#New: one?]]", id="the end of a path"),
        pytest.param("[[N#Old one#Deep]]", "[[N#New: one?#Deep]]", id="the middle of a path"),
        pytest.param("[[N#old ONE]]", "[[N#New: one?]]", id="in another case"),
        pytest.param("[[N.md#Old one]]", "[[N.md#New: one?]]", id="with .md"),
        pytest.param("[x](N.md#Old%20one)", "[x](N.md#New%20one)", id="Markdown, where a colon would make it external"),
        pytest.param("[x](<N.md#Old one>)", "[x](<N.md#New one>)", id="angle brackets"),
        pytest.param("[x](N.md#old-one)", "[x](N.md#new-one)", id="the anchor of a forge"),
        pytest.param("| [[N#Old one\\|x]] |\n| - |", "| [[N#New: one?\\|x]] |\n| - |", id="a table"),
        pytest.param('---\na: "[[N#Old one]]"\n---\n', '---\na: "[[N#New: one?]]"\n---\n', id="a property"),
    ],
)
def test_a_heading(link: str, then: str) -> None:
    files = {"A.md": link, "N.md": NOTE}
    wanted = {"A.md": then, "N.md": NOTE.replace("## Old one", "## New: one?", 1)}
    assert renamed(files, "#Old one", "New: one?") == wanted


@pytest.mark.parametrize(
    "link",
    [
        pytest.param("[[N#Part#Old one]]", id="another heading of that text"),
        pytest.param("[[N#Deep]]", id="a heading below it"),
        pytest.param("[[N]] [[N#Part]] [[N#^old]]", id="other places of the note"),
        pytest.param("[[N#Gone]] [[Gone#Old one]]", id="what leads nowhere"),
        pytest.param("[[A#Old one]]\n\n# Old one", id="a heading of another note"),
        pytest.param("`[[N#Old one]]`", id="code"),
        pytest.param("[x](https://example.org/N.md#old-one)", id="an address"),
    ],
)
def test_what_does_not_lead_to_it_stays(link: str) -> None:
    assert renamed({"A.md": link, "N.md": NOTE}, "#Old one", "New").keys() == {"N.md"}


@pytest.mark.parametrize(
    ("text", "then"),
    [
        pytest.param("## Old ##\n", "## New ##\n", id="closing marks"),
        pytest.param("Old\n===\n", "New\n===\n", id="underlined"),
        pytest.param("## Old ^id\n\n[[#^id]]", "## New ^id\n\n[[#^id]]", id="a block id behind it"),
        pytest.param("##   Old  \r\n\r\n[[#Old]]\r\n", "##   New  \r\n\r\n[[#New]]\r\n", id="blanks and CRLF"),
        pytest.param("## *Old*\n", "## New\n", id="marks within"),
        pytest.param("## Old\n\n## Old\n\n[[#Old]]", "## New\n\n## Old\n\n[[#New]]", id="the first of two"),
    ],
)
def test_the_heading_itself(text: str, then: str) -> None:
    assert renamed({"N.md": text}, "#Old", "New") == {"N.md": then}


def test_the_same_words_in_other_marks_are_rewritten_too() -> None:
    files = {"N.md": "# What?\n\n[[#What?]] [[#what]]"}
    assert renamed(files, "#What?", "What") == {"N.md": "# What\n\n[[#What]] [[#what]]"}


@pytest.mark.parametrize(
    ("link", "then"),
    [
        pytest.param("[[N#^old]] ![[N#^OLD|x]]", "[[N#^new-1]] ![[N#^new-1|x]]", id="wikilinks"),
        pytest.param("[x](N.md#^old)", "[x](N.md#^new-1)", id="Markdown"),
        pytest.param("[x](N.md#%5Eold)", "[x](N.md#^new-1)", id="encoded"),
    ],
)
def test_a_block(link: str, then: str) -> None:
    wanted = {"A.md": then, "N.md": NOTE.replace("^old", "^new-1")}
    assert renamed({"A.md": link, "N.md": NOTE}, "#^old", "new-1") == wanted


@pytest.mark.parametrize(
    ("card", "then"),
    [
        ('"file":"N.md","subpath":"#Old one"', '"file":"N.md","subpath":"#New \\"x\\""'),
        ('"subpath":"Old one","file":"N.md"', '"subpath":"New \\"x\\"","file":"N.md"'),
    ],
)
def test_a_card(card: str, then: str) -> None:
    canvas = '\ufeff{{"nodes":[{{"type":"file",{}}},{{"type":"text","text":"[[N#{}]]"}}]}}'
    files = {"C.canvas": canvas.format(card, "Old one"), "N.md": NOTE}
    found = renamed(files, "#Old one", 'New "x"')
    assert found["C.canvas"] == canvas.format(then, 'New \\"x\\"')
