"""Finds text that was saved in another encoding than it was read in: "Ã©" for "é", and characters that were lost."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vaulttool.parsing.document import Trouble
from vaulttool.parsing.visible import Visible
from vaulttool.text.span import Span

RULE = "mojibake"
LOST = "\ufffd"
# What the bytes 0x80 to 0xBF of UTF-8 become in Windows-1252, in Latin-1 where that has nothing: letters and signs
# that follow no letter in any language, and such as may.
SIGNS = "€‚ƒ„†‡ˆ‰Š‹ŒŽ˜šœžŸ¡¢£¤¥¦§¨©ª¬®¯°±²³´µ¶¸¹º¼½¾¿"
QUOTES = "‘’“”•–—…™›«»·\u00a0\u00ad"
CONTROLS = "\x80-\x84\x86-\x9f"
ANY = SIGNS + QUOTES + CONTROLS
GARBLED = re.compile(
    rf"""
    \ufffd++
  | â€[{ANY}]?                                # a quote, a dash, dots; the last byte of ” is often lost
  | (?:â[‚„†‡ˆ‰œ][{ANY}] | â[{SIGNS}™›”•–—][{SIGNS}{CONTROLS}])++ | (?:[â-ï][{CONTROLS}][\x80-\xbf])++
  | ðŸ[{ANY}][{ANY}]? | ð\x9f[\x80-\xbf]{{2}}
  | ï»¿ | ï¿½ | ï¸\x8f | ï¼[{ANY}]
  | (?:Ã[{SIGNS}])++ | (?<=[a-z])Ã[{QUOTES}] | (?<![A-ZÀ-Þ])Ã[“”–—…™›»](?=[a-z])
  | (?:Â[©®°±²³´¶£¢¥¡¿§¼½¾ºªµ¬¹])++ | (?<=[a-z0-9.,;:!?)%])Â[«»·\u00a0]
  | (?<=[a-z])[ÄÅ][{ANY}] | (?<![A-ZÀ-Þ])Å[¡¾¼º›Ÿ¯±](?=[a-z])
  | [Â-ß][{CONTROLS}]
  | (?:[ÐÑ][{ANY}]){{2,}} | (?:[ÎÏ][{ANY}]){{3,}} | (?:×[{ANY}]){{3,}} | (?:[ØÙ][{ANY}]){{2,}}
  | (?:[ã-é][{ANY}]{{2}}){{2,}}
    """,
    re.VERBOSE,
)
NAME = re.compile("mojibake", re.IGNORECASE)
ABOUT = re.compile(
    r"encod|utf-?8|latin-?1|cp-?1252|windows-?1252|iso-?8859|charset|character set|garbled|unicode|fffd"
    r"|replacement character|code ?point",
    re.IGNORECASE,
)
AROUND = 300  # characters on either side of a place in which a word may say that it is an example
BYTES = {bytes([byte]).decode("cp1252", "ignore") or chr(byte): byte for byte in range(256)}


def mojibake(note: Visible) -> Iterator[Trouble]:
    """The places, one a line, with what is written, what it was, and how many there are on the line."""
    said = (word.start() for word in NAME.finditer(note.text))
    if any(not (note.in_comment(place) or note.is_code(place)) for place in said):
        return
    for _, matches in note.by_line(GARBLED, 0):
        found = [(one, was) for one in matches if (was := _meant(one[0])) and not note.is_code(one.start())]
        if found and not _speaks_of_it(note.text, found[0][0]):
            first, was = found[0]
            yield Trouble(Span(first.start(), first.end()), RULE, f"{len(found)} {first[0]} {was}")


def _meant(written: str) -> str:
    """What a garbled stretch was before; empty where it is none, ``�`` where nobody knows."""
    if written[0] == LOST or written in ("â€", "ï¿½"):
        return LOST if written != "â€" else "”"
    try:
        return bytes(BYTES[one] if one in BYTES else ord(one) for one in written).decode()
    except (UnicodeDecodeError, ValueError):
        return LOST if written.startswith(("â€", "ðŸ")) else ""


def _speaks_of_it(text: str, found: re.Match[str]) -> bool:
    """Whether the words around say that a place is an example."""
    return ABOUT.search(text, max(0, found.start() - AROUND), found.end() + AROUND) is not None
