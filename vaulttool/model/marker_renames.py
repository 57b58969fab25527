"""What the begin markers of regions say of what is renamed: a folder, a glob, a file, a tag."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from vaulttool.model.finding import Edit
from vaulttool.model.tag_renames import is_below
from vaulttool.model.vault import Note
from vaulttool.model.written_paths import WrittenPaths
from vaulttool.parsing.markers import ARGUMENT, ESCAPES
from vaulttool.text.span import Span

FOLDER, TAG = "folder", "tag"
OF_VAULT = frozenset(("glob",))
OF_BASE = frozenset(("file", "env"))
Change = Callable[[str, str], str]


def moved(in_vault: WrittenPaths, from_base: WrittenPaths) -> Change:
    """The new value of an argument, by its name and old value, when files move."""

    def change(name: str, value: str) -> str:
        if name == FOLDER:
            return in_vault.new_folder(value)
        if name in OF_VAULT:
            return in_vault.new(value)
        if name in OF_BASE:
            return ",".join(_kept(part, from_base.new(part.strip())) for part in value.split(","))
        return value

    return change


def retagged(old: str, new: str) -> Change:
    """The same for a tag."""

    def change(name: str, value: str) -> str:
        plain = value.removeprefix("#")
        is_ours = name == TAG and is_below(plain, old) and plain[: len(old)] != new
        return value[: len(value) - len(plain)] + new + plain[len(old) :] if is_ours else value

    return change


def remarked(page: Note, text: str, change: Change) -> Iterator[Edit]:
    """The edits of a page's begin markers."""
    for region in page.document.regions:
        for found in ARGUMENT.finditer(text, region.begin.start, region.begin.end):
            value = found["value"]
            for written, plain in ESCAPES:
                value = value.replace(written, plain)
            new = change(found["key"], value)
            if new != value:
                for written, plain in reversed(ESCAPES):
                    new = new.replace(plain, written)
                yield Edit(page.path, Span(*found.span("value")), new)


def _kept(part: str, new: str) -> str:
    """A part of a list with the blanks around it."""
    lead = len(part) - len(part.lstrip())
    return part[:lead] + new + part[len(part.rstrip()) :]
