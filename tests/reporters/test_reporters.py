"""One list of made-up findings for all reporters, one expected file for each."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema_rs
import pytest

from vaulttool import registry
from vaulttool.model.finding import Edit, Finding, Fix, Related
from vaulttool.reporters import text
from vaulttool.reporters._report import Report, locate
from vaulttool.storage import schemas
from vaulttool.text.span import Span

EXPECTED = Path(__file__).parent / "expected"
REPORTERS = registry.modules("vaulttool.reporters")

TEXTS = {
    "Home.md": "See [[Lisboa]]\r\nand 🙂 [[Faro#Old]].\r\n",
    "My Notes/50%, a:b.md": "\ufeff[[Gone]]\n",
    "new\nline.md": "[[a\x1b[31m]]\u202e\n\n",
    "odd.canvas": "{",
}
FINDINGS = (
    Finding(
        "Home.md",
        Span(6, 12),
        "broken-link",
        "error",
        'no note or file is named "Lisboa"',
        'did you mean "Lisbon"?',
        fix=Fix('write "Lisbon"', (Edit("Home.md", Span(6, 12), "Lisbon"),), safe=False),
    ),
    Finding("Home.md", Span(6, 36), "split-link", "warning", "a finding over two lines"),
    Finding(
        "Home.md",
        Span(28, 32),
        "missing-heading",
        "error",
        '"Faro.md" has no heading "Old"',
        related=(Related("My Notes/50%, a:b.md", Span(1, 9), "here it stands"),),
        fix=Fix("move it", (Edit("Home.md", Span(22, 34), ""), Edit("new\nline.md", Span(0, 0), "\n")), safe=True),
    ),
    Finding(
        "My Notes/50%, a:b.md", Span(3, 7), "broken-link", "warning", "100%: a, b\nand a second line", "50% of\r\nit"
    ),
    Finding("new\nline.md", Span(2, 8), "broken-link", "error", 'no note or file is named "a\x1b[31m\u202e"'),
    Finding("odd.canvas", Span(0, 1), "unreadable-note", "error", "this canvas cannot be read: no JSON"),
)


def shown(path: str) -> str:
    """As from a folder beside the vault."""
    return f"../vault/{path}" if path else "../vault"


REPORT = Report(
    vault=shown(""),
    notes=3,
    links=4,
    unresolved=2,
    findings=locate(FINDINGS, TEXTS.__getitem__, shown),
    shown=shown,
)


def rendered(name: str, report: Report, colour: bool = False) -> str:
    return "".join(f"{line}\n" for line in REPORTERS[name].render(report, colour=colour))


@pytest.mark.parametrize("name", REPORTERS)
def test_a_report(name: str) -> None:
    assert rendered(name, REPORT) == (EXPECTED / f"{name}.txt").read_bytes().decode("utf-8")


def test_a_report_in_colour() -> None:
    assert rendered("text", REPORT, colour=True) == (EXPECTED / "text-in-colour.txt").read_bytes().decode("utf-8")


@pytest.mark.parametrize("name", [name for name in REPORTERS if name != "text"])
def test_reports_for_programs_have_no_colour(name: str) -> None:
    assert rendered(name, REPORT, colour=True) == rendered(name, REPORT)


@pytest.mark.parametrize("name", REPORTERS)
def test_a_report_of_nothing(name: str) -> None:
    clean = Report(vault=".", notes=1, links=1, unresolved=1, findings=(), shown=shown)
    expected = {"github": "", "text": "1 note, 1 link: 1 unresolved; 0 errors, 0 warnings\n"}
    output = rendered(name, clean)
    if name == "json":
        assert json.loads(output)["summary"] == {"error": 0, "warning": 0}
        assert json.loads(output)["findings"] == []
    else:
        assert output == expected[name]


def test_json_is_as_its_schema_says() -> None:
    schema = json.loads((schemas.shipped_folder() / "report.schema.json").read_text(encoding="utf-8"))
    jsonschema_rs.Draft202012Validator(schema).validate(json.loads(rendered("json", REPORT)))


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
