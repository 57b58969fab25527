"""One list of made-up findings for all reporters, one expected file for each."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import click
import jsonschema_rs
import msgspec
import pytest
from made_up import CLEAN, REPORT, REPORTERS, TEXTS, rendered, shown

import vaulttool
from vaulttool.commands.check import check
from vaulttool.model.finding import Finding, Severity
from vaulttool.reporters import text
from vaulttool.reporters._report import Report, Screen, locate
from vaulttool.storage import schemas
from vaulttool.text.span import Span

EXPECTED = Path(__file__).parent / "expected"
LINK = re.compile(r"\x1b]8;;(?P<address>[\x21-\x7e]+)\x1b\\(?P<text>[^\x1b]*)\x1b]8;;\x1b\\")
NOTHING = "1 note, 1 link: 1 unresolved; 0 errors, 0 warnings"


SUMMARY = {"error": 0, "warning": 0}
TOTALS = {"version": 1, "vault": ".", "notes": 1, "links": 1, "unresolved": 1, "summary": SUMMARY}
EMPTY = {
    "github": "",
    "gitlab": "[]\n",
    "jsonl": json.dumps(TOTALS, separators=(",", ":")) + "\n",
    "markdown": f"## vaulttool: nothing found\n\n{NOTHING}\n",
    "text": f"{NOTHING}\n",
    "full": f"{NOTHING}\n",
}


@pytest.mark.parametrize("name", REPORTERS)
def test_a_report(name: str) -> None:
    expected = (EXPECTED / f"{name}.txt").read_bytes().decode("utf-8")
    assert rendered(name, REPORT) == expected.replace("VERSION", vaulttool.__version__)


@pytest.mark.parametrize("name", ["text", "full"])
def test_a_report_in_colour(name: str) -> None:
    expected = (EXPECTED / f"{name}-in-colour.txt").read_bytes().decode("utf-8")
    assert rendered(name, REPORT, colour=True) == expected
    assert re.sub(r"\x1b\[[\d;]*m", "", expected) == rendered(name, REPORT)


@pytest.mark.parametrize("name", ["text", "full"])
def test_files_are_links_where_the_terminal_knows_them(name: str) -> None:
    report = msgspec.structs.replace(REPORT, screen=Screen(address=lambda path: f"file://atlas/{quote(path)}"))
    plain, linked = rendered(name, REPORT), rendered(name, report)
    assert LINK.sub(r"\g<text>", linked) == plain
    leading = [(found["address"], found["text"]) for found in LINK.finditer(linked)]
    assert ("file://atlas/Home.md", "../vault/Home.md:1:7") in leading
    assert ("file://atlas/My%20Notes/50%25%2C%20a%3Ab.md", "../vault/My Notes/50%, a:b.md:1:1") in leading
    assert ("file://atlas/new%0Aline.md", r"../vault/new\x0aline.md:1:3") in leading
    assert len(leading) == len(REPORT.findings) + 1


ADVICE = [
    pytest.param(REPORT, "vaulttool check --fix", "next: vaulttool check --fix (1 of 6 has a safe fix)", id="a safe fix"),
    pytest.param(REPORT, "", "next: vaulttool explain broken-link (2 of 6 are about this)", id="no command mends"),
    pytest.param(
        msgspec.structs.replace(REPORT, findings=REPORT.findings[:1]),
        "vaulttool check --fix",
        "next: vaulttool explain broken-link (1 of 1 is about this)",
        id="an unsafe fix is none",
    ),
    pytest.param(
        msgspec.structs.replace(REPORT, findings=REPORT.findings[2:3]), "x", "next: x (1 of 1 has a safe fix)", id="the only one"
    ),
]  # fmt: skip


@pytest.mark.parametrize(("report", "mending", "expected"), ADVICE)
@pytest.mark.parametrize("name", ["text", "full"])
def test_what_to_do_next(name: str, report: Report, mending: str, expected: str) -> None:
    advised = msgspec.structs.replace(report, screen=Screen(advises=True, mending=mending))
    assert rendered(name, advised).splitlines() == [*rendered(name, report).splitlines(), expected]
    assert list(REPORTERS[name].statistics(advised))[-1] == expected


@pytest.mark.parametrize("name", ["text", "full"])
def test_where_nothing_is_found_there_is_nothing_to_do(name: str) -> None:
    assert rendered(name, msgspec.structs.replace(CLEAN, screen=Screen(advises=True, mending="x"))) == EMPTY[name]


@pytest.mark.parametrize("name", [name for name in REPORTERS if name not in ("text", "full")])
def test_reports_for_programs_have_no_colour(name: str) -> None:
    assert rendered(name, REPORT, colour=True) == rendered(name, REPORT)


@pytest.mark.parametrize("name", EMPTY)
def test_a_report_of_nothing(name: str) -> None:
    assert rendered(name, CLEAN) == EMPTY[name]


def test_the_other_formats_say_that_nothing_was_found() -> None:
    assert set(EMPTY) | {"json", "junit", "sarif"} == set(REPORTERS)
    assert json.loads(rendered("json", CLEAN)) == {**TOTALS, "findings": []}
    assert json.loads(rendered("sarif", CLEAN))["runs"][0]["results"] == []
    assert rendered("junit", CLEAN).count("<testcase ") == 1 and "<failure" not in rendered("junit", CLEAN)


COUNTED = [
    {"rule": "broken-link", "severity": "error", "count": 2, "files": 2, "safe_fixes": 0},
    {"rule": "broken-link", "severity": "warning", "count": 1, "files": 1, "safe_fixes": 0},
    {"rule": "missing-heading", "severity": "error", "count": 1, "files": 1, "safe_fixes": 1},
]
TABLE = """\
findings  severity  rule             files  safe fixes
       2  error     broken-link          2           -
       1  warning   broken-link          1           -
       1  error     missing-heading      1           1
       4            in all               3           1"""
STATISTICS = {
    "json": json.dumps(COUNTED, indent=2),
    "jsonl": "\n".join(json.dumps(row, separators=(",", ":")) for row in COUNTED),
    "markdown": """\
