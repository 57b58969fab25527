"""The names of notes that stand for a day, a week or a month: from Obsidian's notation to a glob."""

from __future__ import annotations

import re

TOKENS = re.compile(
    r"""
    \[ (?P<literal> [^\]]* ) \]
    | (?P<words> M{3,4} | d{1,4} | [DMQWw]o | A | a )
    | (?P<digits> YYYY | GGGG | gggg | DDDD | YY | MM | DD | WW | ww | HH | hh | mm | ss | Q )
    | (?P<short> M | D | W | w | H | h )
    | (?P<other> . )
    """,
    re.VERBOSE | re.DOTALL,
)
LENGTHS = {"Q": 1, "DDDD": 3}
DIGIT = "[0-9]"


def dated_glob(form: str) -> str:
    """A glob, as ``fnmatch`` reads it, for the names that moment.js makes of a form, folders in it included."""
    glob = ""
    for found in TOKENS.finditer(form):
        digits = found["digits"]
        if digits:
            glob += DIGIT * LENGTHS.get(digits, len(digits))
        elif found["words"] or found["short"]:
            glob += "*"
        else:
            glob += literal(found["literal"] or found["other"] or "")
    return re.sub(r"\*+", "*", glob)


def literal(text: str) -> str:
    """A text in which no character is special to ``fnmatch``."""
    return re.sub(r"[\[*?]", r"[\g<0>]", text)
