"""Splitting a value into words as systemd and podman do: quotes anywhere, C escapes, nothing of a shell."""

from __future__ import annotations

import re
from typing import NamedTuple

SEPARATORS = " \t\n\r"
PLAIN = re.compile(r"""[^ \t\n\r\\'"]+""")
INSIDE = {"'": re.compile(r"[^'\\]+"), '"': re.compile(r'[^"\\]+')}
ESCAPE = re.compile(
    r"""
    \\(?:
        (?P<letter> [abfnrtvs\\"'] )
      | x  (?P<byte> [0-9A-Fa-f]{2} )
      | u  (?P<short> [0-9A-Fa-f]{4} )
      | U  (?P<long> [0-9A-Fa-f]{8} )
      | (?P<octal> [0-3][0-7]{2} )
    )
    """,
    re.VERBOSE,
)
LETTERS = {
    **{"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"},
    **{"s": " ", "\\": "\\", '"': '"', "'": "'"},
}
WRITTEN = {character: "\\" + letter for letter, character in LETTERS.items() if letter not in "s'"}
LAST_CHARACTER = 0x10FFFF


class Word(NamedTuple):
    """A word without its quotes and escapes, and where it stands in the value: offsets from 0, end exclusive."""

    text: str
    start: int
    end: int


class Split(NamedTuple):
    """The words of a value, and what was odd in it: pairs of an offset and a message."""

    words: tuple[Word, ...]
    odd: tuple[tuple[int, str], ...]


def split(value: str) -> Split:
    """The words of a value. A quote that is not closed lasts to the end; an unknown escape stays as written.

    Both are told in ``odd``: podman refuses a unit with an unknown escape, systemd warns of it. ``\\xNN`` and
    ``\\NNN`` stand for the character of that number, as podman has it.
    """
    words: list[Word] = []
    odd: list[tuple[int, str]] = []
    at = 0
    while (at := _past_blanks(value, at)) < len(value):
        word = _word(value, at, odd)
        words.append(word)
        at = word.end
    return Split(tuple(words), tuple(odd))


def quoted(word: str) -> str:
    """A text without line ends that ``split`` reads as this one word."""
    if word and not any(character in "\\'\"" or character.isspace() or ord(character) < 32 for character in word):
        return word
    return '"' + "".join(_escaped(character) for character in word) + '"'


def _past_blanks(value: str, at: int) -> int:
    while at < len(value) and value[at] in SEPARATORS:
        at += 1
    return at


def _word(value: str, start: int, odd: list[tuple[int, str]]) -> Word:
    """The word that begins at ``start``."""
    parts: list[str] = []
    quote, at = "", start
    opened = start
    while at < len(value) and (quote or value[at] not in SEPARATORS):
        character = value[at]
        if character == "\\":
            part, at = _unescaped(value, at, odd)
            parts.append(part)
        elif run := (INSIDE[quote] if quote else PLAIN).match(value, at):
            parts.append(run[0])
            at = run.end()
        else:
            quote, opened, at = ("", opened, at + 1) if quote else (character, at, at + 1)
    if quote:
        odd.append((opened, f"the quote {quote} is not closed"))
    return Word("".join(parts), start, at)


def _unescaped(value: str, at: int, odd: list[tuple[int, str]]) -> tuple[str, int]:
    """What the backslash at ``at`` and the characters after it stand for, and where they end."""
    found = ESCAPE.match(value, at)
    number = int(found["octal"], 8) if found and found["octal"] else _hexadecimal(found)
    if found and found["letter"]:
        return LETTERS[found["letter"]], found.end()
    if found and 0 < number <= LAST_CHARACTER:
        return "\ufffd" if 0xD800 <= number < 0xE000 else chr(number), found.end()
    if at + 1 == len(value):
        odd.append((at, "the backslash at the end escapes nothing"))
        return "", at + 1
    odd.append((at, f'unknown escape "{value[at : at + 2]}"'))
    return value[at : at + 2], at + 2


def _hexadecimal(found: re.Match[str] | None) -> int:
    digits = found and (found["byte"] or found["short"] or found["long"])
    return int(digits, 16) if digits else 0


def _escaped(character: str) -> str:
    if character in WRITTEN:
        return WRITTEN[character]
    number = ord(character)
    return f"\\x{number:02x}" if 0 < number < 32 or number in (0x7F, 0x85) else character
