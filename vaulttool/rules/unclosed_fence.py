"""A code block that is not closed, so that the rest of the note is shown as code.

Obsidian ends a code block at a line with the same marks, at least as many, and nothing else. Without one the block runs
to the end of the note: its headings, links and tables are none. Reported where what follows is visibly no code, by
headings, links, lists and sentences; a block that was left open at the end of a note, with code in it, does no harm.

Bad, `Lisbon.md`:

    To see the tide:

    ```bash
    curl https://example.org/tide

    ## Harbour

    The harbour takes ships of up to nine metres draught, see [[Porto]] for the other one.

    - **Tide**: three metres, twice a day.

Good, `Lisbon.md`:

    To see the tide:

    ```bash
    curl https://example.org/tide
    ```

    ## Harbour

    The harbour takes ships of up to nine metres draught, see [[Porto]] for the other one.

    - **Tide**: three metres, twice a day.

With `Porto.md`:

    A town on another river.
"""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule


@rule("error")
def check(context: Context) -> Iterator[Finding]:
    """Report the line that opens the block."""
    for note, span, marks in context.troubles():
        message = "this code block is not closed, so that the rest of the note is shown as code"
        yield context.finding(note.path, span, message, f"close it with a line of {marks}, or take this line out")
