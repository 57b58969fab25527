"""The notes that link to this one, as a list.

Links inside regions do not count, since a table that lists all pages says nothing of the one. Arguments: `folder`,
`tag` and `type` keep the notes in a folder, with a tag, of a type.

With `Porto.md`:

    North of [[Lisbon]].

Writes, in `Lisbon.md`, for `backlinks`:

    - [[Porto]]
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

import msgspec

from vaulttool.generators._kept_rows import with_kept
from vaulttool.generators._selection import is_broken, selected
from vaulttool.model.cannot import CannotGenerate
from vaulttool.model.generator import Request, generator
from vaulttool.model.vault import Note
from vaulttool.parsing.document import Link


class Arguments(msgspec.Struct, frozen=True):
    """Arguments of `backlinks`."""

    folder: str = ""
    glob: str = ""
    tag: str = ""
    type: str = ""


@generator()
def lines(request: Request[Arguments]) -> Iterator[str]:
    """One line a note, by name. What a note says whose front matter cannot be read is not known."""
    found = [note for note in selected(request) if note.path != request.page.path]
    broken = [note.path for note in found if is_broken(note)]
    paths = [note.path for note in found if not is_broken(note) and _links_here(request, note)]
    paths.sort(key=lambda path: (path.rpartition("/")[2].lower(), path))
    written = with_kept(request, [f"- {request.linker.link(path)}" for path in paths], broken)
    if not written:
        raise CannotGenerate("no note links here", "take the region out, or link to the page")
    yield from written


def _links_here(request: Request[Arguments], note: Note) -> bool:
    """Whether a note has a link to the page outside its regions."""
    return any(
        request.vault.resolve(link, note.path).target == request.page.path and not is_generated(note, link)
        for link in note.document.links
    )


def is_generated(note: Note, link: Link) -> bool:
    """Whether a link stands in a region."""
    spans = [region.span for region in note.document.regions]
    before = bisect_right(spans, link.span.start, key=lambda span: span.start) - 1
    return before >= 0 and link.span.end <= spans[before].end
