"""SARIF as viewers and code scanning read it."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import unquote, urljoin

import msgspec
import pytest
from forges import sarif
from made_up import CLEAN, REPORT, RULES, TEXTS, rendered, shown

from vaulttool import engine
from vaulttool.model.finding import Edit, Finding, Fix
from vaulttool.reporters._report import Report, locate
from vaulttool.text.span import Span


def run_of(report: Report) -> Any:
    """The one run of a report, valid as a whole."""
    log = json.loads(rendered("sarif", report))
    sarif().validate(log)
    (run,) = log["runs"]
    return run


def run_with(findings: list[Finding], texts: dict[str, str]) -> Any:
    found = locate(findings, texts.__getitem__, str)
    return run_of(msgspec.structs.replace(REPORT, findings=found, shown=str, text=texts.__getitem__))


@pytest.mark.parametrize("report", [REPORT, CLEAN], ids=["findings", "none"])
def test_it_is_valid(report: Report) -> None:
    assert len(run_of(report)["results"]) == len(report.findings)


def test_all_rules_of_the_tool_are_described() -> None:
    rules = run_of(msgspec.structs.replace(REPORT, rules=lambda: engine.rules().values()))["tool"]["driver"]["rules"]
    described = {one["id"]: one for one in rules if "help" in one}
    assert set(described) == set(engine.rules())
    for one in described.values():
        assert one["shortDescription"]["text"].endswith(".") and "\n" not in one["shortDescription"]["text"]
        assert one["help"]["markdown"].startswith(one["fullDescription"]["text"].split(" ")[0])
    levels = {name: one["defaultConfiguration"] for name, one in described.items()}
    assert levels["broken-link"] == {"enabled": True, "level": "error"}
    assert levels["ambiguous-link"] == {"enabled": False, "level": "warning"}


def test_the_rules_of_a_report_come_in_order() -> None:
    ids = [one["id"] for one in run_of(REPORT)["tool"]["driver"]["rules"]]
    assert ids == [*(rule.name for rule in RULES), "split-link", "missing-heading", "unreadable-note"]


@pytest.mark.parametrize(
    "name",
    [
        "Home.md",
        "50%, a:b.md",
        "a:b.md",
        "#x?y.md",
        "My Notes/é 🙂.md",
        "new\nline.md",
        "%41.md",
        "a&b=c;d+e@f.md",
        "[x].md",
    ],
    ids=ascii,
)
def test_a_path_is_an_address_below_the_top(name: str) -> None:
    (result,) = run_with([Finding(name, Span(0, 1), "broken-link", "error", "x")], {name: "x"})["results"]
    place = result["locations"][0]["physicalLocation"]["artifactLocation"]
    assert place["uriBaseId"] == "%SRCROOT%" and place["uri"].isascii() and " " not in place["uri"]
    assert unquote(urljoin("file:///top/", place["uri"])) == f"file:///top/{name}"


def test_the_name_of_the_top_is_explained_without_saying_where_it_is() -> None:
    bases = run_of(REPORT)["originalUriBaseIds"]
    assert list(bases) == ["%SRCROOT%"] and list(bases["%SRCROOT%"]) == ["description"]


def applied(text: str, replacements: list[dict[str, Any]]) -> str:
    """A text after the replacements of a fix, places read as the run says: lines by its sequences, columns in code
    points."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\0\n").replace("\r", "\0\r").splitlines(keepends=True)
    assert "\0" not in text and "\x0b" not in text
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line.replace("\0\n", "\r\n").replace("\0\r", "\r")))
    bare = text.removeprefix("\ufeff")

    def offset(line: int, column: int) -> int:
        return starts[line - 1] + column - 1

    for one in reversed(replacements):
        region = one["deletedRegion"]
        start = offset(region["startLine"], region["startColumn"])
        end = offset(region["endLine"], region["endColumn"])
        bare = bare[:start] + one["insertedContent"]["text"] + bare[end:]
    return text[: len(text) - len(text.removeprefix("\ufeff"))] + bare


TWO = "one [[two]]\nthree 🙂 [[four]] five\n"


