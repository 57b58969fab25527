"""The lines of the source below a finding: which, how they are cut, and where the carets stand."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_up import shown

from vaulttool.model.finding import Finding, Related
from vaulttool.reporters import full
from vaulttool.reporters._excerpt import excerpt
from vaulttool.reporters._report import Report, Screen, locate
from vaulttool.text.columns import width
from vaulttool.text.span import Lines, Span

PATH = "a.md"


def drawn(text: str, span: Span, columns: int = 60) -> list[str]:
    """The lines below the heading of a finding in a text."""
    finding = Finding(PATH, span, "broken-link", "error", "x")
    found = locate([finding], lambda path: text, shown)
    report = Report(".", 1, 1, 1, found, shown, text=lambda path: text, screen=Screen(columns))
    first, *lines, empty, _ = full.render(report)
    assert first.startswith("../vault/a.md:") and empty == ""
    return lines


def of(text: str, part: str) -> list[str]:
    start = text.index(part)
    return drawn(text, Span(start, start + len(part)))


@pytest.mark.parametrize(
    ("text", "part", "lines"),
    [
        pytest.param("See [[Gone]].", "Gone", ["   1 | See [[Gone]].", "     |       ^^^^"], id="one line"),
        pytest.param("a\nb\n[[Gone]]\nc", "Gone", ["   3 | [[Gone]]", "     |   ^^^^"], id="the third line"),
        pytest.param("a\r\nb Gone\r\n", "Gone", ["   2 | b Gone", "     |   ^^^^"], id="CRLF"),
        pytest.param("a\rb Gone\rc", "Gone", ["   2 | b Gone", "     |   ^^^^"], id="CR"),
        pytest.param("\ufeffGone", "Gone", ["   1 | Gone", "     | ^^^^"], id="a byte order mark"),
        pytest.param("\ta\tGone", "Gone", ["   1 |     a   Gone", "     |         ^^^^"], id="tabs before"),
        pytest.param("a\tb c", "a\tb", ["   1 | a   b c", "     | ^^^^^"], id="a tab within"),
        pytest.param("日\tGone", "Gone", ["   1 | 日  Gone", "     |     ^^^^"], id="a tab after a wide character"),
        pytest.param("日本 [[失]]", "失", ["   1 | 日本 [[失]]", "     |        ^^"], id="East Asian"),
        pytest.param("🙂 [[🙂]]", "🙂", ["   1 | 🙂 [[🙂]]", "     | ^^"], id="emoji"),
        pytest.param("e\u0301 [[e\u0301x]]", "e\u0301x", ["   1 | e\u0301 [[e\u0301x]]", "     |     ^^"], id="accents"),
        pytest.param("\x1b[1m Gone", "Gone", ["   1 | \\x1b[1m Gone", "     |         ^^^^"], id="a control character"),
        pytest.param("[[a\x00b]]", "a\x00b", ["   1 | [[a\\x00b]]", "     |   ^^^^^^"], id="a control character within"),
        pytest.param("\u202e Gone", "Gone", ["   1 | \\u202e Gone", "     |        ^^^^"], id="a turn"),
        pytest.param("a\u2028Gone", "Gone", ["   1 | a\\u2028Gone", "     |        ^^^^"], id="no end of a line"),
        pytest.param("[[a\u200b]]", "a\u200b", ["   1 | [[a\\u200b]]", "     |   ^^^^^^^"], id="what nobody sees"),
        pytest.param("[[a\ufeff]]", "a\ufeff", ["   1 | [[a\\ufeff]]", "     |   ^^^^^^^"], id="a mark that is no mark"),
        pytest.param("x\udc80 Gone", "Gone", ["   1 | x\\udc80 Gone", "     |         ^^^^"], id="half of a pair"),
        pytest.param("a\xa0b Gone", "Gone", ["   1 | a\xa0b Gone", "     |     ^^^^"], id="a blank that does not break"),
        pytest.param("Gone   \n", "Gone", ["   1 | Gone", "     | ^^^^"], id="blanks at the end"),
        pytest.param(
            "ab\ncd\nef", "b\nc", ["   1 | ab", "     |  ^", "   2 | cd", "     | ^"], id="over the end of a line"
        ),
        pytest.param("ab\r\ncd", "b\r\n", ["   1 | ab", "     |  ^"], id="with the end of its line"),
        pytest.param("ab\n\ncd", "b\n\nc", ["   1 | ab", "     |  ^", "   2 |", "   3 | cd", "     | ^"], id="an empty line"),
        pytest.param(
            "> [!n]\n  > two\n> three\n",
            "[!n]\n  > two\n> three\n",
            ["   1 | > [!n]", "     |   ^^^^", "   2 |   > two", "     |   ^^^^^", "   3 | > three", "     | ^^^^^^^"],
            id="three lines",
        ),
        pytest.param(
            "1\n2\n3\n4\n5\n6\n7",
            "2\n3\n4\n5\n6",
            ["   2 | 2", "     | ^", "   3 | 3", "     | ^", " ...", "   6 | 6", "     | ^"],
            id="five lines",
        ),
        pytest.param("1\n2\n3\n4\n5", "2\n3\n4\n5", [x for n in "2345" for x in (f"   {n} | {n}", "     | ^")], id="four lines"),
    ],
)  # fmt: skip
def test_a_place(text: str, part: str, lines: list[str]) -> None:
    assert of(text, part) == lines


@pytest.mark.parametrize(
    ("text", "offset", "lines"),
    [
        pytest.param("abc", 1, ["   1 | abc", "     |  ^"], id="within a line"),
        pytest.param("abc\n", 3, ["   1 | abc", "     |    ^"], id="at the end of a line"),
        pytest.param("abc\n", 4, ["   2 |", "     | ^"], id="after the last line end"),
        pytest.param("abc", 99, ["   1 | abc", "     |    ^"], id="past the end"),
        pytest.param("\n\n", 0, ["   1 |", "     | ^"], id="an empty line"),
        pytest.param("\ufeffabc", 0, ["   1 | abc", "     | ^"], id="before a byte order mark"),
        pytest.param("", 0, [], id="an empty file"),
    ],
)
def test_a_place_where_nothing_stands(text: str, offset: int, lines: list[str]) -> None:
    assert drawn(text, Span(offset, offset)) == lines


def test_numbers_with_many_digits_stand_below_one_another() -> None:
    text = "x\n" * 99_998 + "ab\ncd\n"
    assert of(text, "ab\ncd") == [" 99999 | ab", "       | ^^", "100000 | cd", "       | ^^"]


WORDS = "one two three four five six seven eight nine ten"


@pytest.mark.parametrize(
    ("text", "part", "lines"),
    [
        pytest.param(f"Gone {WORDS}", "Gone", ["Gone one two three four fi…", "^^^^"], id="at the beginning"),
        pytest.param(f"{WORDS} Gone", "Gone", ["… seven eight nine ten Gone", "                       ^^^^"], id="at the end"),
        pytest.param(f"{WORDS} Gone {WORDS}", "Gone", ["… nine ten Gone one two th…", "           ^^^^"], id="within"),
        pytest.param(WORDS, WORDS, ["one two three four five si…", "^" * 27], id="a long span"),
        pytest.param(f"a {WORDS}", WORDS, ["…one two three four five s…", " " + "^" * 26], id="a long span after another word"),
        pytest.param("日" * 40 + "失" + "本" * 40, "失", ["…日日日日日失本本本本本本…", "           ^^"], id="East Asian"),
        pytest.param("\t" * 40 + "Gone", "Gone", ["…" + " " * 22 + "Gone", " " * 23 + "^^^^"], id="tabs"),
    ],
)  # fmt: skip
def test_a_long_line_is_cut_around_the_span(text: str, part: str, lines: list[str]) -> None:
    start = text.index(part)
    (row,) = excerpt(Lines(text), Span(start, start + len(part)), 27)
    assert [row.text, " " * row.before + "^" * row.marked] == lines


@pytest.mark.parametrize("columns", [-5, 0, 1, 19])
def test_no_terminal_is_too_narrow(columns: int) -> None:
    (row,) = excerpt(Lines(f"{WORDS} Gone {WORDS}"), Span(49, 53), columns)
    assert "Gone" in row.text and width(row.text) <= 20


def test_a_line_of_ten_million_characters_takes_no_time() -> None:
    lines = Lines("日" * 5_000_000 + "[[Gone]]" + "\u200b" * 5_000_000)
    excerpt(lines, Span(0, 1), 80)  # divides the text
    begun = time.process_time()
    for _ in range(20):
        (row,) = excerpt(lines, Span(5_000_002, 5_000_006), 80)
    assert width(row.text) <= 80 and "[[Gone]]" in row.text
    assert time.process_time() - begun < 2


CHARACTERS = st.text("ab \t\n\r日🙂e\u0301\u200b\x1b\u202e\ufeff[]", max_size=200)


@given(CHARACTERS, st.integers(0, 210), st.integers(0, 210), st.integers(20, 60))
def test_what_is_drawn_fits_and_obeys_nothing(text: str, start: int, length: int, columns: int) -> None:
    for row in excerpt(Lines(text), Span(start, start + length), columns):
        assert width(row.text) <= columns
        assert row.before + row.marked <= max(width(row.text), row.before + 1)
        assert not set(row.text) & set("\t\n\r\x1b\u202e\ufeff\u200b")


@given(CHARACTERS, st.integers(0, 210), st.integers(1, 20))
def test_marks_stand_below_the_span(text: str, start: int, length: int) -> None:
    span = Span(start, start + length)
    rows = excerpt(Lines(text), span, 10_000)
    if len(rows) == 1 and span.of(text).isascii() and span.of(text).isprintable() and span.of(text).strip():
        (row,) = rows
        assert span.of(text) in row.text
        assert row.marked == len(span.of(text))


def test_other_places_are_shown_too() -> None:
    texts = {"a.md": "[[b#H]]\n", "b.md": "# One\n\n# H\n# H\n"}
    related = (Related("b.md", Span(7, 10), "one"), Related("b.md", Span(11, 14), "another"))
    finding = Finding("a.md", Span(3, 5), "x", "warning", "two headings", "keep one", related)
    report = Report(".", 2, 1, 0, locate([finding], texts.__getitem__, shown), shown, text=texts.__getitem__)
    assert list(full.render(report))[:-1] == [
        "../vault/a.md:1:4: warning: two headings [x]",
        "   1 | [[b#H]]",
        "     |    ^^",
        "    ../vault/b.md:3:1: one",
        "   3 | # H",
        "     | ---",
        "    ../vault/b.md:4:1: another",
        "   4 | # H",
        "     | ---",
        "    help: keep one",
        "",
    ]


def test_a_file_that_cannot_be_read_has_no_lines() -> None:
    finding = Finding("a.md", Span(0, 0), "unreadable-note", "error", "no UTF-8")
    report = Report(".", 1, 0, 0, locate([finding], lambda path: "", shown), shown)
    assert list(full.render(report))[:2] == ["../vault/a.md:1:1: error: no UTF-8 [unreadable-note]", ""]
