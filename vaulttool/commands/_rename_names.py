"""What OLD and NEW of a rename mean: a file or folder, a heading or block of a note, or a tag."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from vaulttool.commands._run import Run
from vaulttool.errors import VaultError
from vaulttool.model.anchor_renames import AnchorRename, title, with_title
from vaulttool.model.anchors import Anchors
from vaulttool.model.linking import heading_link
from vaulttool.model.renames import Moves, below
from vaulttool.model.tag_renames import is_below, is_tag, names
from vaulttool.model.vault import is_markdown
from vaulttool.parsing.document import Block, Heading
from vaulttool.storage.disk import vault_path
from vaulttool.text import file_names
from vaulttool.text.names import heading_key, nearest
from vaulttool.text.span import LINE_END

NOTE = ".md"
SUFFIX = re.compile(r"\.[A-Za-z0-9]{1,10}\Z")
PICTURES = (".avif", ".bmp", ".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp")
SOUND_AND_FILM = (".flac", ".m4a", ".mp3", ".ogg", ".wav", ".webm", ".3gp", ".mkv", ".mov", ".mp4", ".ogv")
OF_OTHERS = frozenset((".canvas", ".base", ".pdf", *PICTURES, *SOUND_AND_FILM))
HERE, TOP = "the working directory", "the vault's root"
BLOCK_ID = re.compile(r"[A-Za-z0-9-]+")


class FileRename(NamedTuple):
    """A file or folder, by its vault path, and its new path. ``is_done`` says that it has that already, so that only
    links are left."""

    old: str
    new: str
    moves: Moves
    is_done: bool


class HeadingOrBlock(NamedTuple):
    """A heading or block and its new name; ``is_done`` says that the note has that already."""

    rename: AnchorRename
    is_done: bool


class TagRename(NamedTuple):
    """A tag and its new name, both without ``#``."""

    old: str
    new: str


def asked(run: Run, old: str, new: str) -> FileRename | HeadingOrBlock | TagRename:
    """What OLD and NEW ask for; ``VaultError`` where it cannot be."""
    found = _file(run, old, new)
    if found is not None:
        return found
    if old.startswith("#"):
        return _tag(run, old[1:], new.removeprefix("#"))
    if "#" in old:
        note, _, place = old.partition("#")
        return _place(run, _note(run, note), place, new)
    return _done_or_missing(run, old, new)


class _Named(NamedTuple):
    """What a name leads to: a vault path, and from where it was read, None where it was a name alone."""

    path: str
    is_folder: bool
    base: str | None


def _file(run: Run, old: str, new: str) -> FileRename | None:
    """The rename of a file or folder that is there."""
    found = _found(run, old)
    if found is None:
        return None
    if not found.path:
        raise VaultError("the vault itself cannot be renamed", "rename its folder, and correct the configuration")
    return _file_rename(run, found, _new_path(run, found, new), False)


def _found(run: Run, name: str) -> _Named | None:
    """The file or folder of a name: a path from the working directory, else from the vault's root, else the name of one
    note, as a link has it."""
    for base, path in _readings(run, name):
        if path in run.vault.files:
            return _Named(path, False, base)
        if _is_folder(run, path):
            return _Named(path, True, base)
        if path + NOTE in run.vault.files:
            return _Named(path + NOTE, False, base)
    if "/" in name.strip("/") or "#" in name:
        return None
    found = run.vault.index.resolve(vault_path(name), "").candidates
    if len(found) > 1:
        listed = ", ".join(f'"{path}"' for path in found[:8])
        raise VaultError(f'several files are named "{name}": {listed}', "name one by its path")
    return _Named(found[0], False, None) if found else None


def _readings(run: Run, name: str) -> Iterator[tuple[str, str]]:
    """The vault paths that a name may mean, each with the place from which it is read."""
    place = run.paths.vault_path(Path(os.path.abspath(name)))
    if place is not None:
        yield HERE, place
    path = posixpath.normpath(name)
    if not os.path.isabs(name) and path != ".." and not path.startswith("../"):
        yield TOP, vault_path("" if path == "." else path)


def _is_folder(run: Run, path: str) -> bool:
    if any(step.startswith(".") for step in path.split("/")):
        return False
    return not path or bool(below(path, run.vault.files)) or os.path.isdir(run.place.root / path)


def _new_path(run: Run, old: _Named, new: str) -> str:
    """The vault path that NEW means beside OLD, with the suffix that a file of its kind has."""
    folder = posixpath.dirname(old.path)
    into = new.endswith("/") and not old.is_folder
    if old.base is None and "/" not in new:
        path = posixpath.normpath(posixpath.join(folder, vault_path(new)))
    else:
        readings = dict(_readings(run, new))
        path = readings.get(old.base or TOP, next(iter(readings.values()), ".."))
    if path == ".." or path.startswith("../"):
        raise VaultError(f'"{new}" lies outside the vault "{run.place.root}"', "name a place in it")
    if into:
        return posixpath.join(path, posixpath.basename(old.path))
    return path if old.is_folder else _with_suffix(path, posixpath.splitext(old.path)[1])


