"""Properties as YAML 1.2 core has them, with their places, and front matter that is none."""

from __future__ import annotations

from typing import Any

import pytest

from vaulttool.parsing.note import parse


def properties(text: str) -> dict[str, Any]:
    return {found.name: found.value for found in parse(text).properties}


def troubles(text: str) -> list[tuple[str, str]]:
    return [(trouble.kind, trouble.span.of(text)) for trouble in parse(text).troubles]


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        pytest.param("d: 2026-09-21", {"d": "2026-09-21"}, id="a date is a string"),
        pytest.param("d: 2026-13-01", {"d": "2026-13-01"}, id="an impossible one too"),
        pytest.param("t: 12:30", {"t": "12:30"}, id="a time is a string"),
        pytest.param("a: yes\nb: no\nc: on", {"a": "yes", "b": "no", "c": "on"}, id="only true and false are boolean"),
        pytest.param("a: true\nb: FALSE", {"a": True, "b": False}, id="boolean"),
        pytest.param("a: ~\nb: null\nc:", {"a": None, "b": None, "c": None}, id="null"),
        pytest.param("a: 12\nb: 0o17\nc: 0x1F\nd: 017", {"a": 12, "b": 15, "c": 31, "d": 17}, id="integers"),
        pytest.param(
            "a: 99999999999999999999", {"a": 1e20}, id="an integer beyond 64 bits is a number as in JavaScript"
        ),
        pytest.param("a: " + "9" * 5000, {"a": "9" * 5000}, id="and one beyond all bounds is text"),
        pytest.param("a: 1.5\nb: 1e3\nc: 1_000", {"a": 1.5, "b": 1000.0, "c": "1_000"}, id="floats"),
        pytest.param("a: '12'\nb: \"true\"", {"a": "12", "b": "true"}, id="quoted"),
        pytest.param("a: [x, [[y]]]", {"a": ["x", [["y"]]]}, id="unquoted brackets are lists"),
        pytest.param("a: {b: {c: 1}}", {"a": {"b": {"c": 1}}}, id="maps"),
        pytest.param("1: a\ntrue: b\n2026-01-01: c", {"1": "a", "true": "b", "2026-01-01": "c"}, id="keys are text"),
        pytest.param("? [a, b]\n: c", {"[a, b]": "c"}, id="a key that is no scalar"),
        pytest.param("a: {{date}}\nb: [{{x}}]", {"a": "{{date}}", "b": ["{{x}}"]}, id="a template's placeholder"),
        pytest.param("a: !secret x", {"a": "x"}, id="an unknown tag is a plain value"),
        pytest.param("a: &x 1\nb: *x", {"a": 1, "b": 1}, id="aliases"),
        pytest.param('"net:vlan": 12', {"net:vlan": 12}, id="quoted key"),
        pytest.param("a: |\n  x\n  y\nb: >-\n  z", {"a": "x\ny\n", "b": "z"}, id="block scalars"),
        pytest.param("# owner: ops\na: b # c", {"a": "b"}, id="comments"),
        pytest.param("a: tuning---a log\nb: c", {"a": "tuning---a log", "b": "c"}, id="dashes inside a value"),
        pytest.param("\t\na: b\n \t \nc: d", {"a": "b", "c": "d"}, id="tabs on blank lines"),
        pytest.param('{"a": "b"}', {"a": "b"}, id="JSON"),
        pytest.param(r'a: "\ud83d\ude42 x"', {"a": "🙂 x"}, id="a character in two halves, as JSON escapes it"),
        pytest.param(r'"\uD83D\uDE42": ["\uD83D\uDE42"]', {"🙂": ["🙂"]}, id="as a key and in a list, in capitals"),
        pytest.param(r'{"a": "\ud83d\ude42", "b": 1}', {"a": "🙂", "b": 1}, id="in JSON"),
        pytest.param(r'a: "\ud83d x"', {"a": "\ufffd x"}, id="half a character is none"),
        pytest.param(r'a: "\ude42\ud83d"', {"a": "\ufffd\ufffd"}, id="halves in the wrong order"),
        pytest.param(
            "a: '\\ud83d\\ude42'\nb: \\ud83d\nc: \"\\ud83d\\ude42\"",
            {"a": r"\ud83d\ude42", "b": r"\ud83d", "c": "🙂"},
            id="other quotes and none know no escapes",
        ),
        pytest.param(
            'a: "\ue000 \\ud83d\\ude42 \\ue801"', {"a": "\ue000 🙂 \ue801"}, id="beside characters for private use"
        ),
        pytest.param('a: &x ["\\ud83d\\ude42"]\nb: *x', {"a": ["🙂"], "b": ["🙂"]}, id="in an alias"),
        pytest.param(r'a: "\/ \x41 \u00e9 \U0001F642"', {"a": "/ A é 🙂"}, id="other escapes"),
        pytest.param("<<: x\na: b", {"<<": "x", "a": "b"}, id="no merge keys in YAML 1.2"),
        pytest.param("- a\n- b", {}, id="a list"),
        pytest.param("just text", {}, id="a scalar"),
        pytest.param("", {}, id="empty"),
        pytest.param("# only a comment", {}, id="a comment"),
    ],
)
def test_values(block: str, expected: dict[str, Any]) -> None:
    text = f"---\n{block}\n---\nbody"
    assert properties(text) == expected
    assert parse(text).troubles == ()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param("---\na: b: c\n---\n", ": c", id="a colon too many"),
        pytest.param("---\na: b\nc: [d\n---\n", "c: [d", id="an open bracket"),
        pytest.param("---\na: 'b\n---\n", "a: 'b", id="an open quote"),
        pytest.param("---\nx: 1\na: @b\n---\n", "@b", id="a reserved character"),
        pytest.param("---\na: 1\nb: 2\na: 3\n---\n", "a", id="a doubled key"),
        pytest.param("---\nm:\n  a: 1\n  a: 2\n---\n", "a", id="a doubled key in a map"),
        pytest.param("---\ntitle: x\ntags: [y]\n\nbody\n", "---", id="not closed"),
        pytest.param("---\ntitle: x\n...\nbody\n", "---", id="closed by dots"),
        pytest.param("---\ntitle: x\n ---\nbody\n", "---", id="closed behind a blank"),
        pytest.param("\ufeff---\r\na: b: c\r\n---\r\n", ": c", id="BOM and CRLF"),
        pytest.param("---\né: 🙂\na: b: c\n---\n", ": c", id="after multi-byte text"),
    ],
)
def test_what_is_no_yaml(text: str, line: str) -> None:
    assert troubles(text) == [("invalid-front-matter", line)]
    assert properties(text) == {}


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("---\n\nProse below a rule.\n", id="a rule"),
        pytest.param("---\nNote: this is prose\n", id="a rule and a word with a colon"),
        pytest.param("---\n# A\n", id="a rule and a heading"),
        pytest.param("---\ndate: {{date}}\na: b: c\n---\n", id="a template"),
        pytest.param("---\ntitle: <% tp.file.title %>\nx: y: z\n---\n", id="a Templater template"),
        pytest.param("text\n\n---\nup: [[a]]\n---\n", id="rules and a link between"),
        pytest.param("# A\n\ntext\n\n## B\n\n---\ntitle: x\ntags: y\n---\n", id="below headings"),
        pytest.param("How to:\n\n    ---\n    title: x\n    tags: y\n    ---\n", id="in indented code"),
        pytest.param("1. Write\n   ---\n   title: x\n   tags: y\n   ---\n", id="in a list"),
        pytest.param("%%\n---\ntitle: x\ntags: [a]\n---\n%%\n", id="in a comment"),
        pytest.param("Signed off\n\n---\nPhone: 123\nMail: a@b.c\n---\n\nfooter\n", id="a ruled footer"),
        pytest.param("intro\n\n---\nstatus: done\n---\n", id="one key between rules"),
        pytest.param("---\na: b\n---\ntext\n\n---\nx: y\n---\n", id="a second pair"),
        pytest.param("a\n---\nb\n---\n", id="setext headings"),
        pytest.param("```yaml\n---\ntitle: x\ntags: y\n---\n```\n", id="in code"),
        pytest.param("prose\n\n---\n\ntitle: x\n\ntags: y\n\n---\n", id="paragraphs between rules"),
        pytest.param("a\n\n---\n- b\n- c\n---\n", id="a list between rules"),
        pytest.param("\n---\nWhat we know: little\nWhat we guess: much\n---\n", id="sentences between rules"),
        pytest.param("\n---\nTitle: x\n\nWhat we know: little\n---\n", id="paragraphs between rules, a key first"),
        pytest.param("# A\n\n---\ntitle: x\nwhat we know: little\n---\n", id="a sentence among keys, a title above"),
    ],
)
def test_what_is_left_alone(text: str) -> None:
    assert troubles(text) == []


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("\n---\nup: x\n---\n", id="a blank line above"),
        pytest.param(" ---\ntitle: x\n---\n", id="a space before"),
        pytest.param("--- \ntitle: x\n---\n", id="a space after"),
        pytest.param("Here it is:\n\n---\ntitle: x\ntype: y\n---\n# A\n", id="prose above"),
        pytest.param("Here it is:\n---\ntitle: x\ntype: y\n---\n", id="prose straight above"),
        pytest.param("# A\n\n---\ntitle: x\ntags: [a]\n---\n", id="a title above"),
        pytest.param("<!-- licence -->\n---\ntitle: x\ntags: [a]\n---\n", id="a comment above"),
        pytest.param("\r\n\r\n---\r\ntitle: x\r\n---\r\n", id="CRLF"),
        pytest.param("\n---\ndate created: 2026-02-03\ntags: [a]\n---\n", id="a key of two words"),
        pytest.param('\n---\ntitle: x\n"net:vlan": 12\n---\n', id="a quoted key"),
        pytest.param(
            "\n---\n# of the pump\ntitle: x\nzuständig für: y\n---\n", id="a comment, and letters beyond ASCII"
        ),
    ],
)
def test_what_is_misplaced(text: str) -> None:
    ((kind, found),) = troubles(text)
    assert kind == "misplaced-front-matter"
    assert found.strip() == "---"


