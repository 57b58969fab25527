"""A Markdown link that Obsidian does not decode as its author meant.

Obsidian decodes `%20` and most other escapes, but leaves `%23 %24 %26 %2B %2C %2F %3A %3B %3D %3F %40` as they
stand, and drops a link with a malformed escape altogether. Reported is a link that would find its file if
all of it were decoded, and one that is dropped.

The fix writes the characters that Obsidian does not decode as they are, and a percent sign that begins no escape as
`%25`. There is none for `#` and `:`, which a link cannot hold, and for `?`, behind which a forge reads something else.

Bad, `Home.md`:

    See [the sheet](towns%2FLisbon.md) and [the rate](100%zz.md).

Mended, `Home.md`:

    See [the sheet](towns/Lisbon.md) and [the rate](100%zz.md).

Good, `Home.md`:

    See [the sheet](towns/Lisbon.md) and [the rate](100%25.md).

With `towns/Lisbon.md`:

    A town on a river.

With `100%.md`:

    All of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import unquote

from vaulttool.model.finding import Edit, Finding, Fix
from vaulttool.model.mending import is_generated, retargeted
from vaulttool.model.rule import Context, rule
from vaulttool.parsing.document import Link
from vaulttool.parsing.links import destination
from vaulttool.text.span import Span
from vaulttool.text.url import BAD_ESCAPE

if TYPE_CHECKING:
    from vaulttool.model.vault import Note

UNDECODED = re.compile(r"%(?:24|26|2B|2C|2F|3B|3D|40)", re.IGNORECASE)  # all that stay encoded but # : ?


@rule("error")
def check(context: Context) -> Iterator[Finding]:
    """Report each link that an escape keeps from its file."""
    for note, faulty in context.faults():
        link = faulty.link
        yield context.finding(
            note.path,
            Span(link.target_span.start, link.anchor_start),
            f'Obsidian does not decode all of "{link.link}", so that the link finds nothing',
            _help(faulty.detail or ""),
            fix=retargeted(note, link, _decoded(context, note, link, faulty.detail or ""), True),
        )
    for note, span, raw in context.troubles():
        message = f'"{raw}" holds a malformed escape, for which Obsidian drops the link'
        yield context.finding(
            note.path, span, message, 'write a percent sign as "%25"', fix=_fix(context, note, span, raw)
        )


def _decoded(context: Context, note: Note, link: Link, meant: str) -> str | None:
    """The path of a link with what Obsidian leaves encoded as it is, if it then leads to the file that was meant."""
    raw = context.sources.page_text(note)[link.target_span.start : link.anchor_start]
    written = UNDECODED.sub(lambda found: unquote(found[0]), raw)
    read = destination(written, 0, link.target_span, "", link.kind) if written else None
    if not isinstance(read, Link) or read.subpath or context.vault.resolve(read, note.path).tied != (meant,):
        return None
    return written if context.vault.has_anchor(meant, link.subpath) is not False else None


def _fix(context: Context, note: Note, span: Span, raw: str) -> Fix | None:
    """The target with its percent signs encoded that begin no escape, if it then leads to a file."""
    written = BAD_ESCAPE.sub("%25", raw)
    read = destination(written, 0, span, "", "link")
    tied = context.vault.resolve(read, note.path).tied if isinstance(read, Link) else ()
    if not isinstance(read, Link) or len(tied) != 1 or is_generated(note, span):
        return None
    if context.vault.has_anchor(tied[0], read.subpath) is False:
        return None
    return Fix(f'write "{written}"', (Edit(note.path, span, written),), safe=True)


def _help(meant: str) -> str:
    """What to write for the file that was meant."""
    if "#" in meant:
        return f'the file meant is "{meant}": Obsidian cannot link to a name with "#", so rename it'
    return f'the file meant is "{meant}": write its name with plain characters, or as a wikilink'
