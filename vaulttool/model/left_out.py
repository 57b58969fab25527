"""Which notes of a vault are no pages to be reported on: templates, and what Obsidian's own search leaves out."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from typing import NamedTuple

from vaulttool.model.obsidian import APP, Obsidian
from vaulttool.parsing.document import is_templated

TEMPLATES = frozenset(("template", "templates"))
LETTERS = re.compile(r"[^\W\d_]+")
SPECIAL = re.compile(r"[\\*?\[\]]")


class LeftOut(NamedTuple):
    """A glob of notes to leave out, as in a .gitignore, why, and how many notes it covers. ``glob`` is empty for what
    no glob can say."""

    glob: str
    reason: str
    notes: int = 0


def left_out(notes: Collection[str], text: Callable[[str], str], settings: Obsidian) -> list[LeftOut]:
    """What to leave out, each glob once. Only what holds notes is named."""
    found: dict[str, LeftOut] = {}
    for one in (*_templates(notes, text, settings), *_filtered(notes, settings)):
        found.setdefault(one.glob or one.reason, one)
    return list(found.values())


def _templates(notes: Collection[str], text: Callable[[str], str], settings: Obsidian) -> Iterator[LeftOut]:
    """The folders of templates that plugins name; without any, folders of that name whose notes hold placeholders."""
    folders = [(told.path, f"the folder of templates, by {told.by}") for told in settings.templates]
    if not folders:
        folders = [(folder, "the notes in it hold placeholders of templates") for folder in _called(notes, text)]
    for folder, reason in folders:
        below = _below(notes, folder)
        if below:
            yield LeftOut(anchored(folder) + "/", reason, below)
    for told in settings.template_files:
        if told.path in notes and not any(told.path.startswith(folder + "/") for folder, _ in folders):
            yield LeftOut(anchored(told.path), f"a template, by {told.by}", 1)


def _called(notes: Collection[str], text: Callable[[str], str]) -> Iterator[str]:
    """The folders named for templates of whose notes at least half hold a placeholder."""
    folders = sorted({path.rpartition("/")[0] for path in notes if "/" in path})
    for folder in folders:
        words = [word.lower() for word in LETTERS.findall(folder.rpartition("/")[2])]
        if len(words) == 1 and words[0] in TEMPLATES:
            inside = [path for path in notes if path.startswith(folder + "/")]
            if 2 * sum(is_templated(text(path)) for path in inside) >= len(inside):
                yield folder


def _filtered(notes: Collection[str], settings: Obsidian) -> Iterator[LeftOut]:
    """What the setting "Excluded files" names: a path, the beginning of one, or a regular expression."""
    for filter in settings.filters:
        reason = f"excluded files, by {APP}"
        if len(filter) > 1 and filter.startswith("/") and filter.endswith("/"):
            yield LeftOut("", f'{reason}: "{filter}" is a regular expression; write it as a glob if you want it')
            continue
        path = filter.strip("/")
        begun = [note for note in notes if note.startswith(path)]
        if path in notes:
            yield LeftOut(anchored(path), reason, 1)
        elif begun and (filter.endswith("/") or _below(notes, path) == len(begun)):
            yield LeftOut(anchored(path) + "/", reason, _below(notes, path))
        elif begun:
            yield LeftOut(anchored(path) + "*", reason, len(begun))


def _below(notes: Collection[str], folder: str) -> int:
    return sum(path.startswith(folder + "/") for path in notes)


def anchored(path: str) -> str:
    """A glob for this very path from the vault's root, without a slash at its end."""
    escaped = SPECIAL.sub(r"\\\g<0>", path)
    blanks = len(escaped) - len(escaped.rstrip(" "))
    return "/" + (escaped[:-blanks] + "\\ " * blanks if blanks else escaped)
