"""The summary for a pull request."""

from __future__ import annotations

import msgspec
import pytest
from made_up import REPORT, rendered
from markdown_it import MarkdownIt

from vaulttool.model.finding import Finding, Severity
from vaulttool.reporters._report import Report, locate
from vaulttool.text.span import Span

MOST = 65_536  # characters in a comment on GitHub


def report_of(findings: list[Finding]) -> Report:
    return msgspec.structs.replace(REPORT, findings=locate(findings, lambda path: "x", str), shown=str)


def finding(path: str, message: str, severity: Severity = "error", rule: str = "broken-link") -> Finding:
    return Finding(path, Span(0, 1), rule, severity, message)


def rows_of(text: str) -> list[list[str]]:
    """The cells of all tables, as text."""
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    rows: list[list[str]] = []
    for token in tokens:
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline" and rows and token.level > 2:
            rows[-1].append("".join(child.content for child in token.children or () if child.type != "html_inline"))
    return rows


@pytest.mark.parametrize("number", [1, 40, 1500])
@pytest.mark.parametrize("message", ["gone", "[" * 500, "🙂|`" * 100], ids=["short", "long", "odd"])
def test_it_fits_into_a_comment_and_counts_what_it_leaves_out(number: int, message: str) -> None:
    text = rendered("markdown", report_of([finding(f"notes/{at}.md", message) for at in range(number)]))
    assert len(text) < MOST
    listed = sum(row[0] == "error" for row in rows_of(text))
    left = number - listed
    assert listed > 0
    assert ("not shown" in text) is (left > 0)
    if left:
        noun = "finding" if left == 1 else "findings"
        assert f"{left} more {noun} not shown. By rule:" in text
        assert rows_of(text)[-1] == [str(number), "error", "broken-link"]


def test_errors_come_first() -> None:
    report = report_of([finding("a.md", "x", "warning"), finding("b.md", "x"), finding("c.md", "x", "warning")])
    rows = rows_of(rendered("markdown", report))[1:]
    assert [row[1] for row in rows] == ["b.md, line 1", "a.md, line 1", "c.md, line 1"]


def test_a_table_of_very_many_rules_is_bounded_too() -> None:
    many = [finding(f"{at}.md", "x" * 150, rule="-".join(["rule"] * 20 + ["x" * at])) for at in range(400)]
    assert len(rendered("markdown", report_of(many))) < MOST


@pytest.mark.parametrize(
    "text",
    [
        "a|b", "a\\|b", "\\", "`", "``x``", "<b>bold</b>", "<!-- x", "&lt;", "[x](https://a.example)", "[[x|y]]", "![x](y)",
        "https://a.example/x", "www.a.example", "@someone", "#12", "**bold**", "_x_", "~~x~~", "$x$", ":+1:", "- x", "# x",
    ],
)  # fmt: skip
def test_text_of_notes_is_shown_letter_by_letter(text: str) -> None:
    output = rendered("markdown", report_of([finding(f"{text}.md", text)]))
    assert rows_of(output)[1:] == [["error", f"{text}.md, line 1", text, "broken-link"]]
    assert "@" not in output and "https:" not in output and "www." not in output and "<b>" not in output
