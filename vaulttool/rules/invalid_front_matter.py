"""Front matter that Obsidian cannot read, so that the note has no properties at all.

It reads YAML 1.2: a doubled key, a value with a stray colon or bracket, a wrong indent are errors; dates,
`yes` and `12:30` are strings. Front matter of a template (with `{{` or `<%` in it) is left alone.

Bad, `Home.md`:

    ---
    title: Lisbon: a town
    ---

Good, `Home.md`:

    ---
    title: "Lisbon: a town"
    founded: yes
    opens: 12:30
    ---
"""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule


@rule("error")
def check(context: Context) -> Iterator[Finding]:
    """Report the line at which reading fails."""
    for note, span, detail in context.troubles():
        yield context.finding(note.path, span, f"the front matter cannot be read: {detail}", _help(detail))


def _help(detail: str) -> str | None:
    """The usual cause."""
    if "mapping values" in detail:
        return "quote a value that holds a colon and a space"
    if "cannot start any token" in detail:
        return "quote a value that begins with @, `, % or a tab"
    if "not closed" in detail:
        return "close it with a line of three dashes, at the start of the line"
    if "stands twice" in detail:
        return "keep one of the two"
    return None
