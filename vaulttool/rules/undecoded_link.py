"""A Markdown link that Obsidian does not decode as its author meant.

Obsidian decodes `%20` and most other escapes, but leaves `%23 %24 %26 %2B %2C %2F %3A %3B %3D %3F %40` as they
stand, and drops a link with a malformed escape altogether. Reported is a link that would find its file if
all of it were decoded, and one that is dropped.

Bad, `Home.md`:

    See [the sheet](towns%2FLisbon.md) and [the rate](100%zz.md).

Good, `Home.md`:

    See [the sheet](towns/Lisbon.md) and [the rate](100%25.md).

With `towns/Lisbon.md`:

    A town on a river.

With `100%.md`:

    All of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule
from vaulttool.text.span import Span


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
        )
    for note, span, raw in context.troubles():
        message = f'"{raw}" holds a malformed escape, for which Obsidian drops the link'
        yield context.finding(note.path, span, message, 'write a percent sign as "%25"')


def _help(meant: str) -> str:
    """What to write for the file that was meant."""
    if "#" in meant:
        return f'the file meant is "{meant}": Obsidian cannot link to a name with "#", so rename it'
    return f'the file meant is "{meant}": write its name with plain characters, or as a wikilink'
