"""A property value that begins with `[[` and ends with `]]` but is not one link.

Obsidian takes the whole value for a single link, whatever stands between the brackets. Several links belong
in a list, a sentence in the body. The fix makes a list of links that all lead somewhere and have only commas, blanks,
"and" or "&" between them.

Bad, `Home.md`:

    ---
    related: "[[Lisbon]] and [[Porto]]"
    ---

Mended, `Home.md`:

    ---
    related: ["[[Lisbon]]", "[[Porto]]"]
    ---

Good, `Home.md`:

    ---
    related:
      - "[[Lisbon]]"
      - "[[Porto]]"
    ---

With `Lisbon.md`:

    A town on a river.

With `Porto.md`:

    Another.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from vaulttool.model.finding import Finding, Fix
from vaulttool.model.rule import Context, rule

if TYPE_CHECKING:
    from vaulttool.model.vault import Note
    from vaulttool.parsing.document import Link


@rule("error")
def check(context: Context) -> Iterator[Finding]:
    """Report each value that is taken for one link and is none."""
    for note, faulty in context.faults():
        yield context.finding(
            note.path,
            faulty.link.target_span,
            f'Obsidian reads this whole value as one link, to "{faulty.link.whole}"',
            "write the links as a list, each quoted on its own",
            fix=_fix(context, note, faulty.link),
        )


def _fix(context: Context, note: Note, link: Link) -> Fix | None:
    """The list of links, where the value is nothing else."""
    from vaulttool.model.splitting import split  # only for such a value: it takes time to import

    edit = split(context.vault, note, link, context.sources.page_text(note))
    return Fix("make a list of the links", (edit,), safe=True) if edit else None
