"""The files of a vault, to be searched by what their names look like."""

from __future__ import annotations

import unicodedata
from collections.abc import Set
from functools import cached_property

from vaulttool.text.names import Names

LOOK_ALIKE = str.maketrans(
    {
        **dict.fromkeys("‘’‛ʼ`´′", "'"),
        **dict.fromkeys("“”„‟″", '"'),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        **dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff\ufe0e\ufe0f", None),
    }
)


class FileNames:
    """The names of some files. What is made to search them is made once, and each search is remembered."""

    def __init__(self, files: Set[str]) -> None:
        self._files = files
        self._nearest: dict[str, str | None] = {}

    def nearest(self, name: str) -> str | None:
        """The name most like another one, a note's without ``.md``; None where none is near."""
        if name not in self._nearest:
            self._nearest[name] = self._names.nearest(name)
        return self._nearest[name]

    def alike(self, name: str) -> list[str]:
        """The files whose name looks like the last part of a linkpath, and that lie in such a folder."""
        wanted = look(name)
        if not wanted.strip():
            return []
        found = self._looks.get(wanted.rpartition("/")[2], [])
        return [path for path, seen in found if "/" + seen == wanted or ("/" + seen).endswith("/" + wanted)]

    def by_stem(self, stem: str) -> str | None:
        """The first file that is no note and has this name, in lower case, but for its extension."""
        return self._by_stem.get(stem)

    @cached_property
    def _looks(self) -> dict[str, list[tuple[str, str]]]:
        """All files by what their name looks like, with what their path looks like; notes without ``.md``, too."""
        found: dict[str, list[tuple[str, str]]] = {}
        for path in sorted(self._files):
            seen = look(path)
            for form in {seen, seen.removesuffix(".md")}:
                found.setdefault(form.rpartition("/")[2], []).append((path, form))
        return found

    @cached_property
    def _by_stem(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for path in sorted(self._files, reverse=True):
            stem, dot, extension = path.rpartition("/")[2].rpartition(".")
            if dot and extension.lower() != "md":
                found[stem.lower()] = path
        return found

    @cached_property
    def _names(self) -> Names:
        paths = (path.rpartition("/")[2] for path in sorted(self._files))
        return Names(dict.fromkeys(name.removesuffix(".md") for name in paths))


def look(name: str) -> str:
    """What a name looks like: forms of one letter, of quotes and of dashes are the same, as is what cannot be seen."""
    if name.isascii():
        return name.lower().replace("`", "'")
    return " ".join(unicodedata.normalize("NFKC", name.translate(LOOK_ALIKE)).casefold().split())
