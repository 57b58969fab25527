"""The rename of a heading, a block id or a tag: which one is meant, and whether it may have its new name."""

from __future__ import annotations

import re
from typing import NamedTuple

from vaulttool.commands._run import Run
from vaulttool.errors import VaultError
from vaulttool.model.anchor_renames import AnchorRename, title, with_title
from vaulttool.model.anchors import Anchors
from vaulttool.model.linking import heading_link
from vaulttool.model.tag_renames import is_below, is_tag, names
from vaulttool.parsing.document import Block, Heading
from vaulttool.text.names import heading_key, nearest
from vaulttool.text.span import LINE_END

BLOCK_ID = re.compile(r"[A-Za-z0-9-]+")


class HeadingOrBlock(NamedTuple):
    """A heading or block and its new name; ``is_done`` says that the note has that already."""

    rename: AnchorRename
    is_done: bool


class TagRename(NamedTuple):
    """A tag and its new name, both without ``#``."""

    old: str
    new: str


def place_rename(run: Run, path: str, old: str, new: str) -> HeadingOrBlock:
    """The rename of a heading or block id."""
    if old.startswith("^"):
        return _block(run, path, old[1:], new.removeprefix("^"))
    anchors = Anchors(run.vault.notes[path].document)
    _refuse_title(new)
    found, known = anchors.find("#" + old), anchors.find("#" + heading_link(new))
    if isinstance(found, Heading):
        if known is not None and known != found:
            what = known.title if isinstance(known, Heading) else f"^{known.id}"
            raise VaultError(f'"{path}" has "{what}" already', "choose another text, so that links tell them apart")
        if title(found) == new:
            raise VaultError(f'"{new}" is the text that it has', "give another")
        return HeadingOrBlock(AnchorRename(path, found, new), False)
    if isinstance(known, Heading):
        before = with_title(run.vault.notes[path].document, known, old.split("#")[-1])
        place = next(one for one in before.headings if one.span == known.span)
        return HeadingOrBlock(AnchorRename(path, place, new), True)
    raise _missing_place(f'"{path}" has no heading "{old}"', old, [title(one) for one in anchors.headings])


def _refuse_title(new: str) -> None:
    """``VaultError`` for a text that no heading can have, or no link can name."""
    if LINE_END.search(new) or new != new.strip() or not heading_key(new):
        raise VaultError(f"{new!r} cannot be the text of a heading", "write one line with letters or digits in it")
    if new.startswith("#"):
        raise VaultError(f'"{new}" begins with a mark of headings', "give the text alone")


def _block(run: Run, path: str, old: str, new: str) -> HeadingOrBlock:
    document = run.vault.notes[path].document
    if not BLOCK_ID.fullmatch(new):
        raise VaultError(f'"{new}" cannot be a block id', "use letters, digits and hyphens")
    found = [one for one in document.blocks if one.id.lower() == old.lower()]
    known = Anchors(document).find("#^" + new)
    if len(found) > 1:
        raise VaultError(f'"{path}" has {len(found)} blocks with the id "{old}"', "give them different ids by hand")
    if found:
        if known is not None and known != found[0]:
            raise VaultError(f'"{path}" has something named "{new}" already', "choose another id")
        if found[0].id == new:
            raise VaultError(f'"{new}" is the id that it has', "give another")
        return HeadingOrBlock(AnchorRename(path, found[0], new), False)
    if isinstance(known, Block):
        before = with_title(document, known, old)
        place = next(one for one in before.blocks if one.span == known.span)
        return HeadingOrBlock(AnchorRename(path, place, new), True)
    raise _missing_place(f'"{path}" has no block "{old}"', old, [one.id for one in document.blocks])


def _missing_place(message: str, name: str, known: list[str]) -> VaultError:
    found = nearest(name, known, likeness=60)
    return VaultError(message, f'did you mean "{found}"?' if found else f"it has {', '.join(known[:8]) or 'none'}")


def tag_rename(run: Run, old: str, new: str) -> TagRename:
    """The rename of a tag; ``VaultError`` where the same command could not complete it."""
    if not is_tag(new):
        raise VaultError(f'"#{new}" is no tag', "use letters, digits, - and _, with / between the parts")
    if is_below(new, old) and new.lower() != old.lower():
        raise VaultError(f'"#{new}" lies below "#{old}", so what is renamed could not be told', "go by a third name")
    known = sorted(set(names(run.vault.notes)))
    mine = [name for name in known if is_below(name, old)]
    again = next((name for name in mine if is_below(new + name[len(old) :], old) and new.lower() != old.lower()), None)
    if again:
        raise VaultError(
            f'"#{again}" would be "#{new + again[len(old) :]}", which is renamed, too', "go by a third name"
        )
    if not mine and not any(is_below(name, new) for name in known):
        found = nearest(old, known, likeness=60)
        raise VaultError(f'no note has the tag "#{old}"', f'did you mean "#{found}"?' if found else "see its spelling")
    return TagRename(old, new)
