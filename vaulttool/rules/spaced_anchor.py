"""A wikilink with a space before its `#`.

The space belongs to the name, so that Obsidian looks for a note whose name ends in a space.

Bad, `Home.md`:

    See [[Lisbon #History]].

Good, `Home.md`:

    See [[Lisbon#History]].

With `Lisbon.md`:

    # History
"""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule
from vaulttool.text.span import Span


@rule("error")
def check(context: Context) -> Iterator[Finding]:
    """Report each link whose name ends in a space."""
    for note, faulty in context.faults():
        link = faulty.link
        written = link.target_span.start + len(link.link.rstrip())
        yield context.finding(
            note.path,
            Span(min(written, link.anchor_start), link.target_span.end),
            f'the space before "{link.subpath}" is read as part of the name',
            f'write "{link.link.rstrip()}{link.subpath}"',
        )
