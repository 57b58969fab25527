"""A Markdown link to a file or folder of the repository that is not part of the vault.

It works on a forge and not in Obsidian: the file lies outside the vault, in a folder that begins with a dot,
has no extension, or is a folder. Off by default; such a link is never a `broken-link`.

Bad, `Home.md`:

    See [the licence](../LICENSE).

Good, `Home.md`:

    See [[Lisbon]].

With `Lisbon.md`:

    A town on a river.

Outside, `LICENSE`.
"""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule
from vaulttool.text.span import Span


@rule("off")
def check(context: Context) -> Iterator[Finding]:
    """Report each link that leads out of the vault."""
    for note, faulty in context.faults():
        link = faulty.link
        yield context.finding(
            note.path,
            Span(link.target_span.start, link.anchor_start),
            f'"{faulty.detail}" is in the repository, but not a file that Obsidian can open',
        )
