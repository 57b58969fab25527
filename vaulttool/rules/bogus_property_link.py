"""A property value that begins with `[[` and ends with `]]` but is not one link.

Obsidian takes the whole value for a single link, whatever stands between the brackets. Several links belong
in a list, a sentence in the body.

Bad, `Home.md`:

    ---
    related: "[[Lisbon]] and [[Porto]]"
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

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule


@rule("error")
def check(context: Context) -> Iterator[Finding]:
    """Report each value that is taken for one link and is none."""
    for note, faulty in context.faults():
        yield context.finding(
            note.path,
            faulty.link.target_span,
            f'Obsidian reads this whole value as one link, to "{faulty.link.whole}"',
            "write the links as a list, each quoted on its own",
        )
