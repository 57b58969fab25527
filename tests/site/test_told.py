"""Findings as rows: how old they are, what they are counted by, which lines they show."""

from __future__ import annotations

import pytest

from vaulttool.site.context import context
from vaulttool.site.told import age, folder
from vaulttool.text.span import Lines, Span


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        ("2026-12-01", "this week"),
        ("2026-11-24", "this week"),
        ("2026-11-23", "this month"),
        ("2026-10-31", "this year"),
        ("2025-12-01", "this year"),
        ("2025-11-30", "longer ago"),
        ("2026-12-24", "this week"),  # a clock that was ahead
        ("", "git does not know"),
    ],
)
def test_how_long_ago_a_file_changed(day: str, expected: str) -> None:
    assert age(day, "2026-12-01") == expected


@pytest.mark.parametrize(("path", "expected"), [("a/b/c.md", "a"), ("c.md", "(top)"), ("../data/x.yaml", "..")])
def test_the_folder_of_a_file(path: str, expected: str) -> None:
    assert folder(path) == expected


def lines(text: str, span: Span) -> list[tuple[int, str, str, str]]:
    return [tuple(one) for one in context(Lines(text), span)]  # type: ignore[misc]  # a row has four parts


@pytest.mark.parametrize(
    ("text", "span", "expected"),
    [
        pytest.param(
            "one\ntwo\nthree\n",
            Span(4, 7),
            [(1, "one", "", ""), (2, "", "two", ""), (3, "three", "", "")],
            id="between others",
        ),
        pytest.param("one", Span(0, 3), [(1, "", "one", "")], id="the only line"),
        pytest.param("a b c", Span(2, 3), [(1, "a ", "b", " c")], id="within a line"),
        pytest.param("a\r\nb", Span(3, 4), [(1, "a", "", ""), (2, "", "b", "")], id="CRLF"),
        pytest.param(
            "abc\ndef", Span(1, 6), [(1, "a", "bc", ""), (2, "def", "", "")], id="more than a line: the first"
        ),
        pytest.param("", Span(0, 0), [], id="an empty file"),
        pytest.param("a\x1b[31m", Span(0, 1), [(1, "", "a", "\\x1b[31m")], id="control characters written out"),
    ],
)
def test_the_lines_around_a_place(text: str, span: Span, expected: list[tuple[int, str, str, str]]) -> None:
    assert lines(text, span) == expected


def test_long_lines_are_cut_around_the_place() -> None:
    ((_, before, marked, after),) = lines("x" * 5000 + "HERE" + "y" * 5000, Span(5000, 5004))
    assert marked == "HERE" and len(before) + len(after) < 160
