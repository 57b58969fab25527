"""A wikilink with a space before its `#`.

The space belongs to the name, so that Obsidian looks for a note whose name ends in a space. The fix takes it out where
the anchor is found without it.

Bad, `Home.md`:

    See [[Lisbon #History]].

Mended, `Home.md`:

    See [[Lisbon#History]].

Good, `Home.md`:

    See [[Lisbon#History]].

With `Lisbon.md`:

    # History
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from vaulttool.model.finding import Edit, Finding, Fix
from vaulttool.model.mending import can_be_edited
from vaulttool.model.rule import Context, rule
from vaulttool.text.span import Span

if TYPE_CHECKING:
    from vaulttool.model.vault import Note
    from vaulttool.parsing.document import Link


BLANKS = re.compile(r"(?:[ \t\u00a0\u202f]|%20|%C2%A0)++\Z", re.IGNORECASE)


@rule("error")
def check(context: Context) -> Iterator[Finding]:
    """Report each link whose name ends in a space."""
    for note, faulty in context.faults():
        link = faulty.link
        name = link.link.rstrip()
        written = link.target_span.start + len(name)
        yield context.finding(
            note.path,
            Span(min(written, link.anchor_start), link.target_span.end),
            f'the space before "{link.subpath}" is read as part of the name',
            f'write "{name}{link.subpath}"',
            fix=_fix(context, note, link, faulty.detail or ""),
        )


def _fix(context: Context, note: Note, link: Link, meant: str) -> Fix | None:
    """The link without the blanks, if it then leads to what it names."""
    if context.vault.has_anchor(meant, link.subpath) is False or not can_be_edited(note, link):
        return None
    blanks = BLANKS.search(context.sources.page_text(note), link.target_span.start, link.anchor_start)
    if blanks is None or (link.syntax != "markdown" and "%" in blanks[0]):
        return None
    return Fix("take out the space", (Edit(note.path, Span(*blanks.span()), ""),), safe=True)
