"""Why a link that one side reads is none on the other, or leads elsewhere there."""

from __future__ import annotations

import posixpath
from typing import Literal

from vaulttool.model.difference_kinds import Kind
from vaulttool.model.forge import Forge
from vaulttool.model.sides import Sides
from vaulttool.model.vault import Note
from vaulttool.parsing.document import Link
from vaulttool.parsing.forge import ForgeLink
from vaulttool.text.names import cleaned
from vaulttool.text.span import Span
from vaulttool.text.url import decoded

Same = Literal[True]


def obsidian_only(link: Link, sides: Sides) -> Kind | None:
    """Why a forge reads no link where Obsidian records a Markdown one."""
    start = link.span.start
    if code := sides.stretch("code_inline", start):
        return _code_kind(sides, code, start)
    if tag := sides.stretch("html_inline", start):
        return Kind.HTML_COMMENT if sides.text.startswith("<!--", tag.start) else None
    if sides.holds_inner_link(link.span) or sides.in_forge_link(start):
        return Kind.NESTED_LINK
    if sides.below_table(start):
        return Kind.BELOW_TABLE
    if sides.stretch("table", start):
        return Kind.SURPLUS_CELL
    return Kind.TABLE_BELOW if sides.stretch("table", link.span.end - 1) else None


def forge_only(link: ForgeLink, sides: Sides) -> Kind | None:
    """Why Obsidian records no link where a forge reads one."""
    start = link.span.start
    if link.kind == "html":
        return Kind.HTML_LINK
    if sides.in_math(start):
        return Kind.MATH
    if sides.in_link(start, "wiki"):
        return Kind.WIKILINK_LABEL
    if link.label:
        return Kind.REFERENCE_LINK
    if sides.in_link(start, "markdown"):
        return Kind.NESTED_LINK
    if sides.in_address(start):
        return Kind.BARE_ADDRESS
    if sides.goes_on_past_title(link.span):
        return Kind.CALLOUT
    if sides.in_code_line(start):
        return Kind.CALLOUT if sides.below_callout_title(start) else Kind.INDENTED_CODE
    return _dropped(link, sides) or _code_in_obsidian(start, sides)


def _code_in_obsidian(start: int, sides: Sides) -> Kind | None:
    """Why Obsidian sees code around a place where a forge sees none."""
    if sides.backtick_in_wikilink(start):
        return Kind.WIKILINK_CODE
    return Kind.HTML_COMMENT if sides.odd_comment(start) else None


def _code_kind(sides: Sides, code: Span, start: int) -> Kind | None:
    """Why a forge sees a code span around a link, and Obsidian does not."""
    if sides.in_address(code.start):
        return Kind.BARE_ADDRESS
    if sides.goes_on_past_title(code):
        return Kind.CALLOUT
    return Kind.WIKILINK_CODE if sides.backtick_in_wikilink(start) else None


def _dropped(link: ForgeLink, sides: Sides) -> Kind | None:
    """Why Obsidian drops a link for the way in which its target is written."""
    if not link.href:
        return Kind.EMPTY_TARGET
    if ":" in link.href:
        return Kind.COLON
    if decoded(link.href) is None:
        return Kind.BAD_ESCAPE
    return Kind.ESCAPED_ANGLE if "\\>" in link.span.of(sides.text) else None


def destination_kind(forge: Forge, note: Note, link: Link, other: ForgeLink) -> Kind | Same | None:
    """Why a link that both read leads to different places; True where it does not, None where nobody knows."""
    ours = forge.vault.resolve(link, note.path).target
    theirs = forge.find(other.path, note.path)
    if theirs is None:
        return True if ours is None else _missed_by_forge(forge, note, link, other, ours)
    if ours is None:
        return _missed_by_obsidian(forge, other, theirs)
    if ours != forge.in_vault(theirs):
        return _other_file(forge, other, theirs)
    here, there = forge.vault.has_anchor(ours, link.subpath), forge.has_anchor(ours, other.fragment)
    if here is None or there is None or here == there:
        return True
    return anchor_kind(forge, ours, link.subpath, other.fragment or "", here)


def _missed_by_forge(forge: Forge, note: Note, link: Link, other: ForgeLink, ours: str) -> Kind | None:
    """Why a forge finds no file where Obsidian does."""
    path, plain = other.path, cleaned(other.path).strip()
    if "?" in other.href.partition("#")[0]:
        return Kind.QUERY
    if path != plain and forge.find(plain, note.path):
        return Kind.NORMAL_FORM
    if forge.find_without_case(plain, note.path):
        return Kind.LETTER_CASE
    if forge.find_without_case(plain + ".md", note.path):
        return Kind.EXTENSION
    if posixpath.basename(ours).lower().removesuffix(".md") == posixpath.basename(plain).lower().removesuffix(".md"):
        return Kind.ROOT_PATH if path.startswith("/") else Kind.VAULT_WIDE
    return Kind.ENCODED if "%" in link.link else None


def _missed_by_obsidian(forge: Forge, other: ForgeLink, theirs: str) -> Kind | None:
    """Why Obsidian finds no file where a forge does."""
    path = forge.in_vault(theirs)
    if path is None:
        return Kind.FOLDER_LINK if forge.is_folder(theirs) else Kind.OUTSIDE
    if "?" in other.href.partition("#")[0]:
        return Kind.QUERY
    if "." not in posixpath.basename(path):
        return Kind.NO_EXTENSION
    if "%" in (decoded(other.href.partition("#")[0]) or ""):
        return Kind.ENCODED
    if other.path.startswith("/"):
        return Kind.ROOT_PATH
    inner = other.path.removeprefix("./")
    while inner.startswith("../"):
        inner = inner[3:]
    return Kind.INNER_DOTS if posixpath.normpath(inner) != inner else None


def _other_file(forge: Forge, other: ForgeLink, theirs: str) -> Kind:
    """Why the two find different things."""
    if forge.is_folder(theirs):
        return Kind.FOLDER_LINK
    if other.path.startswith("/"):
        return Kind.ROOT_PATH
    return Kind.OTHER_FILE


def anchor_kind(forge: Forge, path: str, subpath: str, fragment: str, in_obsidian: bool) -> Kind:
    """Why one side alone finds the anchor in a note that both find."""
    if not in_obsidian:
        return Kind.ANCHOR_BY_ID if fragment in forge.page(path).ids else Kind.ANCHOR_BY_SLUG
    if subpath.startswith("#^"):
        return Kind.BLOCK_ANCHOR
    return Kind.FOOTNOTE_ANCHOR if subpath.startswith("#[^") else Kind.ANCHOR_BY_TEXT
