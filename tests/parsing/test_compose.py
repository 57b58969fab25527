"""Compose files: services, words, variables, lines and comments."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaulttool.parsing.compose import Compose, Service, Value, read
from vaulttool.parsing.variables import resolved

TEXT = """x-common: &common
  restart: always
  environment: &env
    SHARED: a
services:
  llm:
    <<: *common
    # pinned on purpose
    image: "vllm:${TAG:-1.0}"
    command: >
      --model ${MODEL}
      --port 80 --note 'a b'
    environment:
      <<: *env
      # the healthcheck reads it
      PORT: 80
      FROM_HOST:
      YES: yes
    env_file: [a.env, b.env]
    ports:
      - "7770:80"
      # only from here
      - 127.0.0.1:${P:-9}:9
    volumes:
      - {type: bind, source: $SRC, target: /m}
  web:
    image: nginx
    entrypoint: ["/bin/x", "$$y"]
    command:
      - --flag
      # why three
      - "3"
    environment:
      - A=1
      - B
"""


def service(text: str, name: str = "s", **known: str) -> Service:
    return next(each for each in read(text, known.get).services if each.name == name)


def rows(values: tuple[Value, ...]) -> list[tuple[str, str | None, int, str]]:
    return [(each.name, each.text, each.line, each.comment) for each in values]


def test_a_service() -> None:
    llm = service(TEXT, "llm", MODEL="/m x", SRC="/src")
    assert llm.line == 6
    assert rows(llm.named("image")) == [("image", "vllm:1.0", 9, "pinned on purpose")]
    assert llm.named("image")[0].written == "vllm:${TAG:-1.0}"
    assert [each.text for each in llm.command] == ["--model", "/m", "x", "--port", "80", "--note", "a b"]
    assert rows(llm.environment) == [
        ("SHARED", "a", 4, ""),
        ("PORT", "80", 16, "the healthcheck reads it"),
        ("FROM_HOST", None, 17, ""),
        ("YES", "yes", 18, ""),
    ]
    assert [each.text for each in llm.named("env_file")] == ["a.env", "b.env"]
    assert rows(llm.named("ports")) == [
        ("ports", "7770:80", 21, ""),
        ("ports", "127.0.0.1:9:9", 23, "only from here"),
    ]
    assert llm.named("volumes")[0].text == '{"source": "/src", "target": "/m", "type": "bind"}'
    assert llm.named("restart")[0].line == 2


def test_lists_and_entrypoint() -> None:
    web = service(TEXT, "web")
    assert [each.text for each in web.entrypoint] == ["/bin/x", "$y"]
    assert rows(web.command) == [("command", "--flag", 30, ""), ("command", "3", 32, "why three")]
    assert [(each.name, each.text) for each in web.environment] == [("A", "1"), ("B", None)]


def test_the_words_of_a_folded_command_have_their_own_lines() -> None:
    command = service("services:\n  s:\n    command: >\n      --a 1\n      --b 2\n").command
    assert [(each.text, each.line) for each in command] == [("--a", 4), ("1", 4), ("--b", 5), ("2", 5)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$A ${A}", "1 1"),
        ("${E}", ""),
        ("${E:-d} ${E-d} ${X:-d} ${X-d}", "d  d d"),
        ("${A:+x}${E:+x}${E+x}${X+x}", "xx"),
        ("${X:?no} ${X?no} ${A:?no}", "${X:?no} ${X?no} 1"),
        ("$$A $$$A ${X}", "$A $1 ${X}"),
        ("${X:-${Y:-${A}}}", "1"),
        ("${X:-$$}", "$"),
        ("${ A}", "${ A}"),
        ("${A", "${A"),
        ("${A!}", "${A!}"),
        ("$1 $", "$1 $"),
    ],
)
def test_variables(text: str, expected: str) -> None:
    assert resolved(text, {"A": "1", "E": ""}.get) == expected


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("[]", 1),
        ("services: 3", 1),
        ("a: 1\nservices: {", 2),
        ("a: 1\nservices:\n  s: [", 3),
        ("services:\n  s:\n    command: 'a \"b'", 3),
        ("[" * 100_000, 1),
        ("services:\n  s:\n    x: " + "[" * 150 + "]" * 150, 1),
    ],
)
def test_what_cannot_be_read(text: str, line: int) -> None:
    (problem,) = read(text, path="compose.yaml").problems
    assert (problem.path, problem.line) == ("compose.yaml", line)


def test_aliases_without_end() -> None:
    bomb = "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 40))
    assert read(bomb + "services: {s: {ports: [*a39]}}").problems
    assert read("services: &s\n  <<: *s\n").problems


def test_a_byte_order_mark_and_other_line_ends() -> None:
    text = "\ufeffservices:\r\n  s:\r\n    # why\r\n    image: x\r\n"
    assert rows(service(text).keys) == [("image", "x", 4, "why")]


@given(
    st.lists(st.sampled_from([*"\n:-{}[]&*<>|'\"# a$", "services:\n", "  s:\n", "    command: ", "${A"])).map("".join)
)
def test_nothing_raises(text: str) -> None:
    assert isinstance(read(text), Compose)


@pytest.mark.parametrize(
    "text",
    ["${A:-" * 50_000, "${A:-" * 50_000 + "}" * 50_000, "$" * 100_000, "${" * 100_000, "}" * 100_000],
)
def test_hostile_text_takes_linear_time(text: str) -> None:
    start = time.perf_counter()
    resolved(text, lambda name: None)
    assert time.perf_counter() - start < 5
