"""A comment that is not closed, so that the rest of the note is hidden.

`%%` alone on a line hides everything down to the next `%%`, and `<!--` at the start of a line down to the next `-->`.
Where that never comes, the rest of the note is gone from view. Below `%%` that is reported only where headings are
hidden: notes to oneself at the end of a page need no closing mark.

Bad, `Lisbon.md`:

    A town on a river.

    %%
    Ask the harbour master.

    ## Harbour

    It takes ships of up to nine metres draught.

Good, `Lisbon.md`:

    A town on a river.

    %%
    Ask the harbour master.
    %%

    ## Harbour

    It takes ships of up to nine metres draught.
"""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule

CLOSING = {"%%": "%%", "<!--": "-->"}


@rule("error")
def check(context: Context) -> Iterator[Finding]:
    """Report the mark that opens the comment."""
    for note, span, mark in context.troubles():
        message = f'this comment is not closed by "{CLOSING[mark]}", so that the rest of the note is hidden'
        yield context.finding(note.path, span, message, f'write "{CLOSING[mark]}" where the comment ends')
