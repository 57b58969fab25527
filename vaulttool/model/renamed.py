"""The files that a rename changes, each with its new text, in which every link is read again to prove it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from vaulttool.errors import VaultError
from vaulttool.model.edits import edited
from vaulttool.model.finding import Edit
from vaulttool.model.relinking import Left
from vaulttool.model.renames import Moves, as_after
from vaulttool.model.vault import Note, Vault
from vaulttool.parsing.canvas import parse_canvas
from vaulttool.parsing.document import Document, Link
from vaulttool.parsing.html import parse_html
from vaulttool.parsing.note import parse
from vaulttool.text.span import Lines

NOTHING_MOVES = Moves({})


class FileText(NamedTuple):
    """A file whose text changes, by its path from the vault's root before and after; ``before`` is None for one that is
    new, ``parts`` counts the places."""

    path: str
    new_path: str
    before: str | None
    after: str
    parts: int


def texts(
    vault: Vault, moves: Moves, edits: Iterable[Edit], text: Callable[[str], str] | None = None
) -> list[FileText]:
    """The new texts of notes, canvases and extra pages, in the order of their paths; ``text`` gives the old ones."""
    text = text or vault.around.text
    by_path: dict[str, list[Edit]] = {}
    for edit in edits:
        by_path.setdefault(edit.path, []).append(edit)
    found = []
    for path, some in sorted(by_path.items()):
        before, page = text(path), vault.page(path)
        if page is None or read(path, before) != page.document:  # places of another text would cut words
            raise VaultError(f'"{path}" has changed since it was read', "run it again")
        found.append(FileText(path, moves.new(path), before, edited(before, some), len(some)))
    return found


def read(path: str, text: str) -> Document:
    """What a note, canvas or extra page says."""
    if path.lower().endswith((".html", ".htm")):
        return parse_html(text)
    return parse_canvas(text) if path.lower().endswith(".canvas") else parse(text)


def after(vault: Vault, moves: Moves, changed: Iterable[FileText]) -> Vault:
    """The vault with its new paths and texts."""
    written = {one.new_path: one.after for one in changed}
    documents = {path: read(path, text) for path, text in written.items() if moves.back.new(path) in vault.notes}
    return as_after(vault, moves, documents, written)


def refuse_misread(before: Vault, then: Vault, moves: Moves, changed: Iterable[FileText], left: Left) -> None:
    """``VaultError`` for a link in a new text that is not read as what it was, or leads elsewhere; those that are
    ``left``, since they are generated, are to follow."""
    for one in changed:
        if one.path not in before.notes:
            continue
        note, new = before.notes[one.path], then.notes[one.new_path]
        pairs = _paired(note, new)
        wrong = next(
            (
                old
                for old, link in pairs
                if not _agree(before, then, moves, note, new, old, link) and not left(note, old)
            ),
            None,
        )
        if wrong is not None or len(note.document.links) != len(new.document.links):
            at = Lines(one.before or "").position(wrong.span.start if wrong else 0)
            raise VaultError(
                f"{one.path}:{at.line}:{at.column}: no link to the new name would be read as one here",
                "choose a name with fewer marks in it",
            )


def _paired(note: Note, new: Note) -> list[tuple[Link, Link]]:
    return list(zip(*(sorted(each.document.links, key=lambda link: link.span) for each in (note, new)), strict=False))


def _agree(before: Vault, then: Vault, moves: Moves, note: Note, new: Note, old: Link, link: Link) -> bool:
    """Whether two links are one, before and after."""
    if (old.kind, old.syntax) != (link.kind, link.syntax):
        return False
    if old.syntax == "wiki" and old.display != link.display:  # that of a Markdown link may hold links
        return False
    target = before.resolve(old, note.path).target
    if target is None:
        return True
    found = then.resolve(link, new.path).target
    if found != moves.new(target):
        return False
    return not old.subpath or _anchor(before, target, old.subpath) == _anchor(then, found, link.subpath)


def _anchor(vault: Vault, path: str, subpath: str) -> tuple[str, int] | None:
    """Which of the headings, blocks or footnotes of a note a subpath names."""
    known = vault.anchors(path)
    found = known.find(subpath) if known else None
    if found is None or known is None:
        return None
    document = vault.notes[path].document
    spans = [
        *(one.span for one in document.headings),
        *(one.span for one in document.blocks),
        *(one.span for one in document.footnotes),
    ]
    return type(found).__name__, spans.index(found.span)
