"""Public bugs about front matter: B055 to B069."""

from __future__ import annotations

from typing import Any

import pytest
from vaults import document, findings_of, indexed

from .reported import said

CLAIMED = {"vaulttool.toml": '[schemas.types]\nreference = "reference"\n'}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param('---\ntitle: "pump tuning---a log"\ntype: note\n---\n', ["title", "type"], id="B055 in quotes"),
        pytest.param("---\ntitle: pump tuning---a log\ntype: note\n---\n", ["title", "type"], id="B055 plain"),
        pytest.param(
            "---\ntitle: >\n  a\n  --- b\n  ---\ntype: note\n---\n", ["title", "type"], id="B055 in a block of text"
        ),
        pytest.param("---\r\ntitle: a --- b\r\ntype: note\r\n---\r\n", ["title", "type"], id="B055 CRLF"),
        pytest.param("---\ntitle: a\n---end\ntype: note\n---\n", ["title"], id="B055 a line that begins so closes it"),
        pytest.param("---\ntitle: a\n---\n\nText.\n\n---\nx: y\n---\n", ["title"], id="B058 a second pair"),
        pytest.param("Text.\n\n---\nx: y\n---\n", [], id="B058 only in the body"),
        pytest.param('---\n# owner: ops\n"net:vlan": 12\n---\n', ["net:vlan"], id="B057 a quoted key"),
    ],
)
def test_which_properties_there_are(text: str, expected: list[str]) -> None:
    assert [one.name for one in document("n.md", text).properties] == expected
    assert said({"n.md": text}) == []


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        pytest.param("echo $1 $&", "echo $1 $&", id="B063 dollars"),
        pytest.param("2026-02-03T07:08:09Z", "2026-02-03T07:08:09Z", id="B061 an instant is text"),
        pytest.param('"2026-02-03"', "2026-02-03", id="B061 in quotes"),
        pytest.param("2026-02-03", "2026-02-03", id="B061 without"),
        pytest.param('"yes"', "yes", id="B064 quoted yes"),
        pytest.param("yes", "yes", id="B064 yes is no truth value"),
        pytest.param("12:30", "12:30", id="B064 a time is no number"),
    ],
)
def test_what_a_value_is(written: str, expected: Any) -> None:
    found = document("n.md", f"---\nvalue: {written}\n---\n").property("value")
    assert found is not None and found.value == expected


@pytest.mark.parametrize(
    ("timestamp", "expected"),
    [
        pytest.param("2026-10-02", [], id="a day"),
        pytest.param('"2026-10-02"', [], id="a day in quotes"),
        pytest.param("2026-10-02T07:08:09Z", [], id="an instant"),
        pytest.param("'2026-10-02T07:08:09+02:00'", [], id="an instant in quotes"),
        pytest.param("2026-10-02 07:08", [], id="with a blank"),
        pytest.param('"2026-10-01T23:59:59Z"', ["stale-timestamp"], id="the day before, in quotes"),
        pytest.param("2026-10-01", ["stale-timestamp"], id="the day before"),
    ],
)
def test_b061_days_are_compared_and_not_their_spelling(timestamp: str, expected: list[str]) -> None:
    text = f"---\ntype: reference\ntimestamp: {timestamp}\n---\n\nMeasured on 2026-10-02.\n"
    found = findings_of({"n.md": text, **CLAIMED}, "stale-timestamp", on="2026-11-01")
    assert [one.rule for one in found] == expected


def test_b060_a_heading_with_a_labelled_link() -> None:
    """Its text, without brackets, is what a link to it says."""
    files = {"n.md": "# [[Old pump|Pump]] log\n\n[[#Old pump Pump log]]\n", "Old pump.md": ""}
    assert said(files) == []


def test_b063_dollars_are_copied_as_they_stand() -> None:
    files = {
        "n.md": '<!-- vaulttool:begin index folder="h" columns="link,cmd" -->\n<!-- vaulttool:end index -->\n',
        "h/a.md": "---\ncmd: echo $1 $& \\1 \\g<0>\n---\n",
    }
    after, left = indexed(files)
    assert left == []
    assert "| [[a]] | echo $1 $& \\1 \\g<0> |" in after["n.md"].splitlines()


@pytest.mark.parametrize(
    "text", ["---\ntags: [tags, tag]\n---\n", "---\ntags:\n  - tags\n  - tag\n---\n"], ids=["flow", "block"]
)
def test_b069_the_place_of_a_tag_is_that_of_its_value(text: str) -> None:
    found = document("n.md", text).tags
    assert [(tag.name, tag.span.start) for tag in found] == [
        ("tags", text.index("tags", text.index(":"))),
        ("tag", text.index("tag", text.index("tags", text.index(":")) + 4)),
    ]
