"""Front matter that does not fit the schema that the configuration maps the note to.

Speaks only of notes that `[schemas]` claims, by their `type` or by their path. The schemas are JSON Schema
2020-12; `vaulttool` ships reference, research, runbook, index and log. The keyword `x-link-to` asks that a
property be a link to an existing note of the given type (`"*"` for any). Whether a `status` is a known word
is the business of `unknown-status`.

Bad, `Lisbon.md`:

    ---
    type: reference
    title: Lisbon
    description: A town on a river.
    tags: [town]
    timestamp: 2026-02-30
    ---

Good, `Lisbon.md`:

    ---
    type: reference
    title: Lisbon
    description: A town on a river.
    tags: [town]
    timestamp: 2026-02-28
    ---

With `vaulttool.toml`:

    [schemas.types]
    reference = "reference"
"""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule
from vaulttool.model.schema import Mismatch, Schema, link_mismatches, mismatches
from vaulttool.model.vault import Note
from vaulttool.text.span import Span


@rule("error")
def check(context: Context) -> Iterator[Finding]:
    """Report each property that does not fit, at its line."""
    for note in () if context.claims.nothing else context.notes:
        for schema in context.claims.schemas(note):
            for mismatch in _all(context, note, schema):
                message = f"{mismatch.message} (schema {schema.name})"
                yield context.finding(note.path, _place(note, mismatch), message, mismatch.help)


def _all(context: Context, note: Note, schema: Schema) -> Iterator[Mismatch]:
    """What the schema says, then what ``x-link-to`` says of links (so that their form is not told twice); the
    status word is another rule's business."""
    for mismatch in mismatches(schema, note.document):
        written = note.document.property(mismatch.property) if mismatch.property else None
        if written and written.templated:
            continue
        word = mismatch.property == context.claims.status_property and mismatch.keyword == "enum"
        link = mismatch.property in schema.links and mismatch.keyword == "pattern"
        if not (word or link):
            yield mismatch
    yield from link_mismatches(schema, note, context.vault)


def _place(note: Note, mismatch: Mismatch) -> Span:
    """The property's value; its name where a key should not be there; the top where one is missing."""
    found = note.document.property(mismatch.property) if mismatch.property else None
    return found.span if found else Span(0, 0)
