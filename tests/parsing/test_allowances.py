"""Where suppression comments stand and what they cover."""

from __future__ import annotations

import json

import pytest

from vaulttool.parsing.canvas import parse_canvas
from vaulttool.parsing.html import parse_html
from vaulttool.parsing.note import parse


def covered(text: str) -> list[tuple[tuple[str, ...], str]]:
    return [(allowance.rules, allowance.covers.of(text)) for allowance in parse(text).allowances]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a <!-- vaulttool:ignore broken-link --> b\nc", [(("broken-link",), "a <!-- vaulttool:ignore broken-link --> b")],
                     id="on the line"),
        pytest.param("%% vaulttool:ignore x-y z %% a", [(("x-y", "z"), "%% vaulttool:ignore x-y z %% a")], id="percent form"),
        pytest.param("<!-- vaulttool:ignore x-y -->\na\nb\n\nc", [(("x-y",), "a\nb")], id="the block below"),
        pytest.param("<!-- vaulttool:ignore x-y -->\n\n- a\n- b\n\nc", [(("x-y",), "- a\n- b")], id="a blank line between"),
        pytest.param("<!--vaulttool:ignore x-y-->\na", [(("x-y",), "a")], id="without blanks"),
        pytest.param("<!-- vaulttool:ignore -->\na", [((), "a")], id="all rules"),
        pytest.param("<!-- vaulttool:ignore x-y, z -->\na", [(("x-y", "z"), "a")], id="with a comma"),
        pytest.param("<!-- vaulttool:ignore x-y - kept for history -->\na", [(("x-y",), "a")], id="with a reason"),
        pytest.param("> <!-- vaulttool:ignore x-y -->\n> a\n\nb", [(("x-y",), "> a")], id="in a quote"),
        pytest.param("| a |\r\n| - |\r\n| b %% vaulttool:ignore x-y %% |\r\n| c |", [(("x-y",), "| b %% vaulttool:ignore x-y %% |")],
                     id="in a table row"),
        pytest.param("<!-- vaulttool:ignore x-y -->", [(("x-y",), "")], id="nothing below"),
        pytest.param("```\n<!-- vaulttool:ignore x-y -->\n```\na", [], id="in code"),
        pytest.param("write `<!-- vaulttool:ignore x-y -->` here", [], id="in a code span"),
        pytest.param("`a` <!-- vaulttool:ignore x-y --> `b`", [(("x-y",), "`a` <!-- vaulttool:ignore x-y --> `b`")],
                     id="between code spans"),
        pytest.param("vaulttool:ignore x-y", [], id="no comment"),
        pytest.param("<!-- vaulttool:ignored x-y -->", [], id="another word"),
        pytest.param("<!-- vaulttool:ignore x-y", [], id="never closed"),
        pytest.param("%% vaulttool:ignore x-y\n\nwords %%", [], id="closed below a blank line"),
        pytest.param("a <!--\nvaulttool:ignore x-y\n- a reason\n--> b\nc", [(("x-y",), "a <!--\nvaulttool:ignore x-y\n- a reason\n--> b")],
                     id="over several lines"),
        pytest.param("<!--\nvaulttool:ignore x-y\n-->\na\n\nb", [(("x-y",), "a")], id="over several lines, alone"),
        pytest.param("%% vaulttool:ignore x - 50 % of it %%\na", [(("x",), "a")], id="a reason with a percent sign"),
        pytest.param("%% vaulttool:ignore x - " + "why " * 200 + "%%\na", [(("x",), "a")], id="a long reason"),
        pytest.param("<!-- vaulttool:ignore x --> %% vaulttool:ignore y %%\na", [(("x",), "a"), (("y",), "a")],
                     id="two alone on a line"),
        pytest.param("a\n%% vaulttool:ignore-begin x %%\nb\n\nc\n%% vaulttool:ignore-end %%\nd", [(("x",), "\nb\n\nc\n")],
                     id="a range"),
        pytest.param("<!-- vaulttool:ignore-begin --> a <!-- vaulttool:ignore-end --> b", [((), " a ")],
                     id="a range in a line"),
        pytest.param("- *N*: <!-- vaulttool:ignore-begin x -->[[G]]<!-- vaulttool:ignore-end -->", [(("x",), "[[G]]")],
                     id="a range in a list item beside emphasis (B087)"),
        pytest.param("<!-- vaulttool:ignore-begin x -->a%% vaulttool:ignore-end %%", [(("x",), "a")], id="a range in both forms"),
        pytest.param("%% vaulttool:ignore-begin x %%a%% vaulttool:ignore-begin y %%b%% vaulttool:ignore-end %%c%% vaulttool:ignore-end %%",
                     [(("x",), "a%% vaulttool:ignore-begin y %%b%% vaulttool:ignore-end %%c"), (("y",), "b")], id="ranges in ranges"),
        pytest.param("%% vaulttool:ignore-begin x %%a%% vaulttool:ignore-begin y %%b%% vaulttool:ignore-end x %%c%% vaulttool:ignore-end y %%",
                     [(("x",), "a%% vaulttool:ignore-begin y %%b"), (("y",), "b%% vaulttool:ignore-end x %%c")], id="ranges that cross"),
        pytest.param("%% vaulttool:ignore-begin x y %%a%% vaulttool:ignore-end y, x %%", [(("x", "y"), "a")], id="the end in another order"),
        pytest.param("%% vaulttool:ignore-begin x %%\n```\n%% vaulttool:ignore-end %%\n```\na\n%% vaulttool:ignore-end %%",
                     [(("x",), "\n```\n%% vaulttool:ignore-end %%\n```\na\n")], id="an end in code is none"),
        pytest.param("a\n\nb %% vaulttool:ignore-file x %%\n", [(("x",), "a\n\nb %% vaulttool:ignore-file x %%\n")], id="the file"),
        pytest.param("---\na: b # vaulttool:ignore x - why\nc: d\n---\n", [(("x",), "a: b # vaulttool:ignore x - why")],
                     id="YAML comment on a line"),
        pytest.param("---\n# vaulttool:ignore x\na: b\nc: d\n---\n", [(("x",), "a: b")], id="YAML comment above a property"),
        pytest.param("---\n# vaulttool:ignore x\n\n# more\na:\n- b\n- c\nd: e\n---\n", [(("x",), "a:\n- b\n- c")],
                     id="YAML comment above a list"),
        pytest.param("---\na:\n  # vaulttool:ignore x\n  - b\n  - c\n---\n", [(("x",), "  - b")], id="YAML comment above an item"),
        pytest.param("---\na: b\n# <!-- vaulttool:ignore x -->\nc:\n  d: e\n---\nf", [(("x",), "c:\n  d: e")],
                     id="HTML in a YAML comment above a property"),
        pytest.param("---\na: b\n# vaulttool:ignore x\n---\nf", [(("x",), "")], id="YAML comment above nothing"),
        pytest.param("---\n# vaulttool:ignore-file x\na: b\n---\nf", [(("x",), "---\n# vaulttool:ignore-file x\na: b\n---\nf")],
                     id="the file, in front matter"),
        pytest.param("---\r\n# vaulttool:ignore x\r\na: b\r\n---\r\n", [(("x",), "a: b")], id="YAML comment with CRLF"),
        pytest.param('---\na: "b # vaulttool:ignore x"\n---\n', [], id="in a quoted value"),
        pytest.param("---\na: |\n  b # vaulttool:ignore x\nc: d\n---\n", [], id="in a block of text"),
        pytest.param("---\na: b#vaulttool:ignore x\n---\n", [], id="no YAML comment"),
        pytest.param("a # vaulttool:ignore x\n# vaulttool:ignore x\n", [], id="no YAML comment in the body"),
    ],
)  # fmt: skip
def test_coverage(text: str, expected: list[tuple[tuple[str, ...], str]]) -> None:
    assert covered(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("%% vaulttool:ignore-begin x %% a", [("open", "%% vaulttool:ignore-begin x %%")], id="open"),
        pytest.param("a %% vaulttool:ignore-end %%", [("stray", "%% vaulttool:ignore-end %%")], id="stray"),
        pytest.param("%% vaulttool:ignore-begin x %% a %% vaulttool:ignore-end y %%",
                     [("open", "%% vaulttool:ignore-begin x %%"), ("stray", "%% vaulttool:ignore-end y %%")], id="of other rules"),
        pytest.param("<!-- vaulttool:ignore-next-line x -->", [("ignore-next-line", "<!-- vaulttool:ignore-next-line x -->")], id="form"),
        pytest.param("<!-- vaulttool:ignore: x -->", [("ignore:", "<!-- vaulttool:ignore: x -->")], id="colon"),
        pytest.param("`<!-- vaulttool:ignore-end -->` and\n\n    %% vaulttool:ignore-end %%", [], id="in code"),
        pytest.param("<!-- vaulttool:ignored -->", [], id="another word"),
    ],
)  # fmt: skip
def test_troubles(text: str, expected: list[tuple[str, str]]) -> None:
    found = [one for one in parse(text).troubles if one.kind == "bad-suppression"]
    assert [(one.detail, one.span.of(text)) for one in found] == expected


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("<!-- vaulttool:ignore x - still to come -->", "still to come"),
        ("%% vaulttool:ignore — a\nb %%", "a b"),
        ("<!-- vaulttool:ignore x -- old -->", "old"),
        ("<!-- vaulttool:ignore x -->", ""),
        ("<!-- vaulttool:ignore x - -->", ""),
    ],
)
def test_reasons(text: str, reason: str) -> None:
    assert [one.reason for one in parse(text).allowances] == [reason]


