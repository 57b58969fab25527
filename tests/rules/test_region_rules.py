"""Fussy cases of the rules on generated parts: each fault is told once, and what is no fault not at all."""

from __future__ import annotations

import pytest
from vaults import findings_of, marked

from vaulttool.text.checksum import checksum

RULES = (
    "bad-data",
    "conflict-marker",
    "edited-region",
    "lone-marker",
    "missing-region",
    "stale-figure",
    "stale-region",
)
BEGIN = "<!-- vaulttool:begin backlinks -->"
STALE = BEGIN + "\n<!-- vaulttool:end backlinks -->\n"
SUM = checksum("\n- [[Porto]]\n\n")
FRESH = f"{BEGIN}\n\n- [[Porto]]\n\n<!-- vaulttool:end backlinks sum={SUM} -->\n"
CONFLICT = "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> theirs\n"


def fired(text: str) -> list[tuple[str, str]]:
    files = {"Lisbon.md": text, "Porto.md": "North of [[Lisbon]].\n"}
    return [(rule, written) for _, rule, written in marked(files, findings_of(files, *RULES))]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        pytest.param(STALE, [("stale-region", BEGIN)], id="a new region"),
        pytest.param(FRESH.replace(SUM, "0123456789"), [("stale-region", BEGIN)], id="another sum"),
        pytest.param(FRESH.replace("- [[Porto]]", "- [[Porto]], mine"), [("edited-region", BEGIN)], id="an edit"),
        pytest.param(FRESH.replace("- [[", CONFLICT + "- [["), [("edited-region", BEGIN)], id="a conflict in a region"),
        pytest.param(STALE.replace("backlinks", "backlink"), [("bad-data", BEGIN.replace("links", "link"))], id="an unknown kind"),
        pytest.param(BEGIN + "\n", [("lone-marker", BEGIN)], id="no end"),
        pytest.param("---\ngenerated: [backlinks]\n---\n", [("missing-region", "[backlinks]")], id="missing"),
        pytest.param("---\ngenerated: backlinks\n---\n", [("missing-region", "backlinks")], id="missing, no list"),
        pytest.param('---\ngenerated: ["backlinks#b"]\n---\n' + FRESH, [("missing-region", '["backlinks#b"]')], id="missing, by id"),
        pytest.param("---\ngenerated: [backlinks]\n---\n" + BEGIN, [("lone-marker", BEGIN)], id="asked for, no end"),
        pytest.param("---\ngenerated: [backlinks]\n---\n" + FRESH + FRESH, [("lone-marker", BEGIN)] * 2, id="asked for, twice"),
        pytest.param(CONFLICT, [("conflict-marker", "<<<<<<< HEAD")], id="a conflict"),
        pytest.param(CONFLICT.replace("\n", "\r\n"), [("conflict-marker", "<<<<<<< HEAD")], id="a conflict, CRLF"),
        pytest.param("5<!-- =run/a#b -->\n", [("bad-data", "5<!-- =run/a#b -->")], id="a figure of nothing"),
    ],
)  # fmt: skip
def test_what_fires(text: str, told: list[tuple[str, str]]) -> None:
    assert fired(text) == told


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(FRESH, id="fresh"),
        pytest.param(FRESH.replace("\n", "\r\n"), id="fresh, CRLF"),
        pytest.param("\ufeff" + FRESH, id="fresh, a byte order mark"),
        pytest.param("---\ngenerated: [backlinks]\n---\n" + FRESH, id="asked for and there"),
        pytest.param("---\ngenerated: []\n---\n", id="nothing asked for"),
        pytest.param("---\ngenerated:\n---\n", id="asked for without a value"),
        pytest.param("---\ngenerated: true\n---\n", id="a property of another tool"),
        pytest.param("---\ngenerated: 2026\n---\n", id="a number"),
        pytest.param('---\ngenerated: "{{date}}"\n---\n', id="a template"),
        pytest.param("<!-- vaulttool:ignore stale-region -->\n" + STALE, id="allowed, above"),
        pytest.param("<!-- vaulttool:ignore -->\n" + FRESH.replace("Porto]]", "Porto]] mine"), id="an edit, allowed"),
        pytest.param("```\n" + STALE + CONFLICT + "```\n", id="examples"),
        pytest.param("<!-- ===== -->\n\n# Title\n\n<!-- = A / b = -->\n", id="comments of equals signs"),
        pytest.param("Title\n=======\n\n<<<<<<< an arrow\n", id="an underline and an arrow"),
        pytest.param("[[Porto]] 425,047 tokens\n", id="plain"),
    ],
)
def test_what_does_not_fire(text: str) -> None:
    assert fired(text) == []


def test_what_a_right_region_with_another_sum_is_told() -> None:
    files = {"Lisbon.md": FRESH.replace(SUM, "0123456789"), "Porto.md": "[[Lisbon]]"}
    (finding,) = findings_of(files, "stale-region")
    assert finding.message == 'the region "backlinks" says what its data say, and its sum is another'