## vaulttool: 3 errors, 1 warning

3 notes, 4 links: 2 unresolved; 3 errors, 1 warning

| Findings | Severity | Rule |
| --- | --- | --- |
| 2 | error | <code>broken-link</code> |
| 1 | warning | <code>broken-link</code> |
| 1 | error | <code>missing-heading</code> |""",
    "text": TABLE,
    "full": TABLE,
}


@pytest.mark.parametrize("name", STATISTICS)
def test_statistics(name: str) -> None:
    some = [one for one in REPORT.findings if one.finding.rule in ("broken-link", "missing-heading")]
    report = msgspec.structs.replace(REPORT, findings=tuple(some))
    assert "\n".join(REPORTERS[name].statistics(report)) == STATISTICS[name]


def test_statistics_in_colour() -> None:
    some = [one for one in REPORT.findings if one.finding.rule in ("broken-link", "missing-heading")]
    coloured = list(text.statistics(msgspec.structs.replace(REPORT, findings=tuple(some)), colour=True))
    assert [re.sub(r"\x1b\[[\d;]*m", "", line) for line in coloured] == TABLE.splitlines()
    assert "\x1b[1;31merror\x1b[0m" in coloured[1] and "\x1b[1;33mwarning\x1b[0m" in coloured[2]


def test_statistics_of_nothing() -> None:
    assert [line.split() for line in text.statistics(CLEAN)][1:] == [["0", "in", "all", "0", "-"]]


def test_formats_that_cannot_count() -> None:
    assert {name for name in REPORTERS if not hasattr(REPORTERS[name], "statistics")} == {
        "github",
        "gitlab",
        "junit",
        "sarif",
    }


def test_every_format_may_be_asked_for() -> None:
    (form,) = (one for one in check.params if one.name == "form")
    assert isinstance(form.type, click.Choice) and list(form.type.choices) == list(REPORTERS)


@pytest.mark.parametrize(
    ("severities", "fail_on", "exit_zero", "status"),
    [
        pytest.param([], "warning", False, 0, id="nothing"),
        pytest.param(["warning"], "error", False, 0, id="a warning"),
        pytest.param(["warning"], "warning", False, 1, id="a warning that fails"),
        pytest.param(["error"], "error", False, 1, id="an error"),
        pytest.param(["error"], "warning", False, 1, id="an error, where warnings fail"),
        pytest.param(["error"], "error", True, 0, id="an error that may be"),
    ],
)
def test_the_status(severities: list[Severity], fail_on: Severity, exit_zero: bool, status: int) -> None:
    found = locate([Finding("odd.canvas", Span(0, 1), "a", each, "x") for each in severities], TEXTS.__getitem__, shown)
    report = msgspec.structs.replace(REPORT, findings=found, fail_on=fail_on, exit_zero=exit_zero)
    assert report.status == status
    assert json.loads(rendered("sarif", report))["runs"][0]["invocations"][0]["exitCode"] == status


def shipped(name: str) -> Any:
    return json.loads((schemas.shipped_folder() / name).read_text(encoding="utf-8"))


def test_json_is_as_its_schema_says() -> None:
    jsonschema_rs.Draft202012Validator(shipped("report.schema.json")).validate(json.loads(rendered("json", REPORT)))


@pytest.mark.parametrize("report", [REPORT, CLEAN], ids=["findings", "none"])
def test_each_line_of_jsonl_is_as_its_schema_says(report: Report) -> None:
    line = jsonschema_rs.Draft202012Validator(shipped("report-line.schema.json"), retriever=shipped_by_address)
    lines = [json.loads(each) for each in rendered("jsonl", report).splitlines()]
    assert len(lines) == len(report.findings) + 1
    assert [line.is_valid(each) for each in lines] == [True] * len(lines)
    assert not line.is_valid({**lines[-1], "findings": []})


def shipped_by_address(address: str) -> Any:
    return shipped(address.rpartition("/")[2])


def test_jsonl_says_what_json_says() -> None:
    *found, last = map(json.loads, rendered("jsonl", REPORT).splitlines())
    assert {**last, "findings": found} == json.loads(rendered("json", REPORT))


def test_the_edits_of_a_fix_are_offsets_in_the_text() -> None:
    findings = json.loads(rendered("json", REPORT))["findings"]
    edits = [edit for finding in findings if finding["fix"] for edit in finding["fix"]["edits"]]
    texts = {shown(path): text for path, text in TEXTS.items()}
    assert [texts[edit["path"]][edit["start"] : edit["end"]] for edit in edits] == ["Lisboa", "[[Faro#Old]]", ""]


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        pytest.param((0, 0, 0, 0, 0), "0 notes, 0 links: 0 unresolved; 0 errors, 0 warnings", id="none"),
        pytest.param((1, 1, 1, 1, 1), "1 note, 1 link: 1 unresolved; 1 error, 1 warning", id="one"),
        pytest.param((128, 3021, 0, 2, 1), "128 notes, 3021 links: 0 unresolved; 2 errors, 1 warning", id="several"),
    ],
)
def test_the_last_line(numbers: tuple[int, int, int, int, int], expected: str) -> None:
    notes, links, unresolved, errors, warnings = numbers
    broken = Finding("odd.canvas", Span(0, 1), "broken-link", "error", "x")
    odd = Finding("odd.canvas", Span(0, 1), "split-link", "warning", "x")
    located = locate([broken] * errors + [odd] * warnings, TEXTS.__getitem__, shown)
    assert text.counts(Report(".", notes, links, unresolved, located, shown)) == expected


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("plain é 🙂 \u05d0\u200f", "plain é 🙂 \u05d0\u200f"),
        ("a\nb\tc\r", "a\\x0ab\\x09c\\x0d"),
        ("\x1b[2J\x7f\x9b", "\\x1b[2J\\x7f\\x9b"),
        ("\u2028\u202e\u2066", "\\u2028\\u202e\\u2066"),
    ],
)
def test_what_could_draw_on_the_terminal_is_written_out(given: str, expected: str) -> None:
    assert text.safe(given) == expected
