"""Suppressions that silence nothing, or cannot; and the fixes that take them out."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from commands_in import Done, run
from folders import repository, write
from hypothesis import given
from hypothesis import strategies as st
from lengths import law
from vaults import findings_of

from vaulttool.model.edits import edited
from vaulttool.model.finding import Finding

UNUSED, BAD = "unused-suppression", "bad-suppression"
AROUND = {"Lisbon.md": "# Here\n"}


def found(text: str, rule: str = UNUSED, path: str = "Home.md", more: Mapping[str, str] | None = None) -> list[Finding]:
    return [one for one in findings_of({**AROUND, **(more or {}), path: text}, rule) if one.path == path]


def fired(text: str, rule: str = UNUSED, path: str = "Home.md", more: Mapping[str, str] | None = None) -> list[str]:
    return [one.span.of(text) for one in found(text, rule, path, more)]


ONE = "<!-- vaulttool:ignore broken-link -->"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(f"[[Lisbon]] {ONE}", [ONE], id="on a line"),
        pytest.param(f"{ONE}\n[[Lisbon]]\n\n[[Gone]]", [ONE], id="above a block"),
        pytest.param("[[Gone]] <!-- vaulttool:ignore missing-heading -->", ["<!-- vaulttool:ignore missing-heading -->"],
                     id="another rule speaks"),
        pytest.param("[[Gone]] <!-- vaulttool:ignore broken-link, missing-heading -->", ["missing-heading"], id="one of two"),
        pytest.param("[[Lisbon]] %% vaulttool:ignore broken-link missing-heading %%",
                     ["%% vaulttool:ignore broken-link missing-heading %%"], id="both"),
        pytest.param("[[Gone]] %% vaulttool:ignore broken-link broken-link %%", ["broken-link"], id="named twice"),
        pytest.param("a\n[[Lisbon]] %% vaulttool:ignore %%", ["%% vaulttool:ignore %%"], id="all rules"),
        pytest.param("%% vaulttool:ignore-begin broken-link %%\n[[Lisbon]]\n%% vaulttool:ignore-end %%\n[[Gone]]",
                     ["%% vaulttool:ignore-begin broken-link %%"], id="a range"),
        pytest.param("%% vaulttool:ignore-file broken-link %% [[Lisbon]]", ["%% vaulttool:ignore-file broken-link %%"], id="the file"),
        pytest.param('---\nup: "[[Lisbon]]" # vaulttool:ignore broken-link\n---\n', ["# vaulttool:ignore broken-link"],
                     id="front matter"),
        pytest.param("[[Gone]] %% vaulttool:ignore broken-link unknown-status-word %%", [], id="an unknown name is another rule's"),
        pytest.param("", [], id="nothing"),
    ],
)  # fmt: skip
def test_unused(text: str, expected: Sequence[str]) -> None:
    assert fired(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"[[Gone]] {ONE}", id="used on a line"),
        pytest.param(f"{ONE}\n\n[[Gone]]", id="used below"),
        pytest.param("[[Gone]] %% vaulttool:ignore %%", id="all rules, used"),
        pytest.param(f"[[Gone]] {ONE} {ONE}", id="two that both cover it"),
        pytest.param(f"%% vaulttool:ignore-file broken-link %%\n\n[[Gone]] {ONE}", id="one within another"),
        pytest.param(f"- {ONE} [[Gone]]", id="a comment that hides the link"),
        pytest.param("[[Lisbon]] <!-- vaulttool:ignore schema-mismatch -->", id="a rule for claimed notes"),
        pytest.param("[[Lisbon]] <!-- vaulttool:ignore stale-timestamp -->", id="another"),
        pytest.param("[[Lisbon]] <!-- vaulttool:ignore ambiguous-link -->", id="a rule that is off"),
        pytest.param(
            "[[Lisbon]] <!-- vaulttool:ignore orphan-note -->", id="a rule that is off without a configuration"
        ),
        pytest.param("[[Lisbon]] <!-- vaulttool:ignore lost-row -->", id="a rule that compares with a commit"),
        pytest.param("[[Lisbon]] <!-- vaulttool:ignore brokn-link -->", id="an unknown rule"),
        pytest.param("- [[Lisbon]] <!-- vaulttool:ignore -->", id="all rules, on a row that may be lost"),
        pytest.param("text <!-- vaulttool:ignore -->", id="all rules, at the top, where a shrunken note is told"),
        pytest.param(f"```\n[[Lisbon]] {ONE}\n```", id="in code"),
        pytest.param("[[Lisbon]] <!-- vaulttool:ignore broken-link unused-suppression -->", id="silent on itself"),
        pytest.param(f"%% vaulttool:ignore-file unused-suppression %%\n\n[[Lisbon]] {ONE}", id="silent by name"),
        pytest.param("a Ã©Ã© <!-- vaulttool:ignore mojibake -->\n\na Ã©Ã©\n", id="a rule that reports the first place"),
    ],
)
def test_not_called_unused(text: str) -> None:
    assert fired(text) == []


def test_all_rules_are_silent_but_this_one() -> None:
    text = f"%% vaulttool:ignore-file %%\n\n[[Lisbon]] {ONE}"
    assert fired(text) == [ONE]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"a [[Lisbon]] {ONE}\nb", "a [[Lisbon]]\nb"),
        (f"a {ONE} b", "a b"),
        (f"{ONE} a\n", "a\n"),
        (f"a{ONE}b", "ab"),
        (f"- [[Lisbon]] {ONE}\n- b", "- [[Lisbon]]\n- b"),
        (f"| [[Lisbon]] {ONE} |\n| - |\n", "| [[Lisbon]] |\n| - |\n"),
        (f"a\n\n{ONE}\nb\n", "a\n\nb\n"),
        (f"a\r\n\r\n{ONE}\r\nb\r\n", "a\r\n\r\nb\r\n"),
        (f"a\n{ONE}\n\nb", "a\n\nb"),
        (f"a\n{ONE}\nb", "a\n\nb"),
        ("a\n%% vaulttool:ignore broken-link %%\nb", "a\nb"),
        (f"a\n\n{ONE}", "a\n\n"),
        (f"\ufeff{ONE}\n# A\n", "\ufeff# A\n"),
        ("[[Gone]] %% vaulttool:ignore broken-link, missing-heading - why %%", "[[Gone]] %% vaulttool:ignore broken-link - why %%"),
        ("[[Gone]] %% vaulttool:ignore missing-heading, broken-link %%", "[[Gone]] %% vaulttool:ignore broken-link %%"),
        ("[[Gone]] %% vaulttool:ignore missing-heading broken-link missing-block %%", "[[Gone]] %% vaulttool:ignore broken-link %%"),
        ("[[Gone]] %% vaulttool:ignore missing-heading missing-block broken-link %%", "[[Gone]] %% vaulttool:ignore broken-link %%"),
        ("[[Gone]] %% vaulttool:ignore broken-link missing-heading missing-block %%", "[[Gone]] %% vaulttool:ignore broken-link %%"),
        ("a\n\n%% vaulttool:ignore-begin broken-link %%\nb\n%% vaulttool:ignore-end %%\n\nc", "a\n\nb\n\nc"),
        ("%% vaulttool:ignore-begin broken-link missing-block %%[[Gone]]%% vaulttool:ignore-end broken-link missing-block %%",
         "%% vaulttool:ignore-begin broken-link %%[[Gone]]%% vaulttool:ignore-end broken-link %%"),
        ("---\nup: b # vaulttool:ignore broken-link\n---\n", "---\nup: b\n---\n"),
        (f"---\nup: b # {ONE}\n---\n", "---\nup: b\n---\n"),
        ("---\n# vaulttool:ignore broken-link\nup: b\n---\n", "---\nup: b\n---\n"),
    ],
)  # fmt: skip
def test_the_fix(before: str, after: str) -> None:
    (one,) = found(before)
    assert one.fix is not None and one.fix.safe
    assert edited(before, one.fix.edits) == after
    assert fired(after) == []


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"{ONE}\n---\nup: b\n---\n", id="front matter would begin"),
        pytest.param(f"a\n- {ONE}", id="a heading would come about"),
    ],
)
def test_a_comment_without_which_the_note_is_read_otherwise_is_left_alone(text: str) -> None:
    assert fired(text) == []


def test_on_a_canvas_and_in_a_generated_part() -> None:
    card = json.dumps({"nodes": [{"type": "text", "text": f"[[Lisbon]] {ONE}\nb"}]})
    (one,) = found(card, path="Board.canvas")
    assert one.fix is not None and json.loads(edited(card, one.fix.edits))["nodes"][0]["text"] == "[[Lisbon]]\nb"
    region = f"<!-- vaulttool:begin x -->\n\n[[Lisbon]] {ONE}\n\n<!-- vaulttool:end x -->\n"
    assert [one.fix for one in found(region)] == [None]
    silent = json.dumps(
        {"nodes": [{"type": "file", "file": "G.png"}, {"type": "text", "text": "%% vaulttool:ignore-file %%"}]}
    )
    assert found(silent, "missing-card-file", "Board.canvas") == []


@pytest.mark.parametrize(
    ("text", "expected", "help"),
    [
        pytest.param("a %% vaulttool:ignore brokn-link %%", "brokn-link", 'did you mean "broken-link"?', id="misspelt"),
        pytest.param("a %% vaulttool:ignore broken_link %%", "broken_link", 'did you mean "broken-link"?', id="underscore"),
        pytest.param("a %% vaulttool:ignore broken-link because %%", "because", 'a reason goes behind a dash: "- because"', id="no dash"),
        pytest.param("%% vaulttool:ignore-begin %%\n[[Gone]]", "%% vaulttool:ignore-begin %%", None, id="open"),
        pytest.param("[[Lisbon]] %% vaulttool:ignore-end %%", "%% vaulttool:ignore-end %%", None, id="stray"),
        pytest.param("a %% vaulttool:ignore-files %%", "%% vaulttool:ignore-files %%", 'did you mean "vaulttool:ignore-file"?', id="form"),
    ],
)  # fmt: skip
def test_bad(text: str, expected: str, help: str | None) -> None:
    (one,) = found(text, BAD)
    assert one.span.of(text) == expected
    assert help is None or one.help == help


def test_a_range_without_an_end_silences_nothing() -> None:
    assert fired("%% vaulttool:ignore-begin %%\n[[Gone]]", "broken-link") == ["Gone"]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("a %% vaulttool:ignore broken-link - because %%", id="a reason"),
        pytest.param("a %% vaulttool:ignore %%", id="all rules"),
        pytest.param("```\n%% vaulttool:ignore-end %%\n```", id="in code"),
        pytest.param("a %% vaulttool:ignore brokn-link bad-suppression %%", id="silenced"),
        pytest.param(
            "%% vaulttool:ignore-begin x %%\n%% vaulttool:ignore-file bad-suppression %%", id="silenced in the file"
        ),
        pytest.param("a <!-- vaulttool:begin x --> <!-- vaulttool:ignored -->", id="other comments"),
    ],
)
def test_not_bad(text: str) -> None:
    assert fired(text, BAD) == []


def test_reasons_can_be_asked_for() -> None:
    files = {"vaulttool.toml": "[rules.bad-suppression]\nreason = true\n"}
    assert fired(f"a {ONE}\n\n%% vaulttool:ignore - why %%\nb", BAD, more=files) == [ONE]


LINES = st.sampled_from(
    ["a [[Gone]]", "b [[Lisbon]]", "- [[Lisbon#No]]", "# H", "", f"[[Gone]] {ONE}", f"c {ONE}", ONE,
     "%% vaulttool:ignore missing-heading broken-link %%", "%% vaulttool:ignore-begin broken-link %%",
     "%% vaulttool:ignore-end %%", "> q %% vaulttool:ignore %%", "```", "| a |", "| - |", "%%", "---"]
)  # fmt: skip


@law(100)
@given(st.lists(LINES, max_size=9), st.sampled_from(["\n", "\r\n"]))
def test_law_taking_unused_suppressions_out_changes_no_other_finding(lines: Sequence[str], newline: str) -> None:
    text = newline.join(lines)
    for _ in range(20):
        unused = [one for one in found(text) if one.fix]
        if not unused:
            break
        after = edited(text, unused[0].fix.edits if unused[0].fix else ())
        others = [(one.rule, one.message) for one in findings_of({**AROUND, "Home.md": text}) if one.rule != UNUSED]
        assert others == [
            (one.rule, one.message) for one in findings_of({**AROUND, "Home.md": after}) if one.rule != UNUSED
        ]
        assert len(after) < len(text)
        text = after
    assert [one for one in found(text) if one.fix] == []


def said(done: Done) -> list[tuple[str, str]]:
    return [(one["path"], one["rule"]) for one in json.loads(done.out)["findings"]]


NOTES = {
    "A.md": f"[[B]] {ONE}\n",
    "B.md": "[[A]]\ntext <!-- vaulttool:ignore -->\n",
    "vaulttool.toml": '[rules]\norphan-note = "off"\n',
}


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        pytest.param((), ["A.md", "B.md"], id="all"),
        pytest.param(("--select", UNUSED), ["A.md", "B.md"], id="this rule alone"),
        pytest.param(("--select", UNUSED, "--ignore", "broken-link"), [], id="without the one that is named"),
        pytest.param(("--ignore", "missing-block"), ["A.md"], id="without another"),
        pytest.param(("--no-config",), ["A.md"], id="without the configuration"),
        pytest.param(("A.md",), ["A.md"], id="of one note"),
        pytest.param(("--changed",), ["A.md"], id="of what a change brought"),
    ],
)
def test_on_the_command_line(arguments: tuple[str, ...], expected: Sequence[str], tmp_path: Path) -> None:
    top = repository(tmp_path, {**NOTES, "A.md": "x [[B]]\n"})
    write(top, {"A.md": NOTES["A.md"]})
    for _ in range(2):  # the second from the cache
        done = run("check", "--format", "json", *arguments, cwd=top)
        assert [path for path, rule in said(done) if rule == UNUSED] == expected
        assert {rule for _, rule in said(done)} <= {UNUSED}


def test_a_run_from_the_cache_says_what_a_whole_one_says(tmp_path: Path) -> None:
    top = write(tmp_path, {**NOTES, "vaulttool.toml": ""})
    texts = [f"[[B]] {ONE}\n", f"[[Gone]] {ONE}\n", "[[B]] %% vaulttool:ignore-begin %%\n", "[[Gone]]\n",
             "[[B]] %% vaulttool:ignore orphan-note %%\n", "%% vaulttool:ignore-file %%\n\n[[Gone]]\n"]  # fmt: skip
    for text in (*texts, *reversed(texts)):
        write(top, {"A.md": text})
        kept = run("check", "--format", "json", "--no-config", "--vault", ".", cwd=top)
        whole = run("check", "--format", "json", "--no-config", "--vault", ".", "--no-cache", cwd=top)
        assert kept == whole
