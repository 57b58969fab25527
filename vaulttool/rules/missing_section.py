"""A runbook without a section that it must have.

A note that the schema "runbook" claims must have a heading with "Rollback" or another word of that kind, such as
"Recovery", "Way back" or "Undo". Case does not matter, and the heading may have more words. What cannot be undone says
so there. Pages of the past, whose eras have all ended or whose status is not that of what is in use, are left alone.

The option `sections` names for other schemas, too, which headings their notes must have, each with its alternatives
between bars: `sections = {runbook = ["Rollback|Undo", "Contact"], research = ["Method"]}`. An empty list asks for none.

Bad, `Swap.md`:

    ---
    type: runbook
    ---
    # Swap the model

    ## Steps

    Deploy the new one.

Good, `Swap.md`:

    ---
    type: runbook
    ---
    # Swap the model

    ## Steps

    Deploy the new one.

    ## Rollback to the old one

    Deploy the old one.

With `vaulttool.toml`:

    [schemas.types]
    runbook = "runbook"
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from vaulttool.model.finding import Finding
from vaulttool.model.heading_words import WAYS, has_words
from vaulttool.model.rule import Context, rule
from vaulttool.model.runbooks import runbooks
from vaulttool.model.vault import Note
from vaulttool.text.span import Span

SECTIONS = {"runbook": (WAYS,)}
MOST = 3  # alternatives that are told


class Options(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """Options of `missing-section`."""

    sections: dict[str, tuple[str, ...]] = {}


@rule("error", scope="vault")
def check(context: Context) -> Iterator[Finding]:
    """Report each section that is missing, at the title."""
    asked = {**SECTIONS, **context.options.sections}
    for note in runbooks(context, asked):
        names = [schema.name for schema in context.claims.schemas(note)]
        for alternatives in dict.fromkeys(one for name in names for one in asked.get(name, ())):
            if not any(has_words(heading.title, alternatives) for heading in note.document.headings):
                first = alternatives.partition("|")[0].strip()
                yield context.finding(note.path, _place(note), f'the section "{first}" is missing', _help(alternatives))


def _help(alternatives: str) -> str:
    """The headings that would do, not all of many."""
    known = [f'"{one.strip()}"' for one in alternatives.split("|")]
    return f"add a heading with {', '.join(known[:MOST])}{' or the like' if len(known) > MOST else ''}"


def _place(note: Note) -> Span:
    """The title, or else what says that the note is of that kind."""
    kind = note.document.property("type")
    return note.document.headings[0].span if note.document.headings else kind.span if kind else Span(0, 0)
