"""A heading or block id under a new name: the edit of its note, and those of the links to it.

As with files, what is written for a link led nowhere in the note as it was, or to the same place. So a rename that was
broken off is completed by the same command, whichever notes were written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from vaulttool.model import anchors
from vaulttool.model.anchors import Anchors
from vaulttool.model.finding import Edit
from vaulttool.model.linking import heading_link
from vaulttool.model.relinking import Left
from vaulttool.model.vault import Note, Vault
from vaulttool.parsing.document import Block, Document, Heading, Link
from vaulttool.parsing.forge_anchors import slug
from vaulttool.parsing.respelling import respelled
from vaulttool.text.names import heading_key
from vaulttool.text.span import Span
from vaulttool.text.url import fully_decoded

BLOCK_BEHIND = re.compile(r"\s\^[A-Za-z0-9-]+\s*\Z")
LOST_IN_A_DESTINATION = re.compile(
    r'[:<>\\&%"`?]'
)  # marks that a heading's link may leave out and a URL reads otherwise


class AnchorRename(NamedTuple):
    """A heading or block of a note, as it stands there, and its new title or id."""

    path: str
    place: Heading | Block
    new: str

    @property
    def old(self) -> str:
        """The title or id that it had."""
        return title(self.place) if isinstance(self.place, Heading) else self.place.id

    def at_place(self, text: str) -> Span:
        """What of the note's text is replaced."""
        if isinstance(self.place, Block):
            return Span(self.place.span.end - len(self.place.id), self.place.span.end)
        start = text.index(title(self.place), self.place.span.start) if title(self.place) else self.place.span.start
        return Span(start, start + len(title(self.place)))


def title(heading: Heading) -> str:
    """A heading's text without a block id behind it."""
    return BLOCK_BEHIND.sub("", heading.title)


def with_title(document: Document, place: Heading | Block, name: str) -> Document:
    """A document in which a heading or block has another title or id; places stay those of the text."""
    if isinstance(place, Block):
        blocks = [msgspec.structs.replace(one, id=name) if one == place else one for one in document.blocks]
        return msgspec.structs.replace(document, blocks=tuple(blocks))
    behind = place.title[len(title(place)) :]
    headings = [msgspec.structs.replace(one, title=name + behind) if one == place else one for one in document.headings]
    return msgspec.structs.replace(document, headings=tuple(headings))


def anchors_of(document: Document) -> tuple[list[tuple[str, int, bool]], list[str]]:
    """The headings and block ids of a document, wherever they stand."""
    return [(one.title, one.level, one.top) for one in document.headings], [one.id for one in document.blocks]


def own_edit(vault: Vault, rename: AnchorRename) -> Edit:
    """The edit of the note itself. It is to be written last: as long as it is not, the heading or block is found by its
    old name, and the rename can be begun again."""
    return Edit(rename.path, rename.at_place(vault.around.text(rename.path)), rename.new)


def reanchored(vault: Vault, rename: AnchorRename, left: Left = lambda note, link: False) -> list[Edit]:
    """The edits of links in the notes and canvases of a vault, in which the heading or block has its old name."""
    note = vault.notes[rename.path]
    before = Anchors(note.document)
    after = Anchors(with_title(note.document, rename.place, rename.new))
    found = {}
    for source in vault.notes.values():
        for link in source.document.links:
            if not anchors.parts(link.subpath) or link.templated or left(source, link):
                continue
            if vault.resolve(link, source.path).target == rename.path:
                wanted = _wanted(link, rename, before, after)
                if wanted is not None and (edit := _edit(vault, source, link, wanted)):
                    found[source.path, edit.span] = edit
    return list(found.values())


def _edit(vault: Vault, source: Note, link: Link, subpath: str) -> Edit | None:
    text = vault.around.text(source.path)
    found = respelled(text, link, not source.is_markdown, link.link, subpath)
    return Edit(source.path, found.span, found.text) if found else None


def _wanted(link: Link, rename: AnchorRename, before: Anchors, after: Anchors) -> str | None:
    """The subpath to write; None where the link may stay as it is."""
    meant = before.find(link.subpath)
    if meant is None:
        return _as_slug(link, rename, before)
    if isinstance(meant, Block):
        return f"#^{rename.new}" if meant == rename.place and meant.id != rename.new else None
    return _of_heading(link, rename, meant, before, after) if isinstance(meant, Heading) else None


def _of_heading(link: Link, rename: AnchorRename, meant: Heading, before: Anchors, after: Anchors) -> str | None:
    asked = anchors.parts(link.subpath)
    steps = list(zip(asked, before.trail(asked), strict=True))
    named = [_named(part, rename, link, after) if one == rename.place else part for part, one in steps]
    for path in (named, *_longer(meant, rename, link, after)):
        subpath = "".join(f"#{part}" for part in path)
        found = after.find(subpath)
        if isinstance(found, Heading) and found.span == meant.span and before.find(subpath) in (None, meant):
            return None if path == asked else subpath
    return None


def _named(part: str, rename: AnchorRename, link: Link, after: Anchors) -> str:
    """The step that names the heading, with its new title; one that fits as it is and is not its old title stays."""
    if heading_key(part) == heading_key(rename.new) and part != _written(rename.old, link):
        return part
    as_slug = slug(rename.new)
    if link.syntax == "markdown" and part == slug(rename.old) and heading_key(as_slug) == heading_key(rename.new):
        return as_slug
    return _written(rename.new, link)


def _written(name: str, link: Link) -> str:
    """A title as a link names it."""
    if link.syntax == "markdown":
        name = LOST_IN_A_DESTINATION.sub(" ", name)
    return heading_link(name)


def _longer(meant: Heading, rename: AnchorRename, link: Link, after: Anchors) -> Iterator[list[str]]:
    """The path of headings that leads to one, with more and more of those above it."""
    headings = list(after.headings)
    index = next(index for index, one in enumerate(headings) if one.span == meant.span)
    chain = [headings[index]]
    for one in reversed(headings[:index]):
        if one.level < chain[0].level:
            chain.insert(0, one)
            yield [_written(title(each), link) for each in chain]


def _as_slug(link: Link, rename: AnchorRename, before: Anchors) -> str | None:
    """The subpath of a Markdown link that only a forge follows, by the anchor that it gives to the heading."""
    if link.syntax != "markdown" or not isinstance(rename.place, Heading):
        return None
    as_slug = "#" + slug(rename.new)
    is_ours = fully_decoded(link.subpath) == "#" + slug(rename.old) and as_slug != link.subpath
    return as_slug if is_ours and before.find(as_slug) in (None, rename.place) else None
