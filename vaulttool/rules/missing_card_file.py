"""A file card, or a group's background, on a canvas whose file is not there.

The path on a card is the whole path from the vault's root.

Bad, `Board.canvas`:

    {"nodes": [{"id": "1", "type": "file", "file": "Lisboa.md", "x": 0, "y": 0, "width": 9, "height": 9}]}

Good, `Board.canvas`:

    {"nodes": [{"id": "1", "type": "file", "file": "Lisbon.md", "x": 0, "y": 0, "width": 9, "height": 9}]}

With `Lisbon.md`:

    A town on a river.
"""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule


@rule("warning")
def check(context: Context) -> Iterator[Finding]:
    """Report each card without its file."""
    for note, faulty in context.faults():
        named = faulty.resolution.named
        yield context.finding(
            note.path,
            faulty.link.target_span,
            f'the file of this card, "{faulty.link.link}", is not in the vault',
            f'a file of that name is "{named[0]}"' if named else None,
        )
