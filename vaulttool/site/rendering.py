"""A note as HTML, with its links as Obsidian resolves them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape

from vaulttool.model.vault import Note, Vault
from vaulttool.parsing.document import Link
from vaulttool.parsing.frontmatter import read as front_matter
from vaulttool.parsing.markdown import blocks
from vaulttool.parsing.note_places import NotePlaces
from vaulttool.site.markup import as_html
from vaulttool.site.names import address, title
from vaulttool.site.stand_ins import StandIns, foreign
from vaulttool.text.span import Span

LONGEST = 1_000_000  # characters that are read as Markdown; longer notes are shown as they are written
NOWHERE = '<span class="unseen"> (leads nowhere)</span>'
Piece = tuple[Span, str]  # a stretch of a note, and what is put in its place


class Rendering:
    """Renders the notes of one vault. ``has_page`` tells of a vault path whether the site has a page for it, ``image``
    gives the address of a picture that the site has, seen from a note's page; empty where it has none."""

    def __init__(self, vault: Vault, has_page: Callable[[str], bool], image: Callable[[str], str]) -> None:
        self._vault = vault
        self._has_page = has_page
        self._image = image

    def body(self, note: Note, text: str) -> str:
        """The body of a note."""
        text = foreign(text)
        start = front_matter(text).body_start
        if len(text) <= LONGEST:
            stand_ins = StandIns()
            shown = _replaced(text, start, sorted(self._pieces(note, text, start, stand_ins), key=_place))
            try:
                return as_html(shown, stand_ins)
            except RecursionError:
                pass
        return f'<pre tabindex="0">{escape(text[start:])}</pre>\n'

    def _pieces(self, note: Note, text: str, start: int, stand_ins: StandIns) -> Iterator[Piece]:
        """What is put in the place of what."""
        for comment in NotePlaces(text, blocks(text, start)).comments:
            yield comment, ""
        for link in note.document.links:
            if link.kind in ("link", "embed") and link.span.start >= start:
                yield link.span, stand_ins.put(self.link(note.path, link), link.span.of(text))
        for tag in note.document.tags:
            if tag.span.start >= start:
                yield tag.span, stand_ins.put(f'<span class="tag">{escape(tag.span.of(text))}</span>', "")
        for heading in note.document.headings:
            at = heading.span.start + len(heading.span.of(text)) - len(heading.span.of(text).lstrip())
            yield Span(at, at), stand_ins.put(f'<a id="{anchor(heading.span)}"></a>', "")
        for block in note.document.blocks:
            yield block.span, stand_ins.put(f'<a id="{anchor(block.span)}"></a>', "")

    def link(self, source: str, link: Link) -> str:
        """A link, as the page of the note ``source`` shows it."""
        target = self._vault.resolve(link, source).target
        words = escape((link.display or "").strip() or _words(link))
        if target is None and link.link:
            if self._vault.in_repository(link, source):
                return f'<span class="file" title="{escape(link.whole)}">{words}</span>'
            return f'<span class="broken" title="{escape(link.whole)}">{words}{NOWHERE}</span>'
        target = target or source
        if link.kind == "embed" and (picture := self._image(target)):
            alternative = "" if (link.display or "").strip().replace("x", "").isdigit() else words
            return f'<img class="embed" loading="lazy" src="{escape(picture)}" alt="{alternative}">'
        if not self._has_page(target):
            return f'<span class="file" title="{escape(target)}">{words}</span>'
        where = address(target).rpartition("/")[2] + self._fragment(target, link.subpath)
        kind = "embedded" if link.kind == "embed" else "in"
        return f'<a class="{kind}" href="{where}">{words}</a>'

    def _fragment(self, target: str, subpath: str) -> str:
        """Where in a page a link leads."""
        found = self._vault.anchors(target) if subpath else None
        place = found.find(subpath) if found else None
        return f"#{anchor(place.span)}" if place else ""


def anchor(span: Span) -> str:
    """The id of a heading or block in its page."""
    return f"at-{span.start}"


def _words(link: Link) -> str:
    """What a link says that has no words of its own."""
    steps = [step for step in link.subpath.split("#") if step]
    return " > ".join([*([title(link.link)] if link.link else []), *steps]) or "link"


def _place(piece: Piece) -> tuple[int, int]:
    return piece[0].start, -piece[0].end


def _replaced(text: str, start: int, pieces: list[Piece]) -> str:
    """The text from ``start`` on with its pieces put in; one that begins within another is left out with it."""
    parts: list[str] = []
    for span, new in pieces:
        if span.start >= start:
            parts += text[start : span.start], new
            start = span.end
    return "".join(parts) + text[start:]
