"""Annotations as GitHub reads them."""

from __future__ import annotations

import msgspec
import pytest
from forges import annotated
from made_up import REPORT, rendered

from vaulttool.model.finding import Finding
from vaulttool.reporters._report import locate
from vaulttool.text.span import Span

NAMES = [
    "Home.md",
    "100%.md",
    "50%25.md",
    "%0A::error::x.md",
    "a,b.md",
    "a:b.md",
    "a::b.md",
    "a=b,c=d.md",
    "My Notes/Trip to Porto.md",
    " leading.md",
    "trailing .md",
    "🙂/Übersicht é e\u0301.md",
    "two\nlines.md",
    "two\r\nlines.md",
    "::warning file=other.md::forged.md",
    "a\n::error file=other.md,line=1::forged.md",
    "##[error]forged.md",
    "[[x]].md",
    "\u05d0\u200f.md",
]


def report_of(*findings: Finding, text: str = "[[x]]\n") -> str:
    found = locate(findings, lambda path: text, str)
    return rendered("github", msgspec.structs.replace(REPORT, findings=found, shown=str))


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_a_path_comes_back(name: str) -> None:
    (one,) = annotated(report_of(Finding(name, Span(2, 3), "broken-link", "error", "gone")))
    assert one.properties == {
        "file": name, "line": "1", "endLine": "1", "col": "3", "endColumn": "4", "title": "broken-link",
    }  # fmt: skip
    assert (one.command, one.message) == ("error", "gone")


@pytest.mark.parametrize(
    "text",
    [
        "x\n::error file=other.md::forged",
        "x\r::error file=other.md::forged",
        "x\r\n::stop-commands::token",
        "x%0A::error::forged",
        "::error::forged",
        "::set-output name=x::forged",
        "x\u2028::error::forged",
        "x\x85::error::forged",
        "##[error]forged",
        "100% sure, really: yes",
    ],
    ids=ascii,
)
def test_text_of_a_note_forges_no_command(text: str) -> None:
    output = report_of(
        Finding("a.md", Span(0, 1), "broken-link", "warning", f'no note is named "{text}"', f'write "{text}"')
    )
    assert output.count("\n") == 1 and "\r" not in output
    (one,) = annotated(output)
    assert (one.command, one.properties["file"], one.properties["title"]) == ("warning", "a.md", "broken-link")
    assert one.message.count("\n") == 1


def test_an_end_in_another_line_has_no_columns() -> None:
    """GitHub refuses columns where the lines differ."""
    (one,) = annotated(report_of(Finding("a.md", Span(1, 5), "split-link", "error", "x"), text="[[a\nb]]"))
    assert one.properties == {"file": "a.md", "line": "1", "endLine": "2", "title": "split-link"}