def test_a_link_with_an_escaped_character() -> None:
    text = '---\na: "[[\\ud83d\\ude42]]"\n---\n'
    (link,) = parse(text).links
    assert (link.link, link.span.of(text)) == ("🙂", '"[[\\ud83d\\ude42]]"')


def test_places_of_properties() -> None:
    text = "\ufeff---\r\né: x\r\nlist:\r\n  - 🙂\r\n  - b\r\n'q': \"[[a]]\"\r\n---\r\n"
    found = {one.name: (one.span.of(text), one.value_span.of(text)) for one in parse(text).properties}
    assert found == {
        "é": ("é: x", "x"),
        "list": ("list:\r\n  - 🙂\r\n  - b", "- 🙂\r\n  - b"),
        "q": ("'q': \"[[a]]\"", '"[[a]]"'),
    }


@pytest.mark.parametrize(
    "block",
    [
        pytest.param("a: " + "[" * 3000, id="brackets"),
        pytest.param("a: " + "[" * 3000 + "]" * 3000, id="closed brackets"),
        pytest.param("- " * 3000 + "x", id="dashes"),
        pytest.param("\n".join(" " * (2 * depth) + "k:" for depth in range(3000)), id="indents"),
        pytest.param("a: &a [x,x]\n" + "\n".join(f"{chr(98 + i)}: &{chr(98 + i)} [{','.join(['*' + chr(97 + i)] * 9)}]"
                     for i in range(9)), id="aliases that multiply"),
        pytest.param("a: &a [*a]", id="an alias of itself"),
        pytest.param("? " * 3000, id="keys of keys"),
        pytest.param("{" * 2000, id="braces"),
    ],
)  # fmt: skip
def test_hostile_blocks_are_a_trouble(block: str) -> None:
    (trouble,) = parse(f"---\n{block}\n---\n").troubles
    assert trouble.kind == "invalid-front-matter"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param('"[[a]]"', [("a", "[[a]]")], id="quoted"),
        pytest.param("'[[a|A]]'", [("a", "[[a|A]]")], id="display text"),
        pytest.param('["[[a]]", "[[b]]"]', [("a", "[[a]]"), ("b", "[[b]]")], id="list"),
        pytest.param('{x: {y: "[[a]]"}}', [("a", "[[a]]")], id="nested map"),
        pytest.param('"[[caf\\u00e9]]"', [("café", '"[[caf\\u00e9]]"')], id="an escape in the string"),
        pytest.param('"[[x]] and [[y]]"', [("x]] and [[y", "[[x]] and [[y]]")], id="two in one"),
        pytest.param("[[a]]", [], id="unquoted"),
        pytest.param('"![[a]]"', [], id="embed"),
        pytest.param('"see [[a]]"', [], id="text before"),
        pytest.param('" [[a]]"', [], id="space before"),
        pytest.param('"[t](a.md)"', [], id="markdown"),
        pytest.param('"[[]]"', [], id="empty"),
    ],
)
def test_property_links(value: str, expected: list[tuple[str, str]]) -> None:
    text = f"---\nup: {value}\n---\n"
    links = parse(text).links
    assert [(link.whole, link.span.of(text)) for link in links] == expected
    assert {link.kind for link in links} <= {"property"}
