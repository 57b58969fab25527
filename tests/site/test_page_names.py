"""Each note has a page of its own, whatever the notes are called."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lengths import law

from vaulttool.site.names import address, title

SAFE = re.compile(r"notes/[a-z0-9][a-z0-9-]*\.html")


@pytest.mark.parametrize(
    ("path", "readable"),
    [
        pytest.param("LLM/Frank archon.md", "frank-archon", id="words"),
        pytest.param("Über uns.md", "uber-uns", id="letters with marks"),
        pytest.param("a/b.c.md", "b-c", id="dots"),
        pytest.param("Board.canvas", "board", id="canvas"),
        pytest.param("日本.md", "", id="nothing to read"),
        pytest.param("CON.md", "con", id="a name that Windows keeps"),
    ],
)
def test_what_is_readable_of_a_name(path: str, readable: str) -> None:
    found = address(path)
    assert SAFE.fullmatch(found)
    assert found.rpartition("-")[0].removeprefix("notes/") == readable


@given(st.text(min_size=1, max_size=300))
@law(100)
def test_a_place_is_safe_on_every_system(path: str) -> None:
    found = address(path)
    assert SAFE.fullmatch(found) and len(found) < 80


@given(st.lists(st.text(alphabet="abAB./ é", min_size=1, max_size=12), unique=True))
@law(100)
def test_no_two_notes_share_a_place_in_any_case(paths: list[str]) -> None:
    assert len({address(path).lower() for path in paths}) == len(paths)


@pytest.mark.parametrize(("path", "name"), [("a/B c.md", "B c"), ("x.md.md", "x.md"), ("b.canvas", "b.canvas")])
def test_what_a_note_is_called(path: str, name: str) -> None:
    assert title(path) == name
