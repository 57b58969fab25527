"""A link to a note or file that the vault does not have.

Obsidian finds a link's target by its name in the whole vault, without regard to case, by the end of its path,
or by its path from the note. A link that all of this leaves without a file is reported. A name that is only
an alias of another note is reported too: Obsidian links by file name, and shows the alias after a bar.

The option `allow` takes globs of names that are left open on purpose, such as daily notes still to come:
`allow = ["2026-*"]`.

The fix writes the file that the link can only have meant: the one note with that alias (the old name is shown after the
bar), one whose name looks the same and is written with other characters, what a wikilink names with percent escapes or
backslashes, or, with `--fix` in a git repository, where the history has the file now. It is left out where two of these
disagree, or where the file has not what the anchor asks for. Unsafe fixes write the only file of that name in another
folder, or the name that is most like it.

Bad, `Home.md`:

    See [[Lisboa]] and [the map](maps/tagus.pdf).

Bad, `Diary.md`:

    | When   | Where                         |
    | ------ | ----------------------------- |
    | Monday | [[White City]], on the Tagus  |

Mended, `Diary.md`:

    | When   | Where                         |
    | ------ | ----------------------------- |
    | Monday | [[Lisbon\\|White City]], on the Tagus  |

Bad, `Plan.md`:

    First to [[Lisbonn]].

Mended unsafely, `Plan.md`:

    First to [[Lisbon]].

Good, `Home.md`:

    See [[lisbon]], [[Lisbon|the town]] and [Lisbon](travel/Lisbon.md).

With `travel/Lisbon.md`:

    ---
    aliases: [White City]
    ---
    A town on a river.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

import msgspec

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule
from vaulttool.text.span import Span

if TYPE_CHECKING:
    from vaulttool.rules._meant import Meant


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of `broken-link`."""

    allow: tuple[str, ...] = ()


@rule("error")
def check(context: Context) -> Iterator[Finding]:
    """Report each link without a file."""
    meant: Meant | None = None
    for note, faulty in context.faults():
        link = faulty.link
        if not _allowed(link.link, context.options.allow):
            span = Span(link.target_span.start, link.anchor_start)
            message = f'no note or file is named "{link.link}"'
            meant = meant or _meant(context)
            help, fix = meant.of(note, link)
            yield context.finding(note.path, span, message, help, fix=fix)


def _meant(context: Context) -> Meant:
    from vaulttool.rules._meant import Meant  # only where a link is broken: it takes time to import

    return Meant(context)


def _allowed(link: str, patterns: Iterable[str]) -> bool:
    """Whether a link is left open on purpose: its path or its name fits a glob, whatever the case."""
    path = link.lower()
    name = path.rpartition("/")[2]
    return any(fnmatchcase(part, pattern.lower()) for pattern in patterns for part in (path, name))
