"""Whole notes: made ones with a known reading, and the thousand that lie beside the repository."""

from __future__ import annotations

import json

import pytest
from parsing.notes import made
from vaults import SHARED

from vaulttool.parsing.note import parse


@pytest.mark.parametrize("seed", range(300))
def test_a_made_note_is_read_as_it_was_made(seed: int) -> None:
    note = made(seed)
    document = parse(note.text)
    assert sorted((link.kind, link.syntax, link.whole) for link in document.links) == sorted(note.links)
    assert [(found.level, found.title) for found in document.headings if found.top] == list(note.headings)
    assert {block.id for block in document.blocks} == note.blocks
    assert document.troubles == ()


def test_a_thousand_notes_are_read_as_obsidian_reads_them() -> None:
    cases = SHARED / "cases" / "notes.jsonl"
    if not cases.exists():
        pytest.skip("cases/notes.jsonl is not at hand beside the repository")
    wrong = []
    for number, line in enumerate(cases.read_text(encoding="utf-8").splitlines(), start=1):
        case = json.loads(line)
        document = parse(case["text"])
        links = sorted([link.kind, link.syntax, link.whole] for link in document.links)
        headings = [[found.level, found.title] for found in document.headings if found.top]
        blocks = {block.id for block in document.blocks}
        if (links, headings, blocks) != (sorted(case["links"]), case["headings"], set(case["blocks"])):
            wrong.append(number)
    assert number == 1000
    assert wrong == []
