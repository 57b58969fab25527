"""A property value that holds several links, made a list of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from vaulttool.model.finding import Edit
from vaulttool.model.vault import Note, Vault
from vaulttool.parsing import frontmatter
from vaulttool.parsing.document import Link, Property
from vaulttool.parsing.links import wikilink
from vaulttool.text.span import Span

SEVERAL = re.compile(r"\[\[[^\[\]\r\n]+\]\](?:\s*(?:[,;&+]|and\b|,\s*and\b)?\s*\[\[[^\[\]\r\n]+\]\])+")
ONE = re.compile(r"\[\[([^\[\]\r\n]+)\]\]")
DASH = re.compile(r"(?P<indent>[ \t]*)-(?P<gap>[ \t]+)\Z")


def split(vault: Vault, note: Note, link: Link, text: str) -> Edit | None:
    """The edit that makes a list of a value that was taken for one link; None where it holds anything but links that
    lead somewhere, or where the list would not be read as just that."""
    place = Span(link.span.start - 1, link.span.end + 1)
    quote = text[place.start : place.start + 1]
    written = link.span.of(text)
    if quote not in ("'", '"') or text[place.end - 1 : place.end] != quote or not SEVERAL.fullmatch(written):
        return None
    links = [found[0] for found in ONE.finditer(written)]
    if not all(_leads(vault, note, one) for one in links):
        return None
    before = frontmatter.read(text).properties
    for form in _forms(text, place, [f"{quote}{one}{quote}" for one in links]):
        after = frontmatter.read(text[: place.start] + form + text[place.end :]).properties
        if _is_split(before, after, written, links):
            return Edit(note.path, place, form)
    return None


def _leads(vault: Vault, note: Note, written: str) -> bool:
    """Whether a link leads to a file, and its anchor to a place in it."""
    link = wikilink(written[2:-2], Span(0, 0), 0, "property")
    target = vault.resolve(link, note.path).target
    return target is not None and vault.has_anchor(target, link.subpath) is not False


def _forms(text: str, place: Span, items: Sequence[str]) -> Iterator[str]:
    """The forms of the list: in brackets, as more items of a list in brackets, as more items below one another."""
    yield f"[{', '.join(items)}]"
    yield ", ".join(items)
    line = max(text.rfind("\n", 0, place.start), text.rfind("\r", 0, place.start)) + 1
    dash = DASH.match(text[line : place.start])
    if dash:
        newline = "\r\n" if text[:line].endswith("\r\n") else text[line - 1 : line]
        yield f"{newline}{dash[0]}".join(items)


def _is_split(before: Sequence[Property], after: Sequence[Property], value: str, items: Sequence[str]) -> bool:
    """Whether properties say the same as before, with a list where the value stood."""
    if [one.name for one in before] != [one.name for one in after]:
        return False
    pairs = [(one.value, other.value) for one, other in zip(before, after, strict=True) if one.value != other.value]
    return len(pairs) == 1 and pairs[0][1] in (_as_list(pairs[0][0], value, items), _spliced(pairs[0][0], value, items))


def _as_list(content: Any, value: str, items: Sequence[str]) -> Any:
    return list(items) if content == value else None


def _spliced(content: Any, value: str, items: Sequence[str]) -> Any:
    """A list with more items in the place of one."""
    if not isinstance(content, list) or content.count(value) != 1:
        return None
    at = content.index(value)
    return [*content[:at], *items, *content[at + 1 :]]