def test_names_and_ends_have_places() -> None:
    text = "<!-- vaulttool:ignore-begin x, y - why -->a<!-- vaulttool:ignore-end y x -->"
    (one,) = parse(text).allowances
    assert [span.of(text) for span in one.names] == ["x", "y"]
    assert [span.of(text) for span in one.end] == ["<!-- vaulttool:ignore-end y x -->", "y", "x"]


def test_on_a_card_of_a_canvas() -> None:
    card = "a \U0001f980 [[G]] <!-- vaulttool:ignore x -->\n\n[[H]]\n%% vaulttool:ignore-file y %% %% vaulttool:ignore-end %%"
    text = json.dumps({"nodes": [{"type": "text", "text": card}, {"type": "file", "file": "G.png"}]})
    document = parse_canvas(text)
    assert [(one.rules, json.loads(f'"{one.covers.of(text)}"')) for one in document.allowances[:1]] == [
        (("x",), "a \U0001f980 [[G]] <!-- vaulttool:ignore x -->")
    ]
    assert (document.allowances[1].rules, document.allowances[1].covers.of(text)) == (("y",), text)
    assert [one.span.of(text) for one in document.troubles] == ["%% vaulttool:ignore-end %%"]


def test_on_an_html_page() -> None:
    text = "<p>a <!-- vaulttool:ignore x --></p>\n<script>// <!-- vaulttool:ignore y --></script>\n<p>%% vaulttool:ignore z %%</p>"
    assert [(one.rules, one.covers.of(text)) for one in parse_html(text).allowances] == [(("x",), text.split("\n")[0])]
