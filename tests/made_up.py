"""Made-up findings in made-up files, one report for all formats."""

from __future__ import annotations

from vaulttool import registry
from vaulttool.model.finding import Edit, Finding, Fix, Related
from vaulttool.model.rule import NoOptions, Rule
from vaulttool.reporters._report import Report, locate
from vaulttool.text.span import Span

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
MANUAL = "A link to nothing.\n\nBad, `Home.md`:\n\n    [[Lisboa]]"
RULES = (
    Rule("broken-link", lambda context: iter(()), "error", "error", "notes", NoOptions, MANUAL),
    Rule("orphan-note", lambda context: iter(()), "warning", "off", "vault", NoOptions, "A note alone."),
    Rule("outside-vault", lambda context: iter(()), "off", "off", "notes", NoOptions, "A link outside."),
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
    text=TEXTS.__getitem__,
    rules=lambda: RULES,
)
CLEAN = Report(vault=".", notes=1, links=1, unresolved=1, findings=(), shown=shown)


def rendered(name: str, report: Report, colour: bool = False) -> str:
    """A report in a format, as the terminal gets it."""
    return "".join(f"{line}\n" for line in REPORTERS[name].render(report, colour=colour))
