"""Where suppression comments stand and what they cover."""

from __future__ import annotations

import pytest

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
    ],
)  # fmt: skip
def test_coverage(text: str, expected: list[tuple[tuple[str, ...], str]]) -> None:
    assert covered(text) == expected
