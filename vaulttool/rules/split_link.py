"""A wikilink that a table bar or a line end takes apart.

In a table an unescaped bar ends the cell, in the middle of the link; a wikilink over two lines is none at
all. Obsidian shows both as plain text and says nothing. The fix escapes the bar, or puts the link on one line, if the
link then leads to a file.

Bad, `Home.md`:

    | Town              | River |
    | ----------------- | ----- |
    | [[Lisbon|Lisboa]] | Tagus |

Mended, `Home.md`:

    | Town              | River |
    | ----------------- | ----- |
    | [[Lisbon\\|Lisboa]] | Tagus |

Good, `Home.md`:

    | Town               | River |
    | ------------------ | ----- |
    | [[Lisbon\\|Lisboa]] | Tagus |

    Outside a table [[Lisbon|Lisboa]] needs no backslash.

With `Lisbon.md`:

    A town on a river.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from vaulttool.model.finding import Edit, Finding, Fix
from vaulttool.model.mending import is_generated
from vaulttool.model.rule import Context, rule
from vaulttool.parsing.links import wikilink
from vaulttool.text.span import Span

if TYPE_CHECKING:
    from vaulttool.model.vault import Note

BAR = re.compile(r"(?<!\\)\|")
LINE_END = re.compile(r"[ \t]*+(?:\r\n|\n|\r)[ \t]*+")


@rule("error")
def check(context: Context) -> Iterator[Finding]:
    """Report each wikilink that is torn."""
    for note, span, detail in context.troubles():
        if detail == "table":
            message = "a bar ends the table cell in the middle of this wikilink, so that it is no link"
            fix = _fix(context, note, span, BAR, r"\|")
            yield context.finding(note.path, span, message, r'write "\|" in a table', fix=fix)
        else:
            message = "a line end stands in the middle of this wikilink, so that it is no link"
            fix = _fix(context, note, span, LINE_END, " ")
            yield context.finding(note.path, span, message, "put the wikilink on one line", fix=fix)


def _fix(context: Context, note: Note, span: Span, parted: re.Pattern[str], written: str) -> Fix | None:
    """The link put together, if it then leads to a file, and to what its anchor asks for."""
    text = context.sources.page_text(note)
    mark = text.find("[[", span.start) + 2
    link = wikilink(parted.sub(lambda found: written, text[mark : span.end - 2]), span, mark, "link")
    tied = context.vault.resolve(link, note.path).tied
    if len(tied) != 1 or context.vault.has_anchor(tied[0], link.subpath) is False or is_generated(note, span):
        return None
    edits = [Edit(note.path, Span(*found.span()), written) for found in parted.finditer(text, mark, span.end - 2)]
    return Fix(f'write "{parted.sub(lambda found: written, span.of(text))}"', tuple(edits), safe=True)
