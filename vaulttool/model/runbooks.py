"""The notes that rules on procedures speak of: those of the schemas that tell of one, unless they are history."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from vaulttool.model.rule import Context
from vaulttool.model.vault import Note


def runbooks(context: Context, schemas: Collection[str]) -> Iterator[Note]:
    """The notes that one of these schemas claims, those of the past left out: nobody follows them."""
    found = [note for note in context.claimed if any(one.name in schemas for one in context.claims.schemas(note))]
    if found:
        from vaulttool.model.past import Past  # only where there are some: it takes time to import

        past = Past(context.sources, context.claims.history_words, context.claims.status_words[1:])
        yield from (note for note in found if not past.has_page(note))
