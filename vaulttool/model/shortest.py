"""The shortest link to a file that Obsidian resolves to it, seen from a note."""

from __future__ import annotations

from vaulttool.model.resolve import Index


def shortest(index: Index, path: str, source: str) -> str:
    """The name of the file, with as many folders before it as it takes; a note's without ``.md``.

    Never one that ties with another file, nor one whose end a link drops, a blank or a backslash: such a note keeps
    its ``.md``. Where even the whole path leads elsewhere, the path from the root.
    """
    bare = path[:-3] if path.lower().endswith(".md") else path
    for whole in dict.fromkeys((bare, path)):
        steps = whole.split("/")
        for count in range(1, len(steps) + 1):
            link = "/".join(steps[-count:])
            if survives(link) and index.resolve(link, source).tied == (path,):
                return link
    return "/" + path


def survives(link: str) -> bool:
    """Whether a linkpath is read as it is written: blanks at its ends and a backslash behind it are dropped."""
    return link == link.strip().removesuffix("\\")
