"""A wikilink that a table bar or a line end takes apart.

In a table an unescaped bar ends the cell, in the middle of the link; a wikilink over two lines is none at
all. Obsidian shows both as plain text and says nothing.

Bad, `Home.md`:

    | Town              | River |
    | ----------------- | ----- |
    | [[Lisbon|Lisboa]] | Tagus |

Good, `Home.md`:

    | Town               | River |
    | ------------------ | ----- |
    | [[Lisbon\\|Lisboa]] | Tagus |

    Outside a table [[Lisbon|Lisboa]] needs no backslash.

With `Lisbon.md`:

    A town on a river.
"""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule


@rule("error")
def check(context: Context) -> Iterator[Finding]:
    """Report each wikilink that is torn."""
    for note, span, detail in context.troubles():
        if detail == "table":
            message = "a bar ends the table cell in the middle of this wikilink, so that it is no link"
            yield context.finding(note.path, span, message, r'write "\|" in a table')
        else:
            message = "a line end stands in the middle of this wikilink, so that it is no link"
            yield context.finding(note.path, span, message, "put the wikilink on one line")
