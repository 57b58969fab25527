"""A note or canvas that cannot be read.

The file may not be opened, its bytes are not UTF-8, or a canvas is not JSON. What it says is unknown: links
to it resolve, and anchors in it are not checked.

Bad, `Board.canvas`:

    {"nodes": [

Good, `Board.canvas`:

    {"nodes": []}
"""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule
from vaulttool.text.span import Span


@rule("error")
def check(context: Context) -> Iterator[Finding]:
    """Report each file that could not be read."""
    for note in context.shared.survey.unreadable:
        problem = note.problem or ""
        yield context.finding(note.path, Span(0, 0), f"this file cannot be read: {problem}", _help(problem))
    for note, span, detail in context.troubles():
        yield context.finding(note.path, span, f"this canvas cannot be read: {detail}")


def _help(problem: str) -> str | None:
    """What to do about bytes that are no text."""
    return "save it as UTF-8" if "UTF-8" in problem else None
