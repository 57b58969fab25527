"""A link that may mean more than one file, even though Obsidian's choice is certain.

Off by default: Obsidian always opens the same one, and says which if you ask `vaulttool explain`. Turn it on
if people read the vault in other programs too.

Bad, `Home.md`:

    Ask [[Rack]].

Good, `Home.md`:

    Ask [[hall/Rack]].

With `hall/Rack.md`:

    The short path, which Obsidian opens.

With `basement/Rack.md`:

    The long one.
"""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule
from vaulttool.text.span import Span


@rule("off")
def check(context: Context) -> Iterator[Finding]:
    """Report each link with a second candidate."""
    for note, faulty in context.faults():
        link, candidates = faulty.link, faulty.resolution.candidates
        others = ", ".join(f'"{path}"' for path in candidates[1:])
        yield context.finding(
            note.path,
            Span(link.target_span.start, link.anchor_start),
            f'"{link.link}" opens "{candidates[0]}" and may also mean {others}',
            "write the whole path from the vault's root, beginning with /",
        )
