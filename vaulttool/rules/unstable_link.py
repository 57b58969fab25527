"""A link for which Obsidian's choice can change from one day to the next.

Among several files of one name Obsidian opens the one below the note's own folder, else the one with the
shortest path. Where the best two are equally near and their paths equally long, the order of its index
decides, and that changes as files come and go.

Bad, `Home.md`:

    Ask [[Rack]].

Good, `Home.md`:

    Ask [[east/Rack]], or [[west/Rack]].

With `east/Rack.md`:

    One.

With `west/Rack.md`:

    Two.
"""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule
from vaulttool.model.shortest import shortest
from vaulttool.text.span import Span


@rule("warning")
def check(context: Context) -> Iterator[Finding]:
    """Report each link whose best candidates tie."""
    for note, faulty in context.faults():
        link, tied = faulty.link, faulty.resolution.tied
        listed = ", ".join(f'"{path}"' for path in tied)
        yield context.finding(
            note.path,
            Span(link.target_span.start, link.anchor_start),
            f'"{link.link}" may mean any of {listed}: they are equally near and equally long',
            f'write more of the path, for example "{shortest(context.vault.index, tied[0], note.path)}"',
        )
