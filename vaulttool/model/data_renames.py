"""What data files say of files that move and headings that are renamed: links to pages, paths, sections."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from vaulttool.model.anchor_renames import AnchorRename
from vaulttool.model.anchors import Anchors
from vaulttool.model.linking import heading_link
from vaulttool.model.splicing import CannotSplice, with_value
from vaulttool.model.vault import Vault
from vaulttool.parsing import data
from vaulttool.parsing.data import Keys
from vaulttool.parsing.respelling import yaml_escaped
from vaulttool.text.names import heading_key

LINK = re.compile(r"\[\[(?P<name>[^\[\]|#]+)\]\]")
PATHS = frozenset(("document", "file"))  # below `source`
LISTS_OF_PATHS = frozenset(("units", "env", "keep_in", "never_touch"))
Change = Callable[[Keys, str, Any], str | None]


class DataText(NamedTuple):
    """A data file, by its path from the configuration's folder, before and after; ``parts`` counts its new values."""

    path: str
    before: str
    after: str
    parts: int


def moved(relink: Callable[[str], str | None], new_path: Callable[[str], str]) -> Change:
    """What changes in data when files move: ``relink`` gives another linkpath for one at the vault's root, where it
    needs one; ``new_path`` the new form of a path or glob from the configuration's folder."""

    def change(keys: Keys, value: str, holder: Any) -> str | None:
        link = LINK.fullmatch(value)
        if link is not None:
            name = relink(link["name"])
            return None if name is None else f"[[{name}]]"
        is_path = keys[-1] in PATHS and keys[-2:-1] == ("source",)
        if is_path or (isinstance(keys[-1], int) and keys[-2] in LISTS_OF_PATHS):
            return new_path(value)
        return None

    return change


def retitled(vault: Vault, rename: AnchorRename) -> Change:
    """What changes in data when a heading is renamed, in a vault in which it has its old text."""
    anchors = Anchors(vault.notes[rename.path].document)

    def change(keys: Keys, value: str, holder: Any) -> str | None:
        page = LINK.fullmatch(str(holder.get("page"))) if keys[-1] == "section" else None
        if page is None or vault.index.resolve(page["name"], "").target != rename.path:
            return None
        is_old = anchors.find("#" + heading_link(value)) == rename.place
        return rename.new if is_old and heading_key(value) == heading_key(rename.old) else None

    return change


def rewritten(path: str, text: str, change: Change) -> DataText | None:
    """A data file with its new values, each in the quotes of the old one; None where nothing changes.

    ``CannotSplice`` where the file is written in such a way that a value cannot be replaced.
    """
    content = data.read(text)
    if content.flaws:
        return None
    after, parts = text, 0
    for keys, value, holder in _texts(content.value, (), None):
        wanted = change(keys, value, holder)
        if wanted is not None and wanted != value:
            after = _with(after, keys, wanted)
            parts += 1
    return DataText(path, text, after, parts) if parts else None


def _texts(value: Any, keys: Keys, holder: Any) -> Iterator[tuple[Keys, str, Any]]:
    """Every text below a value, with its keys and the map or list that holds it."""
    if isinstance(value, str) and keys:
        yield keys, value, holder
    elif isinstance(value, dict):
        for key, below in value.items():
            yield from _texts(below, (*keys, key), value)
    elif isinstance(value, list):
        for index, below in enumerate(value):
            yield from _texts(below, (*keys, index), value)


def _with(text: str, keys: Keys, value: str) -> str:
    """The text with another value in the quotes of the old one, or in double ones where it needs them."""
    place = data.value_place(text, keys)
    quote = place.of(text)[:1] if place else ""
    double = f'"{yaml_escaped(value)}"'
    if quote == "'":
        return with_value(text, keys, "'" + value.replace("'", "''") + "'")
    if quote != '"' and data.read(value).value == value:
        try:
            return with_value(text, keys, value)
        except CannotSplice:  # a comma in braces
            pass
    return with_value(text, keys, double)
