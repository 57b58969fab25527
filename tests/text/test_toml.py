"""TOML as it is written: what ``tomllib`` reads is what was meant."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lengths import law

from vaulttool.parsing.toml_lines import toml_lines
from vaulttool.text.toml import key, value
from vaulttool.text.toml_file import Line, toml_file

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
SCALARS = TEXTS | st.booleans() | st.integers(-(2**60), 2**60) | st.floats(allow_nan=False)
VALUES = st.recursive(
    SCALARS, lambda below: st.lists(below, max_size=3) | st.dictionaries(TEXTS, below, max_size=3), max_leaves=5
)


@law(150)
@given(st.dictionaries(TEXTS, VALUES, max_size=5))
def test_what_is_written_is_read_back(content: dict[str, Any]) -> None:
    text = "\n".join(f"{key(name)} = {value(one)}" for name, one in content.items())
    assert tomllib.loads(text) == content


@law(150)
@given(st.dictionaries(TEXTS, st.dictionaries(TEXTS, VALUES, max_size=3), max_size=4), TEXTS)
def test_a_file_is_read_back_whatever_its_comments_and_its_lines_are_found(
    content: dict[str, dict[str, Any]], comment: str
) -> None:
    lines = [
        Line((table, name), one, above=(comment,), beside=comment)
        for table, inside in content.items()
        for name, one in inside.items()
    ]
    text = toml_file([*lines, Line(("t", "left out"), 1, is_out=True), Line(("t", "unset"), None)], [comment])
    read = tomllib.loads(text)
    assert {name: inside for name, inside in read.items() if inside} == {n: i for n, i in content.items() if i}
    found = toml_lines(text)
    for line in lines:
        assert text.split("\n")[found[line.path] - 1].startswith(f"{key(line.path[-1])} = ")


def test_what_toml_cannot_say_is_an_error() -> None:
    with pytest.raises(ValueError, match="None"):
        value(None)


@pytest.mark.parametrize(
    ("text", "path", "line"),
    [
        pytest.param("a = 1\nb = 2\n", ("b",), 2, id="a pair"),
        pytest.param("a = 1\r\n\r\nb = 2\r\n", ("b",), 3, id="CRLF"),
        pytest.param("\ufeff# x\na = 1", ("a",), 2, id="a byte order mark"),
        pytest.param("# [t]\n[t]\n# a = 1\na = 1\n", ("t", "a"), 4, id="comments"),
        pytest.param("[t]\na = 1\n", ("t",), 1, id="a table"),
        pytest.param('["t.x".y]\na = 1\n', ("t.x", "y", "a"), 2, id="a quoted header"),
        pytest.param("[t]\n  a = [\n  'x', # ]\n  ['y'],\n]\nb = 1", ("t", "b"), 6, id="behind a long list"),
        pytest.param("a = [\n1,\n]\n", ("a",), 1, id="a long list"),
        pytest.param("a = '''\nb = 1\n[t]\n'''\nb = 2", ("b",), 5, id="a long text with keys in it"),
        pytest.param('a = """\n\\"""" \nb = 2', ("b",), 3, id="a long text with quotes in it"),
        pytest.param("[r]\nx.y = 1\nx.z = 2", ("r", "x", "z"), 3, id="dotted keys"),
        pytest.param("[r]\nx.y = 1\nx.z = 2", ("r", "x"), 2, id="the table of dotted keys"),
        pytest.param("a = { b = { c = 1 } }", ("a", "b", "c"), 1, id="inline tables"),
        pytest.param("[[o]]\np = 1\n[[o]]\np = 2\n", ("o", "p"), 2, id="the first of an array of tables"),
        pytest.param("[a]\n[b]\nc = 1", ("b", "c"), 3, id="an empty table"),
        pytest.param('"" = 1\n', ("",), 1, id="an empty key"),
    ],
)
def test_lines_of_keys(text: str, path: tuple[str, ...], line: int) -> None:
    assert toml_lines(text)[path] == line
