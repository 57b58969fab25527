"""Differences in the form that patch and git use."""

from __future__ import annotations

import pytest

from vaulttool.text.difference import difference

NO_END = "\\ No newline at end of file"


@pytest.mark.parametrize(
    ("before", "after", "lines"),
    [
        pytest.param("a\n", "a\n", [], id="none"),
        pytest.param("a\nb\n", "a\nc\n", ["@@ -1,2 +1,2 @@", " a", "-b", "+c"], id="a line"),
        pytest.param("", "a\n", ["@@ -0,0 +1 @@", "+a"], id="a new file"),
        pytest.param("a\n", "", ["@@ -1 +0,0 @@", "-a"], id="an emptied file"),
        pytest.param("a\nb", "a\nc", ["@@ -1,2 +1,2 @@", " a", "-b", NO_END, "+c", NO_END], id="no line end"),
        pytest.param("a", "b\na", ["@@ -1 +1,2 @@", "+b", " a", NO_END], id="no line end in what stays"),
        pytest.param("a\r\n", "b\r\n", ["@@ -1 +1 @@", "-a", "+b"], id="CRLF"),
        pytest.param("a\x0cb\u2028c\n", "d\n", ["@@ -1 +1 @@", "-a\x0cb\u2028c", "+d"], id="what ends no line"),
        pytest.param("--- a\n", "+++ b\n", ["@@ -1 +1 @@", "---- a", "++++ b"], id="lines like the head"),
    ],
)
def test_difference(before: str, after: str, lines: list[str]) -> None:
    head = ["--- a/p.md", "+++ b/p.md"] if lines else []
    assert list(difference(before, after, "p.md")) == head + lines
