"""A heading that gives the day of its section, above a table or text that tells of a newer one.

Speaks of claimed notes other than logs. The day of a section is one in brackets or behind words such as "as of" in its
heading: "Deployed flags (2026-09-21)". Newer is a row whose first cell is a later day, something told as happened on
a later day ("boot 2026-09-22"), or an inline figure, or a region of arms or figures, of a run of a later day. What
stands under a heading of its own is left alone, and so are ranges, headings that begin with their day, as entries of a
log do, and sentences that say that they are of later ("since then", "superseded", "update").

Bad, `Lisbon.md`:

    ---
    type: reference
    ---
    ## Deployed flags (2026-09-21)

    | Setting | Value |
    | --- | --- |
    | KV pool | 425,047 tokens (boot 2026-09-22) |

Good, `Lisbon.md`:

    ---
    type: reference
    ---
    ## Deployed flags (2026-09-22)

    | Setting | Value |
    | --- | --- |
    | KV pool | 425,047 tokens (boot 2026-09-22) |

    Later, on 2026-10-10, the shape was retired.

With `vaulttool.toml`:

    [schemas.types]
    reference = "reference"
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from vaulttool.model.finding import Finding, Related
from vaulttool.model.rule import Context, rule

if TYPE_CHECKING:
    from vaulttool.model.vault import Note

SHOWN = 3  # of the places that are newer


@rule("warning", scope="vault")
def check(context: Context) -> Iterator[Finding]:
    """Report each dated heading that is older than what stands under it."""
    for note in context.claimed:
        if any(character.isdigit() for heading in note.document.headings for character in heading.title):
            yield from _of(context, note)


def _of(context: Context, note: Note) -> Iterator[Finding]:
    """The findings of one page."""
    from vaulttool.model.dated_sections import dated_sections, newer  # only where a heading may hold a date

    data = context.sources.data if context.sources.has_data else None
    page = context.prose(note)
    for section in dated_sections(page, note):
        found = sorted(newer(page, note, section, data), key=lambda one: one.span)
        if not found:
            continue
        last = max(one.day for one in found)
        yield context.finding(
            note.path,
            section.day.span,
            f"the heading is of {section.day.text}, and its section tells of {last}",
            "date the heading anew, or give what is newer a heading of its own",
            tuple(Related(note.path, one.span, one.what) for one in found[:SHOWN]),
        )
