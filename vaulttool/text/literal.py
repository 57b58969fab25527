"""Text put into Markdown so that it stands there as it is: nothing in it is a link, a marker or a line of its own."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from vaulttool.text.table import code as code_span

EMPTY = "(empty)"
ENTITIES = {"&": "&amp;", "<": "&lt;"}
SPECIAL = re.compile(
    r"""
      [&<]                               # HTML, entities, comments
    | [\\`*\[\]>|#~$^]                   # what Markdown and Obsidian take for marks wherever it stands
    | (?<![^\W_]) _ | _ (?![^\W_])       # emphasis, not inside a word
    | (?<==)= | =(?==) | (?<=%)% | %(?=%) | (?<=:): | :(?=:)
    """,
    re.VERBOSE,
)
LINE_BEGINNING = re.compile(r"\A(?P<before>[0-9]{1,9}(?=[.)](?:\s|\Z))|(?=[-+=:_]))(?P<mark>.)")
NOT_PLAIN = re.compile(r"[^\w\s.,;()/'+-]|(?<![^\W_])_|_(?![^\W_])")
BACKTICKS = re.compile(r"`{3,}")


class Markdown(str):
    """A text that is Markdown already, and is put on a page as it is."""

    __slots__ = ()


def prose(text: str) -> Markdown:
    """A text in a sentence, on one line: its marks are escaped, blanks and line ends are one blank."""
    line = " ".join(visible(" ".join(text.split())).split())
    line = SPECIAL.sub(lambda found: ENTITIES.get(found[0], "\\" + found[0]), line)
    return Markdown(LINE_BEGINNING.sub(r"\g<before>\\\g<mark>", line))


def code(text: str) -> Markdown:
    """A text as inline code; one that is empty is said to be so."""
    line = visible(" ".join(text.splitlines()))
    return Markdown(code_span(line)) if line.strip() else Markdown(EMPTY)


def block(lines: Iterable[str], language: str = "sh") -> Markdown:
    """Lines as a block of code, with a fence that none of them ends."""
    written = [visible(part) for line in lines for part in line.splitlines() or [""]]
    longest = max((len(run) for line in written for run in BACKTICKS.findall(line)), default=2)
    fence = "`" * (longest + 1)
    return Markdown("\n".join([f"{fence}{language}", *written, fence]))


def plain(text: str) -> str:
    """What of a text is neither mark nor line end, for a property that stands in other pages' tables as it is."""
    return " ".join(NOT_PLAIN.sub(" ", visible(" ".join(text.split()))).split())


def visible(text: str) -> str:
    """The text with its control characters, and those that turn the direction of writing, written out."""
    return text if text.isprintable() else "".join(map(_visible, text))


def _visible(character: str) -> str:
    if character.isprintable() or unicodedata.category(character) in ("Zs", "Co", "Cn"):
        return character if character.isprintable() else " "
    number = ord(character)
    return f"\\x{number:02x}" if number < 256 else f"\\u{number:04x}" if number < 65536 else f"\\U{number:08x}"
