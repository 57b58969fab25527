"""The heading that a link certainly or probably meant, where the one that it names is missing."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from vaulttool.model.anchors import Anchors, parts
from vaulttool.model.finding import Fix
from vaulttool.model.mending import with_anchor
from vaulttool.model.restyled import target_of
from vaulttool.model.suggested import anchor_for, plain_anchor
from vaulttool.model.vault import Note
from vaulttool.parsing.document import Heading, Link
from vaulttool.parsing.forge_anchors import slug, without_selectors
from vaulttool.text.names import heading_key, nearest
from vaulttool.text.url import fully_decoded


class MeantHeading:
    """The heading that one link meant."""

    def __init__(self, note: Note, link: Link, anchors: Anchors) -> None:
        self.note = note
        self.link = link
        self.anchors = anchors
        self.asked = parts(link.subpath)

    def told(self) -> tuple[str | None, Fix | None]:
        """What to write instead, and the fix that writes it."""
        link, anchors = self.link, self.anchors
        if link.syntax == "markdown" and "%" in link.subpath:
            decoded = fully_decoded(link.subpath)
            if anchors.find(decoded):
                help = f'Obsidian leaves some characters encoded in an anchor: write "{_spaced(decoded)}"'
                return help, self._fix(decoded, True)
        last, whole = heading_key(self.asked[-1]), heading_key(link.subpath)
        for heading, key in zip(anchors.headings, anchors.keys, strict=True):
            if len(self.asked) > 1 and key == last:
                help = f'the heading "{heading.title}" is there, but not below "{self.asked[-2]}"'
                return help, self._fix(plain_anchor(heading.title), False, heading)
            if whole in (key, key.replace("-", " ")) or key.replace("-", " ") == last.replace("-", " "):
                help = f'write "{anchor_for(link, heading.title)}": Obsidian takes the heading as it stands'
                return help, self._same()
        if same := self._same():
            return f'write "{same.edits[0].text}"', same
        found = nearest(self.asked[-1], [heading.title for heading in anchors.headings[:500]], likeness=60.0)
        if found is None:
            return None, None
        return f'did you mean "{anchor_for(link, found)}"?', self._fix(plain_anchor(found), False)

    def _same(self) -> Fix | None:
        """The headings that have the words of those asked for, if there is one each."""
        steps = [[one for one in self.anchors.headings if _are_same(one.title, asked)] for asked in self.asked]
        if not all(len(step) == 1 for step in steps):
            return None
        anchor = "".join(plain_anchor(step[0].title) for step in steps)
        last = steps[-1][0]
        by_slug = self.link.syntax == "markdown" and _slug(last.title) == without_selectors(self.link.subpath[1:])
        return self._fix(anchor, not by_slug, last)

    def _fix(self, anchor: str, safe: bool, meant: Heading | None = None) -> Fix | None:
        """The fix that writes an anchor, if it is read as it is written and finds what was meant."""
        found = self.anchors.find(anchor)
        if found is None or (meant is not None and found != meant):
            return None
        written = target_of(self.link, "", anchor)
        return with_anchor(self.note, self.link, written, safe)


def _are_same(title: str, asked: str) -> bool:
    """Whether a heading is the one that is asked for but for marks between the words, or its anchor on a forge is."""
    words = _words(title)
    return (bool(words) and words == _words(asked)) or _slug(title) == without_selectors(asked)


@lru_cache(maxsize=50_000)  # each is asked for by every link that misses another
def _words(title: str) -> list[str]:
    """The words and numbers of a heading; currencies count, apostrophes do not."""
    plain = unicodedata.normalize("NFKC", title).casefold()
    kept = (one if one.isalnum() or unicodedata.category(one) == "Sc" else " " for one in plain if one not in "'’‘")
    return "".join(kept).split()


@lru_cache(maxsize=50_000)
def _slug(title: str) -> str:
    return without_selectors(slug(title))


def _spaced(anchor: str) -> str:
    """An anchor in a Markdown link, where a space must be encoded."""
    return anchor.replace(" ", "%20")
