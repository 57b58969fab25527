"""JUnit XML as a CI reads it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from forges import parsed_junit
from made_up import CLEAN, REPORT, rendered

from vaulttool.model.finding import Finding, Severity
from vaulttool.reporters._report import Report, locate
from vaulttool.text.span import Span


def report_of(*findings: Finding, fail_on: Severity = "error") -> Report:
    found = locate(findings, lambda path: "x" * 20, str)
    return msgspec.structs.replace(REPORT, findings=found, shown=str, fail_on=fail_on)


def finding(message: str, severity: Severity = "error", path: str = "a.md", start: int = 0) -> Finding:
    return Finding(path, Span(start, start + 1), "broken-link", severity, message)


@pytest.mark.parametrize("report", [REPORT, CLEAN], ids=["findings", "none"])
def test_it_is_valid_and_its_numbers_are_right(report: Report) -> None:
    top = parsed_junit(rendered("junit", report))
    for suite in top.iter("testsuite"):
        cases = suite.findall("testcase")
        assert int(suite.get("tests")) == len(cases) > 0
        assert int(suite.get("failures")) == len(suite.findall("testcase/failure"))
        assert int(suite.get("skipped")) == len(suite.findall("testcase/skipped"))
    assert len(top.findall(".//testcase")) == len(report.findings) + 1


@pytest.mark.parametrize(
    ("severity", "fail_on", "outcome"),
    [("error", "error", "failure"), ("warning", "error", "skipped"), ("warning", "warning", "failure")],
)
def test_what_makes_the_run_fail_is_a_failure(severity: Severity, fail_on: Severity, outcome: str) -> None:
    top = parsed_junit(rendered("junit", report_of(finding("gone", severity), fail_on=fail_on)))
    (told,) = top.findall(f".//{outcome}")
    assert (told.get("type"), told.get("message"), told.text) == (severity, "gone", "a.md:1:1: gone [broken-link]")


def test_names_are_told_apart_and_hold_while_lines_move() -> None:
    def names(top: Any) -> list[str]:
        return [case.get("name") for case in top.iter("testcase")][1:]

    before = names(parsed_junit(rendered("junit", report_of(finding("gone"), finding("gone", start=3)))))
    after = names(parsed_junit(rendered("junit", report_of(finding("gone", start=2), finding("gone", start=9)))))
    assert before == after == ["broken-link: gone", "broken-link: gone (2)"]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        pytest.param("\x00\x08\x1b", "\\x00\\x08\\x1b", id="controls"),
        pytest.param("\ufffe\uffff", "\\ufffe\\uffff", id="no characters"),
        pytest.param("\ud800", "\\ud800", id="half of a pair"),
        pytest.param("a\r\n\tb", "a\\x0d\\x0a\\x09b", id="white space"),
        pytest.param("]]> & <b> \" '", "]]> & <b> \" '", id="marks of XML"),
        pytest.param("🙂 é \u05d0", "🙂 é \u05d0", id="other characters"),
    ],
)
def test_what_xml_forbids_is_written_out(text: str, written: str) -> None:
    top = parsed_junit(rendered("junit", report_of(finding(text, path=f"p{text}.md"))))
    (told,) = top.findall(".//failure")
    assert told.get("message") == written
    assert told.text == f"p{written}.md:1:1: {written} [broken-link]"
    assert told.getparent().get("classname") == f"p{written}.md"
