"""The shortest link that leads to a file."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaulttool.model.resolve import Index
from vaulttool.model.shortest import shortest
from vaulttool.parsing.note import parse

NAMES = st.sampled_from(["a", "b", "Note", "note.md", "x.canvas", "p.png", "é", " b", "b ", " b ", "p.png.md", "a\\"])
FILES = st.lists(
    st.builds(
        lambda folders, name: "/".join([*folders, name if "." in name else name + ".md"]),
        st.lists(st.sampled_from(["a", "ab", "b"]), max_size=3),
        NAMES,
    ),
    min_size=1,
    max_size=10,
    unique_by=str.lower,
)


@pytest.mark.parametrize(
    ("files", "path", "source", "expected"),
    [
        pytest.param(["a/N.md"], "a/N.md", "s.md", "N", id="a unique name"),
        pytest.param(["a/N.md", "b/N.md"], "b/N.md", "s.md", "b/N", id="a tie takes a folder"),
        pytest.param(["N.md", "b/N.md"], "N.md", "b/s.md", "N", id="the root wins"),
        pytest.param(["N.md", "b/N.md"], "b/N.md", "b/s.md", "b/N", id="beside the root"),
        pytest.param(["b/N.md", "cc/N.md"], "b/N.md", "s.md", "N", id="the shorter path"),
        pytest.param(["a/ N.md"], "a/ N.md", "s.md", "a/ N", id="a blank before the name"),
        pytest.param(["a/N .md"], "a/N .md", "s.md", "N .md", id="a blank behind it"),
        pytest.param([" N .md"], " N .md", "s.md", "/ N .md", id="blanks at both ends, in the root"),
        pytest.param(["N\\.md"], "N\\.md", "s.md", "N\\.md", id="a backslash at its end"),
        pytest.param(["x.png", "x.png.md"], "x.png.md", "s.md", "x.png.md", id="as a picture is called"),
        pytest.param(["a/p.png"], "a/p.png", "s.md", "p.png", id="other files keep their extension"),
    ],
)
def test_forms(files: list[str], path: str, source: str, expected: str) -> None:
    assert shortest(Index(files), path, source) == expected


@given(FILES, st.sampled_from(["s.md", "a/s.md", "ab/s.md", "b/a/s.md"]))
def test_it_leads_there(files: list[str], source: str) -> None:
    index = Index(files)
    for path in files:
        (link,) = parse(f"[[{shortest(index, path, source)}]]").links
        assert index.resolve(link.link, source).target == path
