"""Front matter that does not begin on the first line.

Obsidian reads properties only if line 1 is exactly `---`. With a blank line, a space or prose above, the
block is text: title, tags and links in it do not exist. Where nothing but blank lines and spaces stands above, the fix
takes them away.

Bad, `Home.md`:

    Here is the page:

    ---
    title: Lisbon
    tags: [town]
    ---

    A town on a river.

Bad, `Lisbon.md`:


     ---
    title: Lisbon
    tags: [town]
    ---

    A town on a river.

Mended, `Lisbon.md`:

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
from typing import TYPE_CHECKING

from vaulttool.model.finding import Edit, Finding, Fix
from vaulttool.model.rule import Context, rule
from vaulttool.text.span import BYTE_ORDER_MARK, Span

if TYPE_CHECKING:
    from vaulttool.model.vault import Note


@rule("error")
def check(context: Context) -> Iterator[Finding]:
    """Report each opener that Obsidian takes for a rule."""
    for note, span, detail in context.troubles():
        message = "Obsidian reads this front matter as text, since line 1 is not exactly ---"
        cure = "move the block to the top" if detail == "above" else "remove what stands before the dashes"
        fix = _fix(context, note, span) if detail == "blank" else None
        yield context.finding(note.path, span, message, cure, fix=fix)


def _fix(context: Context, note: Note, opener: Span) -> Fix | None:
    """The opener as the first line, if the block is then read as front matter."""
    from vaulttool.parsing import frontmatter  # only where a fix is to be made

    text = context.sources.page_text(note)
    first = 1 if text.startswith(BYTE_ORDER_MARK) else 0
    after = text[:first] + "---" + text[opener.end :]
    if not frontmatter.read(after).properties:
        return None
    return Fix("move the front matter to the top", (Edit(note.path, Span(first, opener.end), "---"),), safe=True)
