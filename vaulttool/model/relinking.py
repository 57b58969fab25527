"""The links of a vault after files have moved: which are written anew, and how.

A pure function from the vault as it was and the moves to edits. Its law: afterwards every link leads to the file that
it led to before. A second law makes a rename that was broken off completable: what is written for a link led nowhere in
the vault as it was, or to the same file. So of any link it can be told whether it has been written anew already.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from vaulttool.model.finding import Edit
from vaulttool.model.link_forms import Ends, can_be_written, forms, is_relative, is_right
from vaulttool.model.renames import Moves, index_after
from vaulttool.model.resolve import Resolution
from vaulttool.model.vault import Note, Vault
from vaulttool.parsing.document import Link
from vaulttool.parsing.respelling import respelled
from vaulttool.text.url import fully_decoded

Left = Callable[[Note, Link], bool]


class CannotRelink(Exception):
    """A link for which nothing can be written, so that Obsidian finds the file: where it stands, where it leads."""

    def __init__(self, source: str, target: str) -> None:
        super().__init__(target)
        self.source = source
        self.target = target


class Relinked(NamedTuple):
    """The edits, by the path that each note had before, and the links that led nowhere and lead somewhere now."""

    edits: tuple[Edit, ...]
    caught: tuple[tuple[Note, Link], ...]


def relinked(vault: Vault, moves: Moves, left: Left = lambda note, link: False) -> Relinked:
    """What to write in the notes and canvases of a vault, which is given as it was before the moves.

    ``left`` says of a link that it is not to be touched, since what it stands in is generated.
    """
    rewriting = Rewriting(vault, moves)
    edits: dict[tuple[str, int], Edit] = {}  # two values of front matter may be one that is named twice
    caught = []
    for note in vault.notes.values():
        for link in note.document.links:
            if not (note.path in moves.files or moves.touches(link.link) or rewriting.may_leave(link)):
                continue
            if left(note, link):
                continue
            if rewriting.is_caught(note, link):
                caught.append((note, link))
            elif (wanted := rewriting.wanted(note, link)) is not None and (edit := rewriting.edit(note, link, wanted)):
                edits[note.path, edit.span.start] = edit
    return Relinked(tuple(edits.values()), tuple(caught))


class Rewriting:
    """The vault before and after, and what links are to be in it."""

    def __init__(self, vault: Vault, moves: Moves) -> None:
        self.vault = vault
        self.moves = moves
        self.after = index_after(vault, moves)

    def may_leave(self, link: Link) -> bool:
        """Whether a link from a note that stays may be one that only a forge can follow, to what moves."""
        if link.syntax != "markdown":
            return False
        path = fully_decoded(link.link) if "%" in link.link else link.link
        folder = self.moves.folder
        by_name = path != link.link and self.moves.touches(path)
        return by_name or (folder is not None and posixpath.basename(folder[0]) in path)

    def is_caught(self, note: Note, link: Link) -> bool:
        """Whether a link that led nowhere leads to a file now."""
        if link.templated or self.vault.resolve(link, note.path).candidates:
            return False
        return bool(self._found(link.link, link, note).candidates)

    def wanted(self, note: Note, link: Link) -> str | None:
        """The linkpath to write; None where the link may stay as it is."""
        if link.kind == "card":
            target = self.vault.resolve(link, note.path).target
            return self.moves.files.get(target or "")
        if self.vault.resolve(link, note.path).target is None:
            return self._outside(note, link)
        return self.path(link.link, note.path, link.syntax == "markdown")

    def path(self, written: str, source: str, markdown: bool = False) -> str | None:
        """The linkpath to write for one in a note (or at the root, by an empty path) that leads to a file of the vault.

        ``CannotRelink`` where there is none.
        """
        before = self.vault.index.resolve(written, source)
        new_source = self.moves.new(source)
        after = self.after.resolve(written, new_source)
        if before.target is None:
            return None
        ends = Ends(source, new_source, before.target, self.moves.new(before.target))
        leads = after.target == ends.new_target and (len(after.tied) == 1 or len(before.tied) > 1)
        if leads and _reads_well(written, ends, markdown):
            return None
        for form in forms(written, ends, markdown, self.vault.index):
            if can_be_written(form, markdown) and self._fits(form, ends, markdown):
                return form
        raise CannotRelink(source, ends.new_target)

    def at_root(self, written: str) -> str | None:
        """The linkpath to write for one in data, which is read at the vault's root."""
        return self.path(written, "")

    def edit(self, note: Note, link: Link, path: str) -> Edit | None:
        """The edit that writes another linkpath."""
        is_canvas = not note.is_markdown
        found = respelled(self.vault.around.text(note.path), link, is_canvas, path, link.subpath)
        return Edit(note.path, found.span, found.text) if found else None

    def _found(self, linkpath: str, link: Link, note: Note) -> Resolution:
        source = self.moves.new(note.path)
        return self.after.resolve("/" + linkpath.lstrip("/") if link.kind == "card" else linkpath, source)

    def _fits(self, form: str, ends: Ends, markdown: bool) -> bool:
        """Whether a linkpath leads to the file and to no other, and in the vault as it was led nowhere, or there, so
        that it could have stayed."""
        if self.after.resolve(form, ends.new_source).tied != (ends.new_target,):
            return False
        before = self.vault.index.resolve(form, ends.source).target
        return before is None or (before == ends.target and _reads_well(form, ends, markdown))

    def _outside(self, note: Note, link: Link) -> str | None:
        """The path to write for a Markdown link that only a forge follows: to a folder, or out of the vault."""
        place = self.vault.in_repository(link, note.path)
        if place is None:
            return None
        prefix = self.vault.around.prefix
        new, source = self.moves.new_place(place, prefix), prefix + self.moves.new(note.path)
        path, mark, query = link.link.partition("?")
        folder = posixpath.dirname(source)
        here = "" if path.startswith("/") else folder
        if posixpath.normpath(posixpath.join(here, fully_decoded(path).lstrip("/"))) == new:
            return None
        relative = posixpath.relpath("/" + new, "/" + folder)
        dotted = f"./{relative}" if path.startswith("./") and not relative.startswith("../") else relative
        for written in ("/" + new,) if path.startswith("/") else (dotted, "/" + new):
            if self._is_for_a_forge(written, link, note.path, new):
                return written + ("/" if path.endswith("/") else "") + mark + query
        return None

    def _is_for_a_forge(self, written: str, link: Link, source: str, place: str) -> bool:
        """Whether a path leads a forge to a place, and led it to no other before; and whether Obsidian finds nothing by
        it, or what is meant, and found nothing before."""
        prefix = self.vault.around.prefix
        after = self.after.resolve(written, self.moves.new(source)).target
        if after not in (None, place.removeprefix(prefix)) or self.vault.index.resolve(written, source).target:
            return False
        before = self.vault.in_repository(msgspec.structs.replace(link, link=written), source)
        return before is None or self.moves.new_place(before, prefix) == place


def _reads_well(written: str, ends: Ends, markdown: bool) -> bool:
    """Whether a link that leads where it should also says so, and a forge goes on to follow it if it did."""
    if not written:
        return True
    if ends.target != ends.new_target and not is_right(written, ends):
        return False
    relative = markdown and is_relative(written, ends.source, ends.target)
    return not relative or is_relative(written, ends.new_source, ends.new_target)
