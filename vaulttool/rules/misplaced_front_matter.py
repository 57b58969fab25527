"""Front matter that does not begin on the first line.

Obsidian reads properties only if line 1 is exactly `---`. With a blank line, a space or prose above, the
block is text: title, tags and links in it do not exist.

Bad, `Home.md`:

    Here is the page:

    ---
    title: Lisbon
    tags: [town]
    ---

    A town on a river.

Good, `Home.md`:

    ---
    title: Lisbon
    tags: [town]
    ---

    A town on a river.
"""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule


@rule("error")
def check(context: Context) -> Iterator[Finding]:
    """Report each opener that Obsidian takes for a rule."""
    for note, span, detail in context.troubles():
        message = "Obsidian reads this front matter as text, since line 1 is not exactly ---"
        cure = "move the block to the top" if detail == "above" else "remove what stands before the dashes"
        yield context.finding(note.path, span, message, cure)
