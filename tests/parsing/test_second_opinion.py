"""markdown-it-py as a second opinion: it must see the Markdown links and headings that our parser sees."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache

import pytest
from lengths import length, some
from vaults import SHARED, vault_of

from vaulttool.model.differences import audit
from vaulttool.parsing import forge, note

CASES = SHARED / "cases" / "notes.jsonl"


def cases() -> list[str]:
    """The texts of the realistic notes; the test is skipped where they are not at hand."""
    if not CASES.exists():
        pytest.skip("shared/cases/notes.jsonl is not at hand beside the repository")
    return [json.loads(line)["text"] for line in CASES.read_text(encoding="utf-8").splitlines()]


def notes() -> Sequence[str]:
    """All of them, or in the short form some."""
    return some(cases(), step=4)


read = cache(forge.read)
parse = cache(note.parse)


def opinions(text: str) -> tuple[dict[int, str], dict[int, str]]:
    """The Markdown links that Obsidian records and those inside the page that markdown-it-py finds, by place."""
    ours = {link.span.start: link.span.of(text) for link in parse(text).links if link.syntax == "markdown"}
    inner = (link for link in read(text).links if link.kind != "html" and not link.external and not link.label)
    return ours, {link.span.start: link.span.of(text) for link in inner}


def test_every_markdown_link_of_realistic_notes_is_one_to_markdown_it() -> None:
    seen = 0
    for text in notes():
        ours, theirs = opinions(text)
        seen += len(ours)
        assert {place: link for place, link in ours.items() if theirs.get(place) != link} == {}
    assert seen > length(250, 1000)


def test_every_top_heading_of_realistic_notes_is_one_to_markdown_it() -> None:
    seen = 0
    for text in notes():
        ours = {(one.span, one.level) for one in parse(text).headings if one.top}
        theirs = {(one.span, one.level) for one in read(text).headings}
        seen += len(ours)
        assert ours <= theirs
    assert seen > length(125, 500)


def test_a_named_kind_explains_whatever_one_of_the_two_alone_sees() -> None:
    for text in notes():
        vault = vault_of({"N.md": text})
        assert [one.span.of(text) for one in audit(vault, vault.around.text) if one.kind is None] == []


def test_the_cases_hold_what_the_second_opinion_is_asked_about() -> None:
    text = "\n".join(cases())
    for pattern in (r"\]\(<", r"\]\([^)]*%20", r"^> .*\]\(", r"^\|.*\]\(", r"^- .*\]\(", r"`[^`\n]*\]\([^`\n]*`"):
        assert re.search(pattern, text, re.MULTILINE), pattern
