"""Some of the notes of a vault, and what is remembered of its links, in a large one and in a small one."""

from __future__ import annotations

from types import MappingProxyType

import pytest
from vaults import vault_of

from vaulttool.model import resolve
from vaulttool.model.selected import Selected
from vaulttool.model.selected import selected as chosen

FILES = {"A.md": "[[B]] [[x/B]] [[b]] [[C]] [[A]] [[B]]", "B.md": "[[A]]", "x/B.md": "[[B]] [[A]] [[C]]"}


def test_the_same_notes_in_the_same_order() -> None:
    notes = vault_of(FILES).notes
    few = chosen(notes, {"x/B.md", "A.md"})
    assert [note.path for note in few] == ["A.md", "x/B.md"]
    many = chosen(MappingProxyType(notes), {"x/B.md", "A.md"})  # as notes that are decoded when they are asked for
    assert isinstance(many, Selected) and not isinstance(few, Selected)
    assert list(many) == list(few)
    assert list(chosen(notes, None)) == list(notes.values())


def test_an_answer_that_is_forgotten_is_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    remembered = [resolution for _, _, resolution in vault_of(FILES).links()]
    monkeypatch.setattr(resolve, "MOST_REMEMBERED", 1)
    assert [resolution for _, _, resolution in vault_of(FILES).links()] == remembered
