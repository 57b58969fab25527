"""The shortest link to a file that Obsidian resolves to it, seen from a note."""

from __future__ import annotations

from vaulttool.model.resolve import Index


def shortest(index: Index, path: str, source: str) -> str:
    """The name of the file, with as many folders before it as it takes; a note's without ``.md``.

    Never one that ties with another file. Where even the whole path leads elsewhere, the path from the root.
    """
    whole = path[:-3] if path.lower().endswith(".md") else path
    steps = whole.split("/")
    for count in range(1, len(steps) + 1):
        link = "/".join(steps[-count:])
        found = index.resolve(link, source)
        if found.tied == (path,):
            return link
    return "/" + path
