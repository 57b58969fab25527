"""Addresses that a forge or a browser reads, after files have moved or a heading has another anchor.

They are those of pages outside the vault, and in notes the definitions of links and the attributes of HTML, of which
Obsidian knows nothing.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from html import escape
from urllib.parse import quote

from vaulttool.model.anchor_renames import AnchorRename
from vaulttool.model.finding import Edit
from vaulttool.model.renames import Moves
from vaulttool.model.vault import Note
from vaulttool.parsing.addresses import Address, addresses, escaped, html_addresses, plain
from vaulttool.parsing.document import Document
from vaulttool.parsing.forge import SCHEME, plain_text
from vaulttool.parsing.forge_anchors import Anchors
from vaulttool.parsing.links import unescaped
from vaulttool.text.url import fully_decoded

SAFE = "!$&'*+,;=:@~"
HTML = (".html", ".htm")


class Readdressing:
    """What becomes of an address: ``prefix`` is the vault's place in the repository, ``exists`` tells of a path there
    whether it is a file or folder, before anything moves."""

    def __init__(self, prefix: str, moves: Moves, exists: Callable[[str], bool]) -> None:
        self.prefix = prefix
        self.moves = moves
        self.exists = exists

    def edits(self, page: Note, text: str) -> Iterator[Edit]:
        """The edits of a page: of all its addresses where it lies outside the vault."""
        if page.path not in self.moves.files and not any(word in text for word in self._words):
            return
        for address in _all(page, text):
            written = address.span.of(text)
            new = self._new(plain(written, address.in_html), page.path)
            if new is not None:
                yield Edit(page.path, address.span, escaped(new, address.in_html))

    @cached_property
    def _words(self) -> frozenset[str]:
        """What a text holds that names something which moves."""
        moved = self.moves.files if self.moves.folder is None else self.moves.folder[:1]
        names = {posixpath.basename(path) for path in moved}
        return frozenset(form for name in names for form in (name, quote(name), name.replace(" ", "%20"), escape(name)))

    def _new(self, written: str, source: str) -> str | None:
        """An address with its new path; None where it may stay."""
        path, rest = _parted(written)
        if not path or SCHEME.match(path):
            return None
        place = self._place(path, source)
        if place is None:
            return None
        here = posixpath.normpath(self.prefix + self.moves.new(source))
        new = self.moves.new_place(place, self.prefix)
        if self._place(path, self.moves.new(source)) == new or not self.exists(place):
            return None
        relative = posixpath.relpath("/" + new, "/" + posixpath.dirname(here))
        before = self._place(relative, source)
        is_doubtful = before is not None and self.exists(before) and self.moves.new_place(before, self.prefix) != new
        if path.startswith("/") or is_doubtful:  # where it led elsewhere before, nobody could tell whether it is done
            relative = "/" + new
        elif path.startswith("./") and not relative.startswith("../"):
            relative = "./" + relative
        return _spelled(relative, path) + ("/" if path.endswith("/") else "") + rest

    def _place(self, path: str, source: str) -> str | None:
        """The repository path that an address names; None where it leaves the repository."""
        folder = "" if path.startswith("/") else posixpath.dirname(posixpath.normpath(self.prefix + source))
        place = posixpath.normpath(posixpath.join(folder, fully_decoded(path).lstrip("/")))
        return None if place == ".." or place.startswith("../") else place


class Reanchoring:
    """The new anchor of a heading in addresses that lead to its note."""

    def __init__(self, prefix: str, rename: AnchorRename, before: Document, after: Document) -> None:
        self.prefix = prefix
        self.note = posixpath.normpath(prefix + rename.path)
        self.new = new_anchors(before, after)

    def edits(self, page: Note, text: str) -> Iterator[Edit]:
        """The edits of a page."""
        if not any(anchor in text or quote(anchor) in text for anchor in self.new):
            return
        for address in _all(page, text):
            written = plain(address.span.of(text), address.in_html)
            path, mark, anchor = written.partition("#")
            wanted = self.new.get(fully_decoded(anchor)) if mark and not SCHEME.match(path) else None
            if wanted is not None and self._leads(path, page.path):
                yield Edit(page.path, address.span, escaped(f"{path}#{wanted}", address.in_html))

    def _leads(self, path: str, source: str) -> bool:
        here = posixpath.normpath(self.prefix + source)
        if not path:
            return here == self.note
        folder = "" if path.startswith("/") else posixpath.dirname(here)
        plain_path = fully_decoded(path.partition("?")[0])
        return posixpath.normpath(posixpath.join(folder, plain_path.lstrip("/"))) == self.note


def new_anchors(before: Document, after: Document) -> Mapping[str, str]:
    """For each anchor that a forge gives to a heading before a rename, the one that it has afterwards, where that is
    another and meant nothing before."""
    old, new = _anchors(before), _anchors(after)
    return {one: other for one, other in zip(old, new, strict=True) if one != other and other not in old}


def _anchors(document: Document) -> list[str]:
    known = Anchors()
    return [known.next(plain_text(heading.title, {})) for heading in document.headings]


def _all(page: Note, text: str) -> Iterator[Address]:
    """The addresses of a page that no link of Obsidian's has."""
    if page.path.lower().endswith(HTML):
        yield from html_addresses(text)
        return
    if page.path.startswith("../"):
        links = [link for link in page.document.links if link.syntax == "markdown"]
        yield from (Address(link.target_span, False) for link in links)
    yield from addresses(text)


def _parted(address: str) -> tuple[str, str]:
    """The path of an address, and its query and anchor."""
    at = min((place for place in (address.find("?"), address.find("#")) if place >= 0), default=len(address))
    return unescaped(address[:at]), address[at:]


def _spelled(new: str, old: str) -> str:
    """A path as an address writes it; the steps that it has in common with the old one as they stand there."""
    known = {fully_decoded(step): step for step in old.split("/")}
    letters = SAFE if "%C" in old.upper() or "%E" in old.upper() else None
    return "/".join(known.get(step) or _encoded(step, letters) for step in new.split("/"))


def _encoded(step: str, letters: str | None) -> str:
    if letters is not None:
        return quote(step, safe=letters)
    return "".join(quote(mark, safe=SAFE) if mark.isascii() or mark.isspace() else mark for mark in step)
