"""Rows from the front matter of notes: those in a folder, that a glob matches, with a tag, of a type.

Arguments: at least one of `folder`, `glob`, `tag` and `type` chooses the notes; a note must fit all that are given.
The page itself is never among them. `columns` names what stands in a row: `link` is a link to the note, `title-link`
one that shows its title, `status` the status that data give it, else the one in its front matter; any other name is
a property, such as `description`, as it stands there. A column with `?` behind its name may be missing in some notes
and then holds a dash; without it, a missing value is an error. `headings` gives the heads of the columns.
`style="list"` writes lines in place of rows. `sort` names columns or properties, `-` before a name turns the order
around; without it notes stand by name. `status` keeps the notes of these statuses.

The link is the shortest that Obsidian resolves to that note from the page. A note whose front matter cannot be read
has no row, and one that it had stays until the note is mended.

With `Towns/Lisbon.md`:

    ---
    title: Lisbon
    description: On the Tagus.
    ---

With `Towns/Porto.md`:

    ---
    title: Porto
    description: In the north.
    ---

Writes, in `Home.md`, for `index folder="Towns" columns="link,description" headings="Town,Where"`:

    | Town | Where |
    | --- | --- |
    | [[Lisbon]] | On the Tagus. |
    | [[Porto]] | In the north. |
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from vaulttool.generators._columns import columns, needed
from vaulttool.generators._kept_rows import with_kept
from vaulttool.generators._selection import selected
from vaulttool.model.cannot import CannotGenerate
from vaulttool.model.generator import Request, generator
from vaulttool.model.vault import Note
from vaulttool.text.table import row

HEADINGS = {"link": "Page", "title-link": "Page"}


class Arguments(msgspec.Struct, frozen=True):
    """Arguments of `index`."""

    folder: str = ""
    glob: str = ""
    tag: str = ""
    type: str = ""
    columns: tuple[str, ...] = ("link", "description")
    headings: tuple[str, ...] = ()
    style: str = "table"
    sort: tuple[str, ...] = ()
    status: tuple[str, ...] = ()


@generator()
def lines(request: Request[Arguments]) -> Iterator[str]:
    """The rows, or the lines of a list."""
    asked = request.arguments
    _refuse(asked)
    wanted = columns(asked.columns)
    found = [note for note in selected(request) if note.is_markdown and note.path != request.page.path]
    whole = [note for note in found if not note.is_broken]
    notes = _sorted(request, [note for note in whole if not asked.status or request.statuses.of(note) in asked.status])
    rows = [
        [needed(_cell(request, note, name), optional, f'"{note.path}"', name) for name, optional in wanted]
        for note in notes
    ]
    written = [row(cells) for cells in rows] if asked.style == "table" else [_line(cells) for cells in rows]
    written = with_kept(request, written, [note.path for note in found if note.is_broken])
    if not written:
        raise CannotGenerate("no note fits the arguments", "change folder, glob, tag, type or status")
    if asked.style == "table":
        yield row(_headings(asked.headings, [name for name, _ in wanted]))
        yield row(["---"] * len(wanted))
    yield from written


def _refuse(asked: Arguments) -> None:
    """``CannotGenerate`` for arguments that choose nothing, or a style that is none."""
    if not (asked.folder or asked.glob or asked.tag or asked.type):
        raise CannotGenerate("nothing chooses the notes", "add folder, glob, tag or type")
    if asked.style not in ("table", "list"):
        raise CannotGenerate(f'"{asked.style}" is no style', "write table or list")


def _headings(given: Sequence[str], names: Sequence[str]) -> Sequence[str]:
    """The heads of the columns: as given, else the names of the properties."""
    if given and len(given) != len(names):
        raise CannotGenerate(f"{len(given)} headings for {len(names)} columns", "give each column one")
    return given or [HEADINGS.get(name, name[:1].upper() + name[1:]) for name in names]


def _line(cells: Sequence[str]) -> str:
    """A line of a list: the first cell, then the others behind a colon."""
    rest = ", ".join(cell.replace("\n", " ") for cell in cells[1:])
    return f"- {cells[0]}: {rest}" if rest else f"- {cells[0]}"


def _cell(request: Request[Arguments], note: Note, name: str) -> str | None:
    """What a note has for a column."""
    if name == "link":
        return request.linker.link(note.path)
    if name == "title-link":
        return request.linker.link(note.path, label=_property(note, "title"))
    if name == "status":
        return request.statuses.of(note)
    return _property(note, name)


def _property(note: Note, name: str) -> str | None:
    """A property as text; lists are joined by commas."""
    found = note.document.property(name)
    return None if found is None else _text(found.value)


def _text(value: Any) -> str | None:
    if value is None or isinstance(value, dict):
        return None
    if isinstance(value, list):
        return ", ".join(text for one in value if (text := _text(one)))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _sorted(request: Request[Arguments], notes: list[Note]) -> list[Note]:
    """The notes in the order asked for, by name where that says nothing."""
    notes = sorted(notes, key=lambda note: (note.path.rpartition("/")[2].lower(), note.path))
    for name in reversed(request.arguments.sort):
        plain = name.removeprefix("-")
        notes.sort(key=lambda note, plain=plain: _sort_key(request, note, plain), reverse=name != plain)  # type: ignore[misc]
    return notes


def _sort_key(request: Request[Arguments], note: Note, name: str) -> tuple[int, float, str]:
    """Numbers by value before texts by letter; notes that have nothing there come last."""
    if name in ("link", "title-link", "path"):
        return 1, 0.0, note.path.lower()
    value = request.statuses.of(note) if name == "status" else getattr(note.document.property(name), "value", None)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return 0, float(value), ""
    text = _text(value)
    return (2, 0.0, "") if text is None else (1, 0.0, text.lower())
