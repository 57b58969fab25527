"""GitLab's Code Quality report."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from forges import code_quality
from made_up import REPORT, TEXTS, rendered

from vaulttool.model.finding import Finding
from vaulttool.reporters._report import locate
from vaulttool.text.span import Span


def issues_of(text: str, *words: str) -> Any:
    """The issues of a note in which each of these words is found to be wrong, wherever it stands."""
    places = [(at, word) for word in words for at in range(len(text)) if text.startswith(word, at)]
    findings = [
        Finding("a.md", Span(at, at + len(word)), "broken-link", "error", f'no note is named "{word}"')
        for at, word in sorted(places)
    ]
    found = locate(findings, lambda path: text, str)
    report = msgspec.structs.replace(REPORT, findings=found, shown=str, text=lambda path: text)
    return json.loads(rendered("gitlab", report))


def test_it_is_as_gitlab_asks() -> None:
    issues = json.loads(rendered("gitlab", REPORT))
    code_quality().validate(issues)
    assert [one["severity"] for one in issues] == ["major", "minor", "major", "minor", "major", "major"]
    assert {one["location"]["path"] for one in issues} == {f"../vault/{path}" for path in TEXTS}


def test_fingerprints_are_unique_and_hold_while_lines_move() -> None:
    text = "[[Gone]] [[Gone]]\n\n- [[Gone]]\n- [[Lost]]\n"
    before = [one["fingerprint"] for one in issues_of(text, "Gone", "Lost")]
    assert len(set(before)) == 4
    moved = "# A heading\n\nA paragraph.\n\n" * 12 + text + "\nMore.\n"
    assert [one["fingerprint"] for one in issues_of(moved, "Gone", "Lost")] == before
    assert [one["location"]["lines"]["begin"] for one in issues_of(moved, "Lost")] == [4 + 48]


def test_a_new_finding_has_a_fingerprint_of_its_own() -> None:
    before = {one["fingerprint"] for one in issues_of("[[Gone]]\n", "Gone", "Lost")}
    after = {one["fingerprint"] for one in issues_of("[[Lost]]\n\n[[Gone]]\n", "Gone", "Lost")}
    assert before < after and len(after) == 2
