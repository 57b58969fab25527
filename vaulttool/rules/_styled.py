"""A link written in the other style, with the same target, anchor and label."""

from __future__ import annotations

import re

import msgspec

from vaulttool.model.anchors import parts
from vaulttool.model.forge import Forge
from vaulttool.model.restyled import target_of
from vaulttool.model.rewriting import anchor_for_both, path_for_both
from vaulttool.model.rule import Context
from vaulttool.model.shortest import shortest
from vaulttool.model.vault import Note
from vaulttool.parsing.document import Heading, Link
from vaulttool.parsing.table_rows import in_a_row

MARKED = re.compile(r"==|[*`~<$\\#^|\[\]&\r\n]|(?<!\w)_|_(?!\w)|%%")  # what a label may mean only in one style
BOUND = ("!", "[", "]", "^", "\\")  # before a link they make something else of it
PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".bmp", ".avif")


class Styled:
    """Writes the links of one note."""

    def __init__(self, context: Context, forge: Forge, note: Note) -> None:
        self.vault = context.vault
        self.note = note
        self.text = context.sources.page_text(note)
        self.forge = forge

    def written(self, link: Link) -> str | None:
        """The link in the other style; None for one that leads nowhere, or would lose something."""
        tied = self.vault.resolve(link, self.note.path).tied
        before = self.text[link.span.start - 1 : link.span.start]
        if len(tied) != 1 or self.vault.has_anchor(tied[0], link.subpath) is False or before in BOUND:
            return None
        return self._as_markdown(link, tied[0]) if link.syntax == "wiki" else self._as_wikilink(link, tied[0])

    def _as_markdown(self, link: Link, path: str) -> str | None:
        embed = link.kind == "embed"
        label = link.display if link.display is not None or embed else _shown(link.link, link.subpath)
        if MARKED.search(label or "") or (not label and not embed):
            return None
        if embed and not path.lower().endswith(PICTURES):
            return None
        target = "" if path == self.note.path and not link.link else path_for_both(self.forge, self.note, path)
        anchor = self._anchor(link, path)
        if target is None or anchor is None or not target + anchor:
            return None
        return f"{'!' if embed else ''}[{label or ''}]({target}{anchor})"

    def _anchor(self, link: Link, path: str) -> str | None:
        """The anchor as a Markdown link has it: the one that a forge knows too, if both find the same by it."""
        if not parts(link.subpath):
            return ""
        anchors = self.vault.anchors(path)
        if anchors is not None and isinstance(anchors.find(link.subpath), Heading):
            exact, both = anchor_for_both(self.forge, path, link.subpath, link.subpath[1:])
            if exact and both:
                return "#" + exact
        return target_of(msgspec.structs.replace(link, syntax="markdown"), "", link.subpath)

    def _as_wikilink(self, link: Link, path: str) -> str | None:
        label, embed = link.display or "", link.kind == "embed"
        if MARKED.search(label) or (not label.strip() and not embed) or not self._is_plain(link):
            return None
        name = "" if path == self.note.path and not link.link else shortest(self.vault.index, path, self.note.path)
        target = target_of(msgspec.structs.replace(link, syntax="wiki"), name, link.subpath)
        if not target:
            return None
        bar = "\\|" if in_a_row(self.text, link.span.start) else "|"
        shown = "" if label in ("", _shown(name, link.subpath)) else bar + label
        return f"{'!' if embed else ''}[[{target}{shown}]]"

    def _is_plain(self, link: Link) -> bool:
        """Whether nothing stands behind the target, such as a title."""
        behind = self.text[link.target_span.end : link.span.end].strip()
        return behind in (")", ">)")


def _shown(name: str, subpath: str) -> str:
    """What Obsidian shows for a wikilink without a label."""
    return " > ".join(part for part in (name, *parts(subpath)) if part)
