"""How file names compare: composed, with plain spaces, without case; and which name is nearest."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

ODD_SPACES = str.maketrans({"\u00a0": " ", "\u202f": " "})
DROPPED_IN_HEADINGS = str.maketrans(dict.fromkeys('!"#$%&()*+,.:;<=>?@^`{|}~/[]\\\r\n', " "))

SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def is_slug(text: str) -> bool:
    """Whether a text can name an endpoint, run, host or era: lower case letters, digits and single hyphens."""
    return SLUG.fullmatch(text) is not None


def cleaned(name: str) -> str:
    """A name as Obsidian stores it: NFC, with the two no-break spaces as plain ones."""
    if name.isascii():
        return name
    return unicodedata.normalize("NFC", name.translate(ODD_SPACES))


@lru_cache(maxsize=50_000)  # vaults made from templates repeat their headings
def heading_key(text: str) -> str:
    """What two headings must share to be the same: punctuation as one space, lower case, trimmed."""
    return " ".join(cleaned(text).translate(DROPPED_IN_HEADINGS).split()).lower()


def nearest(wanted: str, names: Iterable[str], likeness: float = 78.0) -> str | None:
    """The name most like the wanted one (compared without case), or None where none is near.

    ``likeness`` is the least per cent of characters in common.
    """
    return Names(names).nearest(wanted, likeness)


class Names:
    """Names to be searched for the nearest one again and again."""

    def __init__(self, names: Iterable[str]) -> None:
        from rapidfuzz import utils  # only where something is to be suggested: it takes time to import

        self.names = list(names)
        self.plain = [utils.default_process(name) for name in self.names]

    def nearest(self, wanted: str, likeness: float = 78.0) -> str | None:
        """The name most like the wanted one, as `nearest` finds it."""
        from rapidfuzz import fuzz, process, utils

        plain = utils.default_process(wanted)
        if not plain:
            return None
        found = process.extractOne(plain, self.plain, scorer=fuzz.ratio, score_cutoff=likeness)
        return None if found is None else self.names[found[2]]