def _with_suffix(path: str, suffix: str) -> str:
    """A new path with the suffix of the old one where it has none of its own."""
    found = SUFFIX.search(path)
    own = found[0].lower() if found else ""
    if path.lower().endswith(suffix.lower()) and suffix:
        return path
    if suffix.lower() in (NOTE, ".canvas", ".base") and (own in OF_OTHERS or own == NOTE):
        raise VaultError(
            f'a file that ends in "{suffix}" cannot become "{path}"', f'let the new name end in "{suffix}"'
        )
    return path if own in OF_OTHERS else path + suffix


def _file_rename(run: Run, old: _Named, new: str, is_done: bool) -> FileRename:
    """The rename with all files that it moves, once the new name is fit for it."""
    if old.path == new:
        raise VaultError(f'"{new}" is the name that it has', "give another")
    if (new + "/").startswith(old.path + "/") and old.is_folder:
        raise VaultError(f'the folder "{old.path}" cannot be moved into itself', "name a place outside of it")
    _refuse_names(old.path, new)
    if not old.is_folder:
        moved = {old.path: new}
    elif is_done:
        moved = {old.path + path[len(new) :]: path for path in below(new, run.vault.files)}
    else:
        moved = {path: new + path[len(old.path) :] for path in below(old.path, run.vault.files)}
    if not is_done:
        _refuse_taken(run, old.path, new, moved)
    return FileRename(old.path, new, Moves(moved, (old.path, new) if old.is_folder else None), is_done)


def _refuse_names(old: str, new: str) -> None:
    """``VaultError`` for a new name that no file should have; folders that are there already may have it."""
    for step in new.split("/"):
        wrong = file_names.fault(step) if step not in old.split("/") else None
        if wrong:
            raise VaultError(*wrong)


def _refuse_taken(run: Run, old: str, new: str, moved: dict[str, str]) -> None:
    """``VaultError`` where the new name is that of another file, or differs from it in case alone."""
    others = {path.lower(): path for path in run.vault.files if path not in moved}
    taken = next((others[path.lower()] for path in moved.values() if path.lower() in others), None)
    if taken is None:
        taken = next((path for path in others.values() if path.lower().startswith(new.lower() + "/")), None)
        taken = taken[: len(new)] if taken else None
    if taken is None:
        return
    help = "choose another name, or move it away first"
    if taken == new:
        raise VaultError(f'"{new}" is there already', help)
    raise VaultError(f'"{taken}" is there already, and differs from "{new}" in case alone', help)


def _done_or_missing(run: Run, old: str, new: str) -> FileRename:
    """The rename that was broken off: OLD is gone and NEW is there. ``VaultError`` where it is not."""
    there = dict(_readings(run, new))
    for base, path in _readings(run, old):
        found = _present(run, there[base], new) if base in there else None
        if found is not None:
            gone = path if found.is_folder else _with_suffix_of(path, found.path)
            return _file_rename(run, _Named(gone, found.is_folder, base), found.path, True)
    named = run.vault.index.resolve(vault_path(new), "").candidates if "/" not in old + new else ()
    if len(named) == 1:
        gone = _with_suffix_of(posixpath.join(posixpath.dirname(named[0]), vault_path(old)), named[0])
        return _file_rename(run, _Named(gone, False, None), named[0], True)
    raise _missing(run, old)


def _present(run: Run, path: str, written: str) -> _Named | None:
    """The file or folder at a new path."""
    if path in run.vault.files or path + NOTE in run.vault.files:
        return _Named(path if path in run.vault.files else path + NOTE, False, None)
    return _Named(path, True, None) if path and _is_folder(run, path) else None


def _with_suffix_of(path: str, other: str) -> str:
    suffix = posixpath.splitext(other)[1]
    return path if path.lower().endswith(suffix.lower()) else path + suffix


def _missing(run: Run, name: str) -> VaultError:
    wanted = vault_path(posixpath.normpath(name))
    names = {posixpath.splitext(path.rpartition("/")[2])[0]: path for path in sorted(run.vault.files)}
    found = nearest(wanted, run.vault.files) or names.get(nearest(wanted, names, likeness=60) or "")
    help = f'did you mean "{found}"?' if found else f'the vault is "{run.place.root}"'
    return VaultError(f'no file or folder "{name}" is in the vault', help)


def _note(run: Run, name: str) -> str:
    """The vault path of the note before a ``#``."""
    found = _found(run, name) if name else None
    if found is None or found.is_folder:
        found = _found(run, name + NOTE) if name else None
    if found is None:
        raise _missing(run, name)
    note = run.vault.notes.get(found.path)
    if note is None or not is_markdown(found.path):
        raise VaultError(f'"{found.path}" is no note, so it has no headings and blocks', "name a note")
    if note.problem:
        raise VaultError(f'"{found.path}" cannot be read: {note.problem}', "mend it first")
    return found.path


def _place(run: Run, path: str, old: str, new: str) -> HeadingOrBlock:
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


def _tag(run: Run, old: str, new: str) -> TagRename:
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
