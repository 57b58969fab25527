"""A comment that silences one finding, put where it changes nothing else of what is read in the note."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from vaulttool.model.finding import Edit, Finding, Fix
from vaulttool.model.vault import is_markdown
from vaulttool.parsing.document import Document
from vaulttool.text.span import Lines, Span


def silencing(finding: Finding, text: str, parse: Callable[[str], Document]) -> Fix | None:
    """The edit that silences a finding: a comment at the end of its line, else on a line of its own above the block.

    None where neither can be done without changing what the note says, as in front matter and in code.
    """
    if not is_markdown(finding.path):
        return None
    before = parse(text)
    for edit in _candidates(finding, text):
        after = parse(text[: edit.span.start] + edit.text + text[edit.span.end :])
        shift = len(edit.text) if edit.span.start <= finding.span.start else 0
        if _covers(after, finding, shift) and _content(after) == _content(before):
            return Fix(f"ignore {finding.rule} here", (edit,), safe=False)
    return None


def _candidates(finding: Finding, text: str) -> Iterator[Edit]:
    """The comment at the end of the line, and above the block that the line belongs to."""
    lines = Lines(text)
    number = lines.position(finding.span.start).line
    line = lines.span(number)
    comment = f"<!-- vaulttool:ignore {finding.rule} -->"
    yield Edit(finding.path, Span(line.end, line.end), f" {comment}")
    first = number
    while first > 1 and lines.span(first - 1).of(text).strip("> \t"):
        first -= 1
    start = lines.span(first).start
    newline = "\r\n" if "\r\n" in text else "\n"
    for above in (f"{comment}{newline}", f"{comment}{newline}{newline}"):
        yield Edit(finding.path, Span(start, start), above)


def _covers(document: Document, finding: Finding, shift: int) -> bool:
    """Whether a suppression of the rule covers the finding where it stands now."""
    at = finding.span.start + shift
    return any(
        finding.rule in allowance.rules and allowance.covers.start <= at <= allowance.covers.end
        for allowance in document.allowances
    )


def _content(document: Document) -> tuple[object, ...]:
    """What is read in a note, places aside."""
    return (
        [(one.title, one.level, one.top) for one in document.headings],
        [(one.link, one.subpath, one.display, one.kind) for one in document.links],
        [one.id for one in document.blocks],
        [one.id for one in document.footnotes],
        [one.name for one in document.tags],
        [(one.name, one.value) for one in document.properties],
        [(one.kind, one.text) for one in document.regions],
        [(one.printed, one.address) for one in document.figures],
        [(one.kind, one.detail) for one in document.troubles],
    )
