"""The notes by folder, and by what they link to."""

from __future__ import annotations

import pytest
from vaults import vault_of

from vaulttool.model.overview import Overview

FILES = {
    "Porto.md": "[[Lisbon]] and [[Lisbon#North]]",
    "Lisbon.md": "# North\n\n[[Lisbon]] [[Porto]]",
    "Towns/Faro.md": "---\nx: '[[Lisbon]]'\n---\n",
    "Towns/South/Évora.md": "<!-- vaulttool:begin toc -->\n\n[[Lisbon]]\n\n<!-- vaulttool:end toc -->\n\n[[Faro]]",
    "towns.md": "---\nx: [\n---\n[[Lisbon]]",
    "a.canvas": '{"nodes": [{"type": "file", "file": "Lisbon.md"}]}',
}


@pytest.mark.parametrize(
    ("path", "notes"),
    [
        ("Lisbon.md", ["Porto.md", "Towns/Faro.md", "a.canvas", "towns.md"]),
        ("Porto.md", ["Lisbon.md"]),
        ("Towns/Faro.md", ["Towns/South/Évora.md"]),
        ("towns.md", []),
    ],
)
def test_who_refers_to_a_note_outside_regions(path: str, notes: list[str]) -> None:
    assert Overview(vault_of(FILES)).referring(path) == notes


@pytest.mark.parametrize(
    ("folder", "notes"),
    [
        ("", sorted(FILES)),
        ("towns", ["Towns/Faro.md", "Towns/South/Évora.md"]),
        ("towns/south", ["Towns/South/Évora.md"]),
        ("town", []),
    ],
)
def test_notes_below_a_folder(folder: str, notes: list[str]) -> None:
    assert list(Overview(vault_of(FILES)).below(folder)) == notes


def test_notes_that_cannot_be_read() -> None:
    assert list(Overview(vault_of(FILES)).broken) == ["towns.md"]
