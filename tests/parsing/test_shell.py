"""The defaults in shell scripts."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaulttool.parsing.shell import defaults

FRAGMENTS = st.sampled_from(
    [*"$'\"\\{}()#<`\n\r a", "${A:-", "${A}", "$(", "$((", "<<EOF\n", "<<'E'\n", "\nEOF\n", "<<<", "$'", " #", "=1"]
)


def found(text: str) -> list[tuple[str, str]]:
    return [(each.name, each.value) for each in defaults(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x=${A:-1}", [("A", "1")]),
        ("x=${A-1} ${B:=2} ${C=3}", [("A", "1"), ("B", "2"), ("C", "3")]),
        (': "${KV:=fp8}"', [("KV", "fp8")]),
        ("${A} ${A:+x} ${A:?e} ${#A} ${A%x} ${A:1:2} $A", []),
        ("${A:-}", [("A", "")]),
        ("${A:-${B:-c}d}", [("A", "${B:-c}d"), ("B", "c")]),
        ("${A:-'x}y'}", [("A", "x}y")]),
        ('${A:-"x}y"}', [("A", "x}y")]),
        ('"${A:-it\'s}"', [("A", "it's")]),
        ('"${A:-"x y"}"', [("A", "x y")]),
        (r"${A:-x\}y}", [("A", "x}y")]),
        ("${A:-$(f '}' )z}", [("A", "$(f } )z")]),
        (r'"${A:-a\b}" "${B:-a\$b}" ${C:-a\b}', [("A", r"a\b"), ("B", "a$b"), ("C", "ab")]),
        ("'${A:-1}'", []),
        ("$'\\'${A:-1}'", []),
        ("# ${A:-1}", []),
        ("x # ${A:-1}\n${B:-2}", [("B", "2")]),
        ("x#${A:-1}", [("A", "1")]),
        ('"# ${A:-1}"', [("A", "1")]),
        (r"\${A:-1}", []),
        ("cat <<'EOF'\n${A:-1}\nEOF\n${B:-2}", [("B", "2")]),
        ('cat <<"EOF"\n${A:-1}\nEOF\n${B:-2}', [("B", "2")]),
        ("cat <<\\EOF\n${A:-1}\nEOF\n${B:-2}", [("B", "2")]),
        ("cat <<EOF\n'${A:-1}' # ${B:-2}\nEOF\n", [("A", "1"), ("B", "2")]),
        ("cat <<-EOF\n\tit's ${A:-1}\n\tEOF\n'${B:-2}'", [("A", "1")]),
        ("cat <<A <<'B'\n${X:-1}\nA\n${Y:-2}\nB\n${Z:-3}", [("X", "1"), ("Z", "3")]),
        ("cat <<EOF\r\n${A:-1}\r\nEOF\r\n${B:-2}\r\n", [("A", "1"), ("B", "2")]),
        ("cat <<'EOF'\n${A:-1}", []),
        ("cat <<<'x' ${A:-1}", [("A", "1")]),
        ("x=$((1 << 2))\n${A:-1}", [("A", "1")]),
        ("x=$(echo ${A:-1} # ${B:-2}\n)${C:-3}", [("A", "1"), ("C", "3")]),
        ("case x in a) ${A:-1};; esac", [("A", "1")]),
        ('${A:-{"a":1}}', [("A", "{a:1")]),
        ('${A:-{\\"a\\":1\\}}', [("A", '{"a":1}')]),
        ("${A:-1", []),
        ("", []),
    ],
)
def test_defaults(text: str, expected: list[tuple[str, str]]) -> None:
    assert found(text) == expected


def test_lines_operators_and_comments() -> None:
    text = "#!/bin/sh\n# the port\n# of it\nA=${A:-1}\n\n# far\n\r\n: ${B:=${C-2}}\n"
    assert [(each.name, each.operator, each.line, each.comment) for each in defaults(text)] == [
        ("A", ":-", 4, "the port of it"),
        ("B", ":=", 8, ""),
        ("C", "-", 8, ""),
    ]


@given(st.lists(FRAGMENTS, max_size=40).map("".join))
def test_every_default_stands_on_its_line(text: str) -> None:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for each in defaults(text):
        assert "${" + each.name + each.operator in lines[each.line - 1]


@given(st.text())
def test_nothing_raises(text: str) -> None:
    defaults(text)


@pytest.mark.parametrize(
    "text",
    ["${A:-" * 50_000, "${A:-" * 50_000 + "}" * 50_000, "$(" * 100_000, "'" * 100_001, '"' * 100_001,
     "cat <<A\n" * 50_000, "<<A " * 50_000 + "\n" * 50_000, "\\" * 100_000, "$'" * 100_000, "# a\n" * 50_000 + "${A:-1}",
     "${A:-1} " * 50_000],
)  # fmt: skip
def test_hostile_text_takes_linear_time(text: str) -> None:
    start = time.perf_counter()
    defaults(text)
    assert time.perf_counter() - start < 5
