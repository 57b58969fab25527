"""How file names compare: composed, with plain spaces, without case; and which name is nearest."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

ODD_SPACES = str.maketrans({"\u00a0": " ", "\u202f": " "})
DROPPED_IN_HEADINGS = str.maketrans(dict.fromkeys('!"#$%&()*+,.:;<=>?@^`{|}~/[]\\\r\n', " "))


def cleaned(name: str) -> str:
    """A name as Obsidian stores it: NFC, with the two no-break spaces as plain ones."""
    if name.isascii():
        return name
    return unicodedata.normalize("NFC", name.translate(ODD_SPACES))


def heading_key(text: str) -> str:
    """What two headings must share to be the same: punctuation as one space, lower case, trimmed."""
    return " ".join(cleaned(text).translate(DROPPED_IN_HEADINGS).split()).lower()


def nearest(wanted: str, names: Iterable[str], likeness: float = 78.0) -> str | None:
    """The name most like the wanted one (compared without case), or None where none is near.

    ``likeness`` is the least per cent of characters in common.
    """
    from rapidfuzz import fuzz, process, utils

    found = process.extractOne(wanted, names, scorer=fuzz.ratio, processor=utils.default_process, score_cutoff=likeness)
    return None if found is None else str(found[0])
