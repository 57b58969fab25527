"""A `status` that is not one of the words that the configuration knows.

Speaks only of notes that a configured schema claims. The words are ACTIVE, RETIRED and SUPERSEDED unless
`[status] words` says otherwise; they are compared as written.

Bad, `Lisbon.md`:

    ---
    type: reference
    status: active
    ---

Good, `Lisbon.md`:

    ---
    type: reference
    status: ACTIVE
    ---

With `vaulttool.toml`:

    [schemas.types]
    reference = "reference"
"""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule
from vaulttool.text.names import nearest


@rule("error")
def check(context: Context) -> Iterator[Finding]:
    """Report each word that is none of the vocabulary."""
    words = context.claims.status_words
    for note in () if context.claims.nothing else context.notes:
        written = note.document.property(context.claims.status_property)
        if written is None or written.value in words or written.templated or not any(context.claims.schemas(note)):
            continue
        word = written.value if isinstance(written.value, str) else None
        found = nearest(word, words) if word else None
        yield context.finding(
            note.path,
            written.value_span,
            f'"{word}" is no status' if word else "the status is not one word",
            f'did you mean "{found}"?' if found else f"write one of {', '.join(words)}",
        )
