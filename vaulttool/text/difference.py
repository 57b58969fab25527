"""How two texts differ, line by line, in the form that patch and git use."""

from __future__ import annotations

import re
from collections.abc import Iterator

LINE = re.compile(r"[^\n]*\n|[^\n]+")
NO_LINE_END = "\\ No newline at end of file"


def difference(before: str, after: str, path: str, old_path: str | None = None) -> Iterator[str]:
    """The lines of a unified difference, without their line ends. Lines end at LF. ``old_path`` is the file's path
    before, where that was another."""
    import difflib  # only where a difference is shown: it takes time to import

    old, new = LINE.findall(before), LINE.findall(after)
    for number, line in enumerate(difflib.unified_diff(old, new, f"a/{old_path or path}", f"b/{path}", lineterm="")):
        yield line.rstrip("\r\n")
        if number > 1 and line[:1] in "+- " and not line.endswith("\n"):
            yield NO_LINE_END
