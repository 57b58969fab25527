"""A page that is superseded and names no page that took its place.

Speaks of claimed pages without eras whose status, in the property or in the word that opens the description, is
SUPERSEDED, compared without case; the option `words` names others. The property `superseded_by` names the successor.
A page whose status stands in its description alone may name it with a link there, in a call-out at its top or in its
first paragraph. Of a page with eras the data know it.

Bad, `Lisbon.md`:

    ---
    type: reference
    status: SUPERSEDED
    ---
    One card.

Good, `Lisbon.md`:

    ---
    type: reference
    status: SUPERSEDED
    superseded_by: "[[Porto]]"
    ---
    One card.

With `Porto.md`:

    Two cards, in the place of [[Lisbon]].

With `vaulttool.toml`:

    [schemas.types]
    reference = "reference"
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule
from vaulttool.model.vault import Note

if TYPE_CHECKING:
    from vaulttool.model.page_status import PageStatus

SUCCESSOR = "superseded_by"


class Options(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """``words`` are the words of status that ask for a successor."""

    words: tuple[str, ...] = ("SUPERSEDED",)


@rule("error", scope="vault")
def check(context: Context) -> Iterator[Finding]:
    """Report each page without a successor, at its status."""
    asking = {word.casefold() for word in context.options.words}
    for path, status in context.page_statuses.items():
        note = context.vault.notes[path]
        if status.eras or status.word.casefold() not in asking or _names_one(context, note, status):
            continue
        message = f"the page is {status.word}, and does not say by which one"
        yield context.finding(path, status.place, message, f'add the line {SUCCESSOR}: "[[...]]" to its front matter')


def _names_one(context: Context, note: Note, status: PageStatus) -> bool:
    """Whether a successor is named; whether its form is right is told elsewhere."""
    from vaulttool.model.page_status import DESCRIPTION  # only where a page has a status, as below

    found = note.document.property(SUCCESSOR)
    if found is not None:
        is_checked = any(SUCCESSOR in schema.links for schema in context.claims.schemas(note))
        return is_checked or found.value not in (None, "", [])
    return status.origin == DESCRIPTION and _is_linked(context, note)


def _is_linked(context: Context, note: Note) -> bool:
    """Whether the description, a call-out at the top or the first paragraph links to another note."""
    from vaulttool.model.reading import Reading
    from vaulttool.model.status_claims import banners

    reading = Reading(context.prose(note))
    opening, description = reading.prose.opening, note.document.property("description")
    places = [one.span for one in (*banners(reading), *([opening] if opening else []))]
    if description is not None and isinstance(description.value, str) and "[[" in description.value:
        return True  # Obsidian knows no link in a sentence of the front matter, a reader does
    links = [
        link for link in note.document.links if link.link and context.vault.resolve(link, note.path).target != note.path
    ]
    return any(place.start <= link.span.start < place.end for place in places for link in links)
