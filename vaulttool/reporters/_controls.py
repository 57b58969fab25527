"""Characters that could draw on a terminal, forge a line or turn it around."""

from __future__ import annotations

import re

CONTROLS = (*range(32), *range(127, 160))
TURNS = (0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A))  # separators of lines, directions of writing
# What takes no room: a name with one is another name, and nobody sees it. Joiners shape letters and emoji, and stay.
UNSEEN = (0xAD, 0x61C, 0x180E, 0x200B, 0x200E, 0x200F, *range(0x2060, 0x2065), 0xFEFF)
# What forges take for a command to them in whatever a build prints: "##vso[...]" and "##[...]" anywhere, "::" first.
COMMAND = re.compile(
    r"""
      (?P<hash> (?<=\#)\# (?= vso\[ | \[[a-z][^\[\]]*\] ) )
    | (?P<blank> \A\s* ) : (?=:)
    """,
    re.IGNORECASE | re.VERBOSE,
)


def obeyed_by_none(text: str, hash: str = "\\x23") -> str:
    """The text with the character written out that would make it a command to a forge. ``hash`` stands for a number
    sign."""
    if "##" not in text and "::" not in text:
        return text
    return COMMAND.sub(lambda found: hash if found["hash"] else f"{found['blank']}\\x3a", text)
