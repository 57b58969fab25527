"""Long lists on several pages."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lengths import law
from markupsafe import Markup

from vaulttool.site.scripts import script, scripts
from vaulttool.site.sheets import sheets


@given(st.lists(st.text(max_size=40).map(Markup), max_size=30), st.integers(1, 100))
@law(100)
def test_a_list_is_whole_and_no_page_too_heavy(pieces: list[Markup], heaviest: int) -> None:
    found = sheets("list.html", pieces, heaviest)
    assert [piece for sheet in found for piece in sheet.pieces] == pieces
    for sheet in found:
        weight = sum(len(piece.encode("utf-8", "replace")) for piece in sheet.pieces)
        assert weight <= heaviest or len(sheet.pieces) == 1
    assert [sheet.place for sheet in found] == list(found[0].places)
    assert found[0].place == "list.html" and len(set(found[0].places)) == len(found)


def test_an_empty_list_has_a_page() -> None:
    assert [(sheet.place, sheet.number, sheet.of, sheet.pieces) for sheet in sheets("a.html", [])] == [
        ("a.html", 1, 1, [])
    ]


@given(st.lists(st.text(max_size=20), max_size=20), st.integers(1, 60))
@law(100)
def test_scripts_hand_over_every_entry(entries: list[str], heaviest: int) -> None:
    handed = []
    for one in scripts("notes", entries, heaviest):
        text = one.decode("ascii")
        assert text.startswith("vaulttool.notes(") and text.endswith(");\n")
        handed += json.loads(text.removeprefix("vaulttool.notes(").removesuffix(");\n"))
    assert handed == entries


@pytest.mark.parametrize("text", ["</script><script>alert(1)</script>", "\u2028", '"); alert(1); ("', "\ud800", "日本"])
def test_a_script_holds_data_alone(text: str) -> None:
    written = script("graph", {"a": text}).decode("ascii")
    assert json.loads(written.removeprefix("vaulttool.graph(").removesuffix(");\n")) == {"a": text}
