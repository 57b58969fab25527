"""What a rename is going to change: every new text, computed and read again before anything is written."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator
from typing import NamedTuple

from vaulttool import engine
from vaulttool.commands._rename_files import FileRename
from vaulttool.commands._rename_material import (
    of_configuration,
    of_data,
    refuse_bound,
    touchable,
    with_record,
    written_paths,
)
from vaulttool.commands._rename_names import Wanted
from vaulttool.commands._rename_places import HeadingOrBlock, TagRename
from vaulttool.commands._run import Run
from vaulttool.errors import VaultError
from vaulttool.model import data_renames, marker_renames
from vaulttool.model.anchor_renames import anchors_of, own_edit, reanchored, with_title
from vaulttool.model.finding import Edit
from vaulttool.model.forge_renames import Readdressing, Reanchoring
from vaulttool.model.region_cells import is_rewritten
from vaulttool.model.relinking import CannotRelink, Left, Relinked, Rewriting, relinked
from vaulttool.model.renamed import NOTHING_MOVES, FileText, after, refuse_misread, texts
from vaulttool.model.renames import Moves, as_after, as_before
from vaulttool.model.tag_renames import is_below, names, retagged
from vaulttool.model.vault import Note, Vault
from vaulttool.parsing.document import Heading, Link
from vaulttool.reporters.text import several
from vaulttool.text.span import Span


class Plan(NamedTuple):
    """The texts to write, in this order, what is to be moved first, and what else there is to say."""

    changes: list[FileText]
    move: FileRename | None = None
    notices: tuple[str, ...] = ()


def plan(run: Run, wanted: Wanted, given_up: str | None = None) -> Plan:
    """What there is to do; ``VaultError`` where it cannot be done, and nothing is then to be written. The old name is
    recorded if there is a day on which it was ``given_up``."""
    if isinstance(wanted, FileRename):
        found = _of_file(run, wanted)
    else:
        found = _of_place(run, wanted) if isinstance(wanted, HeadingOrBlock) else _of_tag(run, wanted)
    changes, untouched = touchable(run, found.changes)
    unread = [f'"{note.path}" cannot be read, so its links stay' for note in run.vault.notes.values() if note.problem]
    if given_up is not None:
        changes = with_record(run, changes, *_short(wanted), given_up)
    return Plan(changes, found.move, (*found.notices, *untouched, *unread))


def _short(wanted: Wanted) -> tuple[str, str]:
    """The old and new name alone: of a file without folders and suffix."""
    if isinstance(wanted, HeadingOrBlock):
        return wanted.rename.old, wanted.rename.new
    if isinstance(wanted, TagRename):
        return wanted.old, wanted.new
    names = [posixpath.basename(path) for path in (wanted.old, wanted.new)]
    old, new = names if wanted.moves.folder else [posixpath.splitext(name)[0] for name in names]
    return old, new


def _of_file(run: Run, wanted: FileRename) -> Plan:
    moves = wanted.moves
    refuse_bound(run, wanted)
    before = as_before(run.vault, moves) if wanted.is_done else run.vault
    text = _text_of(run, before)
    left = _generated_link(before, text)
    found = _relinked(before, moves, left)
    in_vault, from_base = written_paths(run, wanted)
    addresses = Readdressing(before.around.prefix, moves, _exists(before))
    edits = [
        *found.edits,
        *_of_addresses(before, text, addresses, moves),
        *_of_markers(before, text, marker_renames.moved(in_vault, from_base)),
    ]
    changes = texts(before, moves, edits, text)
    refuse_misread(before, after(before, moves, changes), moves, changes, left)
    changes += of_data(run, data_renames.moved(Rewriting(before, moves).at_root, from_base.new))
    configured, notices = of_configuration(run, from_base, in_vault)
    return Plan([*changes, *configured], None if wanted.is_done else wanted, (*_told(wanted, found), *notices))


def _told(wanted: FileRename, found: Relinked) -> Iterator[str]:
    """What a person should know."""
    if wanted.is_done:
        yield f'"{wanted.old}" is "{wanted.new}" already, so only what still names the former is written'
    elif found.caught:
        listed = sorted({f'"{link.link}" in {note.path}' for note, link in found.caught})
        yield f"{several(len(found.caught), 'link')} that led nowhere will lead there: {', '.join(listed[:5])}"


def _relinked(vault: Vault, moves: Moves, left: Left) -> Relinked:
    try:
        return relinked(vault, moves, left)
    except CannotRelink as error:
        raise VaultError(
            f'no link in "{error.source}" can lead to "{error.target}"', "choose another name for the file or folder"
        ) from error


def _of_place(run: Run, wanted: HeadingOrBlock) -> Plan:
    """The links first, the note itself last: until then the same command finds what it is to rename."""
    rename, vault = wanted.rename, run.vault
    note = vault.notes[rename.path]
    if is_rewritten(note, rename.place.span, vault.around.text(note.path), engine.kinds()):
        raise VaultError(
            f'what is to be renamed in "{note.path}" is generated', 'change its data, and run "vaulttool index"'
        )
    renamed = {note.path: with_title(note.document, rename.place, rename.old if wanted.is_done else rename.new)}
    before = as_after(vault, NOTHING_MOVES, renamed, {}) if wanted.is_done else vault
    left = _generated_link(vault, run.text)
    edits = reanchored(before, rename, left)
    if isinstance(rename.place, Heading):
        titled = with_title(before.notes[note.path].document, rename.place, rename.new)
        addresses = Reanchoring(vault.around.prefix, rename, before.notes[note.path].document, titled)
        edits += _of_addresses(vault, run.text, addresses, NOTHING_MOVES)
    edits += [] if wanted.is_done else [own_edit(vault, rename)]
    changes = sorted(texts(vault, NOTHING_MOVES, edits, run.text), key=lambda one: one.path == note.path)
    then = after(vault, NOTHING_MOVES, changes)
    if not wanted.is_done and anchors_of(then.notes[note.path].document) != anchors_of(renamed[note.path]):
        raise VaultError(f'"{rename.new}" would not be read as what it is to name', "choose another text")
    refuse_misread(before, then, NOTHING_MOVES, changes, left)
    told = (f'"{rename.path}" has "{rename.new}" already, so only links are looked at',) if wanted.is_done else ()
    data = of_data(run, data_renames.retitled(before, rename)) if isinstance(rename.place, Heading) else []
    return Plan([*data, *changes], None, told)


def _of_tag(run: Run, wanted: TagRename) -> Plan:
    vault = run.vault
    known = set(names(vault.notes))
    edits = [
        *retagged(vault, wanted.old, wanted.new, _generated_place(vault, run.text)),
        *_of_markers(vault, run.text, marker_renames.retagged(wanted.old, wanted.new)),
    ]
    changes = texts(vault, NOTHING_MOVES, edits, run.text)
    left = _generated_link(vault, run.text)
    refuse_misread(vault, after(vault, NOTHING_MOVES, changes), NOTHING_MOVES, changes, left)
    both = any(is_below(name, wanted.new) for name in known) and wanted.new.lower() != wanted.old.lower()
    told = (f'"#{wanted.new}" is in use already: the two are one tag now',) if both and changes else ()
    return Plan(changes, None, told)


def _text_of(run: Run, before: Vault) -> Callable[[str], str]:
    return lambda path: before.around.text(path) if path in before.notes else run.text(path)


def _exists(before: Vault) -> Callable[[str], bool]:
    """Whether a repository path is a file or folder, before anything moves."""
    prefix = before.around.prefix
    return lambda path: path.removeprefix(prefix) in before.files or before.around.exists(path)


def _of_addresses(
    vault: Vault, text: Callable[[str], str], addresses: Readdressing | Reanchoring, moves: Moves
) -> list[Edit]:
    """The edits of what only a forge follows, in notes and in extra pages. What is generated in them is left."""
    generated = _generated_place(vault, text)
    edits = []
    for page in (*vault.notes.values(), *vault.extras.values()):
        if page.path in vault.extras or page.is_markdown:
            found = addresses.edits(page, text(page.path))
            edits += [edit for edit in found if not generated(page, edit.span)]
    return edits


def _of_markers(vault: Vault, text: Callable[[str], str], change: marker_renames.Change) -> Iterator[Edit]:
    """The edits of the arguments of regions."""
    for page in (*vault.notes.values(), *vault.extras.values()):
        if page.document.regions:
            yield from marker_renames.remarked(page, text(page.path), change)


def _generated_link(vault: Vault, text: Callable[[str], str]) -> Callable[[Note, Link], bool]:
    """Whether a link is written by `vaulttool index`."""
    generated = _generated_place(vault, text)
    return lambda note, link: generated(note, link.span)


def _generated_place(vault: Vault, text: Callable[[str], str]) -> Callable[[Note, Span], bool]:
    kinds = engine.kinds()
    return lambda note, place: bool(note.document.regions) and is_rewritten(note, place, text(note.path), kinds)


def has_generated(run: Run) -> bool:
    """Whether a page has a generated part, or the configuration asks for a whole file."""
    pages = (*run.vault.notes.values(), *run.vault.extras.values())
    return bool(run.sources.outputs) or any(page.document.regions or page.document.figures for page in pages)
