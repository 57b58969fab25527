"""How two texts differ, line by line, in the form that patch and git use."""

from __future__ import annotations

from collections.abc import Iterator


def difference(before: str, after: str, path: str, old_path: str | None = None) -> Iterator[str]:
    """The lines of a unified difference, without their line ends. Lines end at LF. ``old_path`` is the file's path
    before, where that was another."""
    import difflib  # only where a difference is shown: it takes time to import

    old, new = (text.split("\n") for text in (before, after))
    for line in difflib.unified_diff(old, new, f"a/{old_path or path}", f"b/{path}", lineterm=""):
        yield line.rstrip("\r")
