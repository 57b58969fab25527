"""Offsets, lines and columns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaulttool.text.span import Lines, Position, Span


@pytest.mark.parametrize(
    ("text", "offset", "line", "column"),
    [
        pytest.param("abc", 0, 1, 1, id="start"),
        pytest.param("abc", 3, 1, 4, id="end"),
        pytest.param("a\nb", 2, 2, 1, id="LF"),
        pytest.param("a\r\nb", 3, 2, 1, id="CRLF is one line end"),
        pytest.param("a\rb", 2, 2, 1, id="CR"),
        pytest.param("a\fb\u2028c", 4, 1, 5, id="form feed and U+2028 end no line"),
        pytest.param("é🙂x", 2, 1, 3, id="columns are code points"),
        pytest.param("\ufeffabc", 1, 1, 1, id="a byte order mark is no column"),
        pytest.param("\ufeffabc", 0, 1, 1, id="nor a place of its own"),
        pytest.param("ab\n", 3, 2, 1, id="after the last line end"),
        pytest.param("ab", 99, 1, 3, id="past the end"),
    ],
)
def test_positions(text: str, offset: int, line: int, column: int) -> None:
    lines = Lines(text)
    assert [lines.position(offset) for _ in range(9)] == [Position(line, column)] * 9


@given(st.text(st.sampled_from("ab\r\n é\ufeff\u2028")), st.integers(0, 40))
def test_a_position_leads_back_to_its_offset(text: str, offset: int) -> None:
    lines = Lines(text)
    offset = min(offset, len(text))
    position = lines.position(offset)
    span = lines.span(position.line)
    if span.start <= offset <= span.end:
        assert lines.offset(position.line, position.column) == offset


def test_a_line_without_its_end() -> None:
    assert Lines("ab\r\ncd").span(1) == Span(0, 2)
    with pytest.raises(IndexError):
        Lines("ab").span(2)
