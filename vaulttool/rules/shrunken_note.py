"""A note that lost most of its text since the commit that the vault is compared with.

Only `vaulttool check --against REF` can tell: an agent or a merge left of a page no more than its beginning. Notes that
were deleted or renamed are left alone, and so are notes whose lines went to other notes, and those that a commit
message since then names, by file name, title or alias. Generated regions do not count.

Options: `left`, the per cent of the text that must be left (default 40), and `least`, the characters that a note must
have had (default 2000).

Was, `Lisbon.md`:

    # Lisbon

    Lisbon lies on the north bank of the Tagus, a day's walk above the place where the river meets the sea.

    The harbour takes ships of up to nine metres draught; the tide rises by three metres and falls twice a day.

Bad, `Lisbon.md`:

    # Lisbon

    Lisbon lies on the north bank of the Tagus.

Good, `Lisbon.md`:

    # Lisbon

    Lisbon lies on the north bank of the Tagus, a day's walk above the place where the river meets the sea.

With `vaulttool.toml`:

    [rules.shrunken-note]
    least = 200
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule
from vaulttool.text.span import Span

if TYPE_CHECKING:
    from vaulttool.model.earlier import Earlier, Page


HELP = "put the text back, or name the note in a commit message that says why it went"


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of `shrunken-note`."""

    left: int = 40
    least: int = 2000


@rule("warning")
def check(context: Context) -> Iterator[Finding]:
    """Report each page that has less of its text left than it must."""
    earlier, options = context.earlier, context.options
    if earlier is None:
        return
    from vaulttool.model.shrinking import Shrinking  # only where there is something to compare with

    shrinking = Shrinking(earlier)
    for note in context.shared.pages:
        page = earlier.page(note.path)
        if page is None or note.problem or earlier.is_renamed(note.path):
            continue
        before, left = shrinking.share(page)
        if before >= options.least and left * 100 < before * options.left and not earlier.is_spoken_of(_names(page)):
            yield context.finding(note.path, Span(0, 0), _message(earlier, before, left), HELP)


def _message(earlier: Earlier, before: int, left: int) -> str:
    share = left * 100 // before
    return f'of {before:,} characters that this note had at "{earlier.reference}", {left:,} are left ({share} %)'


def _names(page: Page) -> Iterator[str]:
    """What a message may call a page."""
    yield page.path.rpartition("/")[2].removesuffix(".md")
    for document in (page.document, page.former):
        for name in ("title", "aliases"):
            declared = document.property(name)
            value = declared.value if declared else None
            yield from (one for one in (value if isinstance(value, list) else [value]) if isinstance(one, str))
