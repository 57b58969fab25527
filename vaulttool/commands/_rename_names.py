"""What OLD and NEW of a rename mean: a file or folder, a heading or block of a note, or a tag."""

from __future__ import annotations

from vaulttool.commands._rename_files import FileRename, done_or_missing, file_rename
from vaulttool.commands._rename_lookup import note_named
from vaulttool.commands._rename_places import HeadingOrBlock, TagRename, place_rename, tag_rename
from vaulttool.commands._run import Run

Wanted = FileRename | HeadingOrBlock | TagRename


def asked(run: Run, old: str, new: str) -> Wanted:
    """What OLD and NEW ask for; ``VaultError`` where it cannot be."""
    found = file_rename(run, old, new)
    if found is not None:
        return found
    if old.startswith("#"):
        return tag_rename(run, old[1:], new.removeprefix("#"))
    if "#" in old:
        note, _, place = old.partition("#")
        return place_rename(run, note_named(run, note), place, new)
    return done_or_missing(run, old, new)
