"""Where a link leads on a forge: paths are relative to the note's folder, their case counts, anchors are slugs."""

from __future__ import annotations

import posixpath
from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

from vaulttool.model.vault import Vault
from vaulttool.parsing import forge
from vaulttool.parsing.forge import ForgeReading
from vaulttool.parsing.forge_anchors import without_selectors
from vaulttool.text.url import fully_decoded

TOP = "."


class Page(NamedTuple):
    """What of one note can be linked to on a forge: anchors of headings by place, and all anchors in any form."""

    headings: dict[int, str]
    ids: frozenset[str]
    anchors: frozenset[str]


class Forge:
    """A vault as a forge shows it. ``text`` gives the text of a note by its vault path."""

    def __init__(self, vault: Vault, text: Callable[[str], str] | None = None) -> None:
        self.vault = vault
        self.text = text or vault.around.text
        self.prefix = vault.around.prefix
        self._pages: dict[str, Page] = {}

    def reading(self, path: str) -> ForgeReading:
        """A note as a forge reads it."""
        found = forge.read(self.text(path))
        if path not in self._pages:
            self._pages[path] = _page(found)
        return found

    def page(self, path: str) -> Page:
        """What of a note can be linked to; each note is read once for it."""
        if path not in self._pages:
            self.reading(path)
        return self._pages[path]

    def find(self, path: str, source: str) -> str | None:
        """The repository path of the file or folder that a decoded path names in the note ``source``.

        ``.`` is the repository's top. None where it names nothing or leaves the repository.
        """
        place = self.place(path, source)
        return place if place is not None and self._exists(place) else None

    def find_without_case(self, path: str, source: str) -> str | None:
        """The vault file that the path would name if letters' case did not count, as a repository path."""
        place = self.place(path, source)
        lower = place.lower() if place else ""
        return next((self.prefix + found for found, known in self._named(lower) if known == lower), None)

    def place(self, path: str, source: str) -> str | None:
        """The repository path that a decoded path means, there or not; None where it leaves the repository."""
        if not path:
            return self.prefix + source
        folder = "" if path.startswith("/") else posixpath.dirname(self.prefix + source)
        place = posixpath.normpath(posixpath.join(folder, path.lstrip("/") if path.startswith("/") else path))
        return None if place == ".." or place.startswith("../") else place

    def in_vault(self, place: str | None) -> str | None:
        """The vault path of a repository path; None for a folder and for what lies outside."""
        if place is None or not place.startswith(self.prefix):
            return None
        path = place[len(self.prefix) :]
        return path if path in self.vault.files else None

    def is_folder(self, place: str) -> bool:
        """Whether a repository path is the top or a folder of the vault."""
        return place == TOP or place in self._folders

    def has_anchor(self, path: str | None, fragment: str | None) -> bool | None:
        """Whether a note has an anchor; None where there is nothing to check: no fragment, no note of the vault."""
        if not fragment or path is None:
            return None
        note = self.vault.notes.get(path)
        if note is None or not note.is_markdown or note.problem:
            return None
        decoded = fully_decoded(fragment)
        known = self.page(path).anchors
        return decoded.lower() == "top" or any(
            form in known for form in (fragment, decoded, without_selectors(decoded))
        )

    def nearest_anchor(self, path: str, fragment: str) -> str | None:
        """The anchor that is the same but for letters' case."""
        lower = fully_decoded(fragment).lower()
        page = self.page(path)
        return next((known for known in [*page.headings.values(), *page.ids] if known.lower() == lower), None)

    def _exists(self, place: str) -> bool:
        return self.in_vault(place) is not None or self.is_folder(place) or self.vault.around.exists(place)

    def _named(self, lower: str) -> list[tuple[str, str]]:
        """The vault's files of the name that a lower-cased repository path ends in."""
        named = self.vault.index.by_name.get(posixpath.basename(lower), [])
        return [(path, self.prefix.lower() + known) for path, known in named]

    @cached_property
    def _folders(self) -> frozenset[str]:
        """The repository paths of the vault's folders."""
        found: set[str] = set()
        for path in self.vault.files:
            folder = posixpath.dirname(self.prefix + path)
            while folder and folder not in found:
                found.add(folder)
                folder = posixpath.dirname(folder)
        return frozenset(found)


def _page(reading: ForgeReading) -> Page:
    headings = {heading.span.start: heading.anchor for heading in reading.headings}
    anchors = {*headings.values(), *reading.ids}
    return Page(headings, frozenset(reading.ids), frozenset(anchors | {without_selectors(known) for known in anchors}))
