"""The notes that link to this one, as a list.

Links inside regions do not count, since a table that lists all pages says nothing of the one. Arguments: `folder`,
`tag` and `type` keep the notes in a folder, with a tag, of a type.

With `Porto.md`:

    North of [[Lisbon]].

Writes, in `Lisbon.md`, for `backlinks`:

    - [[Porto]]
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from vaulttool.generators._kept_rows import with_kept
from vaulttool.generators._selection import fitting
from vaulttool.model.cannot import CannotGenerate
from vaulttool.model.generator import Request, generator


class Arguments(msgspec.Struct, frozen=True):
    """Arguments of `backlinks`."""

    folder: str = ""
    glob: str = ""
    tag: str = ""
    type: str = ""


@generator()
def lines(request: Request[Arguments]) -> Iterator[str]:
    """One line a note, by name. What a note says whose front matter cannot be read is not known."""
    overview, page = request.sources.overview, request.page.path
    fits = fitting(request)
    broken = [path for path in overview.broken if path != page and fits(request.vault.notes[path])]
    found = (request.vault.notes[path] for path in overview.referring(page))
    paths = [note.path for note in found if not note.is_broken and fits(note)]
    paths.sort(key=lambda path: (path.rpartition("/")[2].lower(), path))
    written = with_kept(request, [f"- {request.linker.link(path)}" for path in paths], broken)
    if not written:
        raise CannotGenerate("no note links here", "take the region out, or link to the page")
    yield from written