@pytest.mark.parametrize(
    ("text", "edits", "expected"),
    [
        pytest.param("[[Lisboa]]", [(2, 8, "Lisbon")], "[[Lisbon]]", id="a word"),
        pytest.param(TWO, [(22, 26, "4")], "one [[two]]\nthree 🙂 [[4]] five\n", id="after an emoji"),
        pytest.param("\ufeff[[a]]\n", [(3, 4, "b")], "\ufeff[[b]]\n", id="after a byte order mark"),
        pytest.param("a\r\nb\r\nc", [(3, 4, "x")], "a\r\nx\r\nc", id="CRLF"),
        pytest.param("a\rb\rc", [(2, 3, "x")], "a\rx\rc", id="CR alone"),
        pytest.param("a\nb\n", [(2, 2, "x\n")], "a\nx\nb\n", id="put in"),
        pytest.param("a\nb", [(3, 3, "\n")], "a\nb\n", id="put in at the end"),
        pytest.param("a\nb\nc\n", [(2, 4, "")], "a\nc\n", id="a line taken out"),
        pytest.param("a\r\nb\r\n", [(0, 6, "")], "", id="all taken out"),
        pytest.param("[[a]] [[b]]", [(2, 3, "longer"), (8, 9, "x")], "[[longer]] [[x]]", id="two places"),
        pytest.param("", [(0, 0, "x")], "x", id="an empty file"),
    ],
)
def test_a_fix_does_to_the_file_what_its_edits_do(text: str, edits: list[tuple[int, int, str]], expected: str) -> None:
    fix = Fix("mend it", tuple(Edit("a.md", Span(start, end), new) for start, end, new in edits), True)
    run = run_with([Finding("a.md", Span(0, 0), "broken-link", "error", "x", fix=fix)], {"a.md": text})
    assert run["columnKind"] == "unicodeCodePoints" and run["newlineSequences"] == ["\r\n", "\n", "\r"]
    (change,) = run["results"][0]["fixes"][0]["artifactChanges"]
    assert change["artifactLocation"]["uri"] == "a.md"
    assert applied(text, change["replacements"]) == expected


@pytest.mark.parametrize(
    ("text", "span"),
    [
        pytest.param("a\r\nb", Span(1, 2), id="half of a line end"),
        pytest.param("a\r\nb", Span(2, 3), id="the other half"),
        pytest.param("\ufeffa", Span(0, 1), id="the byte order mark"),
    ],
)
def test_a_fix_that_lines_and_columns_cannot_say_is_left_out(text: str, span: Span) -> None:
    fix = Fix("mend it", (Edit("a.md", span, ""),), True)
    run = run_with([Finding("a.md", Span(0, 0), "broken-link", "error", "x", fix=fix)], {"a.md": text})
    assert "fixes" not in run["results"][0]


def test_a_fix_of_several_files_says_whether_it_is_safe() -> None:
    fixes = [one["fixes"][0] for one in run_of(REPORT)["results"] if "fixes" in one]
    assert [one["properties"]["safe"] for one in fixes] == [False, True]
    assert [len(one["artifactChanges"]) for one in fixes] == [1, 2]


def test_text_of_a_note_makes_no_link_in_a_message() -> None:
    finding = Finding("a.md", Span(0, 1), "broken-link", "error", 'no note is named "[click](https://evil.example)"')
    (result,) = run_with([finding], {"a.md": "x"})["results"]
    assert "](" not in result["message"]["text"] and "click" in result["message"]["text"]


def test_fingerprints_hold_while_lines_move() -> None:
    def made(texts: dict[str, str]) -> list[str]:
        findings = [
            Finding("Home.md", Span(found, found + 6), "broken-link", "error", 'no note or file is named "Lisboa"')
            for found in (texts["Home.md"].find("Lisboa"), texts["Home.md"].rfind("Lisboa"))
        ]
        return [one["partialFingerprints"]["vaulttool/v1"] for one in run_with(findings, texts)["results"]]

    text = "See [[Lisboa]].\n\nAgain [[Lisboa]].\n"
    before = made({"Home.md": text})
    assert len(set(before)) == 2
    assert made({"Home.md": "# New\n\n" * 50 + text}) == before
    assert made({"Home.md": text.replace("\n", "\r\n")}) == before


def test_paths_are_those_of_the_report() -> None:
    uris = {one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for one in run_of(REPORT)["results"]}
    assert {unquote(uri) for uri in uris} == {shown(path) for path in TEXTS}
