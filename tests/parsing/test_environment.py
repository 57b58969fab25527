"""Env files in the dialects of their four readers."""

from __future__ import annotations

import io
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaulttool.parsing.environment import Dialect, EnvFile, Environment, read

DIALECTS: list[Dialect] = ["systemd", "podman", "compose", "dotenv"]
UNREADABLE = "unreadable"
FRAGMENTS = st.sampled_from(
    [*"=#;\\'\"\n\r \t$", "A=", "B=", "export ", "\n# why\n", "${A}", "${A:-", "}", " #", "\\\n", "é", "\ufeff", "x"]
)
TEXTS = st.lists(FRAGMENTS, max_size=30).map("".join)


def env(text: str, dialect: Dialect) -> Environment:
    return read(EnvFile("x.env", text, dialect))


def value(text: str, dialect: Dialect) -> str | None:
    """The value of ``A``."""
    return env(text, dialect).counting()["A"].value


SAME_LINE_IN_FOUR_DIALECTS: list[tuple[str, str | None, str | None, str | None, str | None]] = [
    # text               systemd         podman         compose        dotenv
    ("A=b",              "b",            "b",           "b",           "b"),
    ("A=",               "",             "",            "",            ""),
    ("A",                UNREADABLE,     None,          None,          None),
    ("A= b ",            "b",            " b ",         "b",           "b"),
    ("A=b\\ ",            "b ",           "b\\ ",         "b\\",          "b\\"),
    ("A =b",             "b",            UNREADABLE,    "b",           "b"),
    ('A="b c"',          "b c",          '"b c"',       "b c",         "b c"),
    ("A='b c'",          "b c",          "'b c'",       "b c",         "b c"),
    ("A=b # c",          "b # c",        "b # c",       "b",           "b"),
    ("A=b#c",            "b#c",          "b#c",         "b#c",         "b#c"),
    ("A= # c",           "# c",          " # c",        "",            ""),
    ('A="b" # c',        "b# c",         '"b" # c',     "b",           "b"),
    ("export A=b",       UNREADABLE,     UNREADABLE,    "b",           "b"),
    ("A='b",             UNREADABLE,     "'b",          UNREADABLE,    UNREADABLE),
    ('A="a\\nb"',        "a\\nb",        '"a\\nb"',     "a\nb",        "a\nb"),
    ('A="a\\"b"',        'a"b',          '"a\\"b"',     'a"b',         'a"b'),
    ("A='a\\nb'",        "a\\nb",        "'a\\nb'",     "a\\nb",       "a\\nb"),
    ("A=a\\nb",          "anb",          "a\\nb",       "a\\nb",       "a\\nb"),
    ("A=a\\\nb",         "ab",           "a\\",         "a\\",         "a\\"),
    ('A="a\nb"',         "a\nb",         '"a',          "a\nb",        "a\nb"),
    ("X=1\nA=${X}",      "${X}",         "${X}",        "1",           "1"),
    ("X=1\nA=$X",        "$X",           "$X",          "1",           "$X"),
    ("A=${X:-d}",        "${X:-d}",      "${X:-d}",     "d",           "d"),
    ("A=${X}",           "${X}",         "${X}",        "${X}",        "${X}"),
    ("X=1\nA='${X}'",    "${X}",         "'${X}'",      "${X}",        "1"),
    ('X=1\nA="${X}"',    "${X}",         '"${X}"',      "1",           "1"),
    ("A=b;c",            "b;c",          "b;c",         "b;c",         "b;c"),
    ('A={"a": "b"}',     '{"a": "b"}',   '{"a": "b"}',  '{"a": "b"}',  '{"a": "b"}'),
    ('A="x"y',           "xy",           '"x"y',        UNREADABLE,    UNREADABLE),
    ("A=é🙂",            "é🙂",          "é🙂",         "é🙂",         "é🙂"),
    ("\ufeffA=b",        "b",            "b",           "b",           "b"),
    ("A=b\r\n",          "b",            "b",           "b",           "b"),
    ("=b",               UNREADABLE,     UNREADABLE,    UNREADABLE,    UNREADABLE),
    ("a b=c",            UNREADABLE,     UNREADABLE,    UNREADABLE,    UNREADABLE),
]  # fmt: skip


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("row", SAME_LINE_IN_FOUR_DIALECTS, ids=lambda row: ascii(row[0]))
def test_one_line_four_readers(row: tuple[str, ...], dialect: Dialect) -> None:
    expected = row[1 + DIALECTS.index(dialect)]
    if expected == UNREADABLE:
        assert env(row[0], dialect).problems
    else:
        assert value(row[0], dialect) == expected


@pytest.mark.parametrize("dialect", DIALECTS)
def test_lines_comments_and_doubles(dialect: Dialect) -> None:
    text = "# far\n\nA=1\n# near,\n#  two lines\nB=2\nA=3\n"
    found = env(text, dialect)
    assert [(each.name, each.value, each.line, each.comment) for each in found.variables] == [
        ("A", "1", 3, ""),
        ("B", "2", 6, "near, two lines"),
        ("A", "3", 7, ""),
    ]
    assert found.counting()["A"].line == 7


def test_a_semicolon_begins_a_comment_for_systemd_alone() -> None:
    assert env("; why\nA=1", "systemd").variables[0].comment == "why"
    assert env("; why\nA=1", "dotenv").problems


def test_problems_name_file_and_line() -> None:
    (problem,) = env("A=1\nnonsense here\nB=2\n", "systemd").problems
    assert problem == ("x.env", 2, '"nonsense here" is no NAME=value')
    (problem,) = env("A=1\nB='open\n", "systemd").problems
    assert problem == ("x.env", 2, "the quote ' is not closed")


def test_variables_known_from_elsewhere() -> None:
    file = EnvFile("x.env", "A=${X}-${Y:-y}", "compose")
    assert read(file, {"X": "1"}).variables[0].value == "1-y"


@pytest.mark.parametrize("row", SAME_LINE_IN_FOUR_DIALECTS, ids=lambda row: ascii(row[0]))
def test_python_dotenv_agrees(row: tuple[str, ...]) -> None:
    dotenv = pytest.importorskip("dotenv", reason="python-dotenv is not installed")
    theirs = dotenv.dotenv_values(stream=io.StringIO(row[0]))
    if row[4] == UNREADABLE:
        assert "A" not in theirs
    elif row[4] != "${X}":  # python-dotenv puts nothing for an unknown variable
        assert theirs["A"] == row[4]


@given(TEXTS, st.sampled_from(DIALECTS))
def test_every_line_holds_its_name(text: str, dialect: Dialect) -> None:
    found = env(text, dialect)
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for variable in found.variables:
        assert variable.name in lines[variable.line - 1]
    assert all(1 <= problem.line <= len(lines) for problem in found.problems)


@given(st.text(), st.sampled_from(DIALECTS))
def test_nothing_raises(text: str, dialect: Dialect) -> None:
    env(text, dialect)


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(
    "text",
    ["A=" + "\\" * 200_000, "A='" + '"\\' * 100_000, "A=" + "${A:-" * 50_000, "A=" + "${" * 100_000 + ":}",
     "A=" + " " * 200_000 + "x", "A=1\n" * 50_000, "# a\n" * 50_000 + "A=b", "A=\"\\\n" * 50_000, " #" * 100_000],
    ids=["backslashes", "quotes", "nested", "signs", "blanks", "lines", "comments", "open quotes", "hashes"],
)  # fmt: skip
def test_hostile_text_takes_linear_time(text: str, dialect: Dialect) -> None:
    start = time.perf_counter()
    env(text, dialect)
    assert time.perf_counter() - start < 5
