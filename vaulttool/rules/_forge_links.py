"""The links of a note that a forge follows elsewhere: what the rule `forge-link` says of each."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vaulttool.model.difference_kinds import Kind
from vaulttool.model.finding import Edit, Finding, Fix
from vaulttool.model.forge import Forge
from vaulttool.model.link_differences import destination_kind
from vaulttool.model.rewriting import anchor_for_both, path_for_both
from vaulttool.model.rule import Context
from vaulttool.model.vault import Note
from vaulttool.parsing.document import Link
from vaulttool.parsing.forge import ForgeLink
from vaulttool.parsing.links import destination
from vaulttool.text.span import Span

TEMPLATE = re.compile(r"\{\{|<%")
COLON_WITHOUT_SCHEME = re.compile(r"\]\(\s*+<?+(?![A-Za-z][A-Za-z0-9+.-]*+:)\(?+[^\s<>():]*+:")
OBSIDIAN_MISSES = frozenset((Kind.ANCHOR_BY_SLUG, Kind.ANCHOR_BY_ID))
ANCHORS = frozenset((Kind.ANCHOR_BY_TEXT, Kind.BLOCK_ANCHOR, Kind.FOOTNOTE_ANCHOR))


def findings(context: Context) -> Iterator[Finding]:
    """The findings of all notes."""
    forge = Forge(context.vault)
    for note in context.notes:
        if note.is_markdown and not note.problem:
            yield from _Links(context, forge, note).findings()


class _Links:
    """The links of one note."""

    def __init__(self, context: Context, forge: Forge, note: Note) -> None:
        self.context = context
        self.vault = context.vault
        self.forge = forge
        self.note = note
        self.text = forge.text(note.path)

    def findings(self) -> Iterator[Finding]:
        """What is to be said of them; a note without a link that matters is not read as a forge does."""
        recorded = [link for link in self.note.document.links if link.syntax == "markdown" and not link.templated]
        if not recorded and "]:" not in self.text and not COLON_WITHOUT_SCHEME.search(self.text):
            return
        reading = self.forge.reading(self.note.path)
        inline = {link.span.start: link for link in reading.links if link.kind != "html" and not link.label}
        for link in recorded:
            yield from self._recorded(link, inline.pop(link.span.start, None))
        dropped = [link for link in inline.values() if ":" in link.href]
        for other in (*reading.definitions, *dropped):
            if not other.external and not TEMPLATE.search(other.href):
                yield from self._unrecorded(other)

    def _recorded(self, link: Link, other: ForgeLink | None) -> Iterator[Finding]:
        """A link that Obsidian records: if it leads somewhere there, it must lead to the same on a forge."""
        ours = self.vault.resolve(link, self.note.path).target
        if ours is None:
            return
        if other is None:
            yield self._finding(link.span, f'a forge reads no link in "{link.span.of(self.text)}"')
            return
        kind = destination_kind(self.forge, self.note, link, other)
        if kind is True or kind in ANCHORS:
            yield from self._anchor(link, other, ours, kind)
        elif kind not in OBSIDIAN_MISSES:
            span = Span(link.target_span.start, link.anchor_start)
            yield self._path(span, link, other, ours, kind)

    def _path(self, span: Span, link: Link, other: ForgeLink, ours: str | None, kind: Kind | None) -> Finding:
        """A path that a forge does not follow to the same file."""
        theirs = self.forge.find(other.path, self.note.path)
        message = f'on a forge, "{span.of(self.text)}" leads to ' + (f'"{theirs}"' if theirs else "no file")
        better = path_for_both(self.forge, self.note, ours) if ours else None
        if better is None:
            return self._finding(span, message, kind.sentence if kind else None)
        anchor = self._anchor_edits(link, other, ours or "")
        fix = Fix("write the path", (self._edit(span, better), *anchor), safe=True) if anchor is not None else None
        return self._finding(span, message, f'write "{better}"', fix)

    def _anchor_edits(self, link: Link, other: ForgeLink, ours: str) -> list[Edit] | None:
        """What is to be written for the anchor once the path is right; None where no anchor would do for both."""
        fragment = other.fragment or ""
        if self.forge.has_anchor(ours, fragment) is not False:
            return []
        exact, both = anchor_for_both(self.forge, ours, link.subpath, fragment)
        if not (exact and both):
            return None
        return [self._edit(Span(link.anchor_start, link.target_span.end), "#" + exact)]

    def _anchor(self, link: Link, other: ForgeLink, ours: str, kind: Kind | bool | None) -> Iterator[Finding]:
        """An anchor that a forge does not know, if Obsidian does or if it is only the case that is wrong."""
        fragment = other.fragment or ""
        if self.forge.has_anchor(ours, fragment) is not False:
            return
        span = Span(link.anchor_start, link.target_span.end)
        where = "this note" if ours == self.note.path else f'"{ours}"'
        message = f'on a forge, {where} has no anchor "{span.of(self.text)}"'
        exact, both = anchor_for_both(self.forge, ours, link.subpath, fragment)
        if exact and both:
            fix = Fix("write the anchor", (self._edit(span, "#" + exact),), True)
            yield self._finding(span, message, f'write "#{exact}", which both find', fix)
        elif exact:
            yield self._finding(span, message, f'the anchor there is "#{exact}", which Obsidian does not find')
        elif isinstance(kind, Kind):
            yield self._finding(span, message, kind.sentence)

    def _unrecorded(self, other: ForgeLink) -> Iterator[Finding]:
        """A link that no other rule speaks of, since Obsidian does not record it: both must find what it names."""
        theirs = self.forge.find(other.path, self.note.path)
        if theirs is None:
            yield self._finding(other.span, f'on a forge, "{other.path}" leads to no file', self._better(other))
        elif self.forge.has_anchor(path := self.forge.in_vault(theirs), other.fragment) is False:
            exact, _ = anchor_for_both(self.forge, path or "", "#" + (other.fragment or ""), other.fragment or "")
            help = f'the anchor there is "#{exact}"' if exact else None
            yield self._finding(other.span, f'on a forge, "{path}" has no anchor "#{other.fragment}"', help)
        else:
            yield from self._missed_by_obsidian(other)

    def _missed_by_obsidian(self, other: ForgeLink) -> Iterator[Finding]:
        """A link that a forge follows and Obsidian, asked for the same, does not."""
        link = self._as_obsidian(other)
        kind = destination_kind(self.forge, self.note, link, other) if link else Kind.COLON
        if other.href and kind is not True:
            message = f'"{other.href}" leads somewhere on a forge, and not to the same in Obsidian'
            yield self._finding(other.span, message, kind.sentence if kind else None)

    def _better(self, other: ForgeLink) -> str | None:
        """What to write for a target that only Obsidian would find."""
        link = self._as_obsidian(other)
        ours = self.vault.resolve(link, self.note.path).target if link else None
        better = path_for_both(self.forge, self.note, ours) if ours else None
        return f'write "{better}"' if better else None

    def _as_obsidian(self, other: ForgeLink) -> Link | None:
        """The link that Obsidian would make of the same target; None where it would make none."""
        link = destination(other.href, other.span.start, other.span, "", "link") if other.href else None
        return link if isinstance(link, Link) else None

    def _finding(self, span: Span, message: str, help: str | None = None, fix: Fix | None = None) -> Finding:
        return self.context.finding(self.note.path, span, message, help, fix=fix)

    def _edit(self, span: Span, text: str) -> Edit:
        return Edit(self.note.path, span, text)
