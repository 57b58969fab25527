"""A note that nothing links to.

Nobody finds it but by searching. Indexes and entry pages are left alone: a note of `type: index`, and the
names that the option `entry` lists (globs of vault paths). Links from the note itself do not count; links
from canvases and properties do. Off where there is no configuration.

Bad, `Lonely.md`:

    See [[Home]].

Good, `Home.md`:

    See [[Lisbon]].

With `Lisbon.md`:

    A town on a river.
"""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase

import msgspec

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule
from vaulttool.model.vault import Note
from vaulttool.text.span import Span

HELP = "link to it from an index; what stands in code or in a comment is no link"


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of `orphan-note`."""

    entry: tuple[str, ...] = ("index.md", "*/index.md", "README.md", "*/README.md", "Home.md", "Start here.md")


@rule("warning", unconfigured="off", scope="vault")
def check(context: Context) -> Iterator[Finding]:
    """Report each note without a link from another."""
    for note in context.notes:
        if note.is_markdown and note.path not in context.shared.linked and not _is_entry(note, context.options):
            yield context.finding(note.path, Span(0, 0), "no other note links to this one", HELP)


def _is_entry(note: Note, options: Options) -> bool:
    """Whether readers come to the note by another way than a link."""
    kind = note.document.property("type")
    if kind and kind.value == "index":
        return True
    return any(fnmatchcase(note.path.lower(), pattern.lower()) for pattern in options.entry)
