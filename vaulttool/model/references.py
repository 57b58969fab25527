"""Who refers to a file, a heading or a block: the links that lead there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from vaulttool.model.anchors import parts
from vaulttool.model.vault import Note, Vault
from vaulttool.parsing.document import Block, Footnote, Heading, Link

Anchor = Heading | Block | Footnote


class Reference(NamedTuple):
    """A link that leads to what was asked about, and the note that holds it."""

    note: Note
    link: Link


def references(
    vault: Vault, path: str, anchor: Anchor | None = None, among: Callable[[], Iterable[str]] | None = None
) -> Iterator[Reference]:
    """The links that lead to a file, or only those to an anchor of it, in the order of the vault.

    ``among`` gives the notes in which such links can stand, where that is known; else all are looked at.
    """
    paths = sorted({*among(), path}) if among else vault.notes
    for source in paths:
        note = vault.notes.get(source)
        for link in note.document.links if note else ():
            if vault.resolve(link, source).target == path and (anchor is None or _leads_to(vault, path, link, anchor)):
                yield Reference(note, link)  # type: ignore[arg-type]  # one without a note has no links


def _leads_to(vault: Vault, path: str, link: Link, anchor: Anchor) -> bool:
    """Whether a link to a file leads to an anchor of it."""
    known = vault.anchors(path)
    return bool(parts(link.subpath)) and known is not None and known.find(link.subpath) == anchor
