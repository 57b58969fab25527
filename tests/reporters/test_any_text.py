"""Whatever stands in a note, its name or a message: the output of each format is valid, and says no more and no less."""

from __future__ import annotations

import json
import unicodedata

import msgspec
from forges import annotated, code_quality, parsed_junit, sarif
from hypothesis import given
from hypothesis import strategies as st
from lengths import law
from made_up import REPORT, REPORTERS, rendered
from markdown_it import MarkdownIt

from vaulttool.model.finding import SEVERITIES, Edit, Finding, Fix, Related, Severity
from vaulttool.reporters._report import Report, locate
from vaulttool.reporters.markdown import LONGEST
from vaulttool.reporters.text import safe
from vaulttool.text.span import Span

AWKWARD = (
    "%", "%0A", "%25", ",", ":", "::", "::error file=a::x", "\n::add-mask::x", "\r", "\r\n", "\n", "\t", " ", "\x1b[31m",
    "\x00", "\x7f", "\x85", "\x9b", "\u2028", "\u202e", "\ud800", "\udcff", "\ufffe", "\uffff", "\ufeff", "🙂", "é", "e\u0301",
    "|", "\\|", "\\", "`", "``", "<b>", "&amp;", "&", "]]>", "<!--", "-->", "[a](https://a.example)", "https://a.example",
    "www.a.example", "@someone", "#12", "**", "_", "~~", "$", "![x](y)", '"', "'", "##[error]x", "${{ x }}", "..", "/", "a.md",
)  # fmt: skip
TEXT = st.lists(st.sampled_from(AWKWARD) | st.text(st.characters(), max_size=4), max_size=6).map("".join)
SAID = TEXT.filter(str.strip)
NAME = SAID.map(lambda name: "a" + name.replace("\0", ""))  # no file system has a name with a NUL
RULE = st.sampled_from(["broken-link", "missing-heading", "orphan-note"])
SEVERITY: st.SearchStrategy[Severity] = st.sampled_from(SEVERITIES)


@st.composite
def reports(draw: st.DrawFn) -> Report:
    """A report of some findings in files of any name and text."""
    texts = draw(st.dictionaries(NAME, TEXT, min_size=1, max_size=3))
    paths = st.sampled_from(sorted(texts))

    def span(path: str) -> Span:
        start = draw(st.integers(0, len(texts[path])))
        return Span(start, draw(st.integers(start, len(texts[path]))))

    def finding(path: str) -> Finding:
        others = draw(st.lists(paths, max_size=2))
        edits = tuple(Edit(other, span(other), draw(TEXT)) for other in others)
        return Finding(
            path,
            span(path),
            draw(RULE),
            draw(SEVERITY),
            draw(SAID),
            draw(st.none() | SAID),
            tuple(Related(other, span(other), draw(SAID)) for other in others),
            Fix(draw(SAID), edits, draw(st.booleans())) if edits else None,
        )

    found = sorted((finding(path) for path in draw(st.lists(paths, max_size=4))), key=lambda one: one.order)
    located = locate(found, texts.__getitem__, str)
    return msgspec.structs.replace(REPORT, findings=located, shown=str, text=texts.__getitem__)


def written(text: str) -> str:
    """What becomes of text in a file: halves of a surrogate pair are no characters."""
    return text.encode("utf-8", "replace").decode()


@law(150)
@given(reports())
def test_every_format_is_valid_and_says_what_was_found(report: Report) -> None:
    """One law, since making reports takes longer than looking at them."""
    for name in REPORTERS:
        output = rendered(name, report)
        assert {mark for mark in output if unicodedata.category(mark) == "Cc"} <= {"\n"}, name
    the_formats_in_json_say_what_was_found(report)
    sarif_is_valid(report)
    code_quality_is_valid(report)
    junit_is_valid(report)
    annotations_are_as_many_as_findings(report)
    the_summary_has_a_row_for_each_finding(report)


def the_formats_in_json_say_what_was_found(report: Report) -> None:
    whole = json.loads(rendered("json", report))
    lines = [json.loads(line) for line in rendered("jsonl", report).split("\n")[:-1]]
    assert [written(one.finding.message) for one in report.findings] == [each["message"] for each in whole["findings"]]
    assert lines[:-1] == whole["findings"]
    assert lines[-1]["summary"] == report.summary


def sarif_is_valid(report: Report) -> None:
    log = json.loads(rendered("sarif", report))
    assert sarif().is_valid(log), next(iter(sarif().iter_errors(log))).message
    (run,) = log["runs"]
    assert len(run["results"]) == len(report.findings)
    assert all(run["tool"]["driver"]["rules"][one["ruleIndex"]]["id"] == one["ruleId"] for one in run["results"])


def code_quality_is_valid(report: Report) -> None:
    issues = json.loads(rendered("gitlab", report))
    assert code_quality().is_valid(issues)
    assert len({one["fingerprint"] for one in issues}) == len(issues) == len(report.findings)


def junit_is_valid(report: Report) -> None:
    top = parsed_junit(rendered("junit", report))
    cases = top.findall("testsuite/testcase")
    assert len(cases) == len(report.findings) + 1
    assert len(top.findall(".//failure")) == report.summary["error"]
    assert len({(one.get("classname"), one.get("name")) for one in cases}) == len(cases)


def annotations_are_as_many_as_findings(report: Report) -> None:
    found = annotated(rendered("github", report))
    assert [one.command for one in found] == [one.finding.severity for one in report.findings]
    for annotation, located in zip(found, report.findings, strict=True):
        assert annotation.properties["title"] == located.finding.rule
        assert annotation.properties["file"] == _without_controls(located.path)
        assert annotation.message.startswith(safe(located.finding.message).rstrip())


def _without_controls(path: str) -> str:
    """A path with its control characters written out, save those that an annotation can carry."""
    return "".join(mark if mark in "\r\n" or unicodedata.category(mark) != "Cc" else safe(mark) for mark in path)


def the_summary_has_a_row_for_each_finding(report: Report) -> None:
    """Read as GitHub does: text of notes is code, and makes neither links nor images nor cells."""
    tokens = MarkdownIt("commonmark").enable("table").parse(written(rendered("markdown", report)))
    rows = sum(token.type == "tr_open" for token in tokens)
    assert rows == len(report.findings) + bool(report.findings)
    cells = [token for token in tokens if token.type == "inline"]
    kinds = {child.type for cell in cells for child in cell.children or ()}
    assert kinds <= {"text", "html_inline", "text_special"}, kinds
    tags = {child.content for cell in cells for child in cell.children or () if child.type == "html_inline"}
    assert tags <= {"<code>", "</code>", "<br>"}
    told = ["".join(child.content for child in cell.children or () if child.type != "html_inline") for cell in cells]
    for located in report.findings:
        shown = written(safe(located.finding.message))
        assert any((shown if len(shown) <= LONGEST else shown[: LONGEST - 1]).strip() in cell for cell in told)
