"""Unit files, Quadlet's and systemd's: every ``key=value`` with its group, its lines and the comment glued to it."""

from __future__ import annotations

from bisect import bisect_right
from typing import Literal, NamedTuple

import msgspec

from vaulttool.parsing.problem import Problem
from vaulttool.parsing.words import split
from vaulttool.text.span import BYTE_ORDER_MARK

BLANKS = " \t\n\v\f\r\x85\xa0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u2028\u2029\u202f\u205f\u3000"
COMMENT_MARKS = "#;"

Service = Literal["podman", "systemd"]


class Piece(msgspec.Struct, frozen=True, gc=False):
    """What one line gives to a value: from which offset on, the line's number, the comment right above it."""

    start: int
    line: int
    comment: str


class Argument(NamedTuple):
    """A word of a value without quotes, the line it begins on, and the comment right above that line."""

    text: str
    line: int
    comment: str


class Entry(msgspec.Struct, frozen=True):
    """One ``key=value``: the value with its lines joined, its first and last line (from 1), its comment.

    A comment is the text of the comment lines right above, without their marks, joined by blanks.
    """

    group: str
    key: str
    value: str
    line: int
    last: int
    comment: str
    path: str
    pieces: tuple[Piece, ...]

    def place(self, offset: int) -> Piece:
        """The line that gave the character at this offset of the value."""
        return self.pieces[max(bisect_right(self.pieces, offset, key=lambda piece: piece.start) - 1, 0)]

    def words(self) -> tuple[Argument, ...]:
        """The value split as systemd does it."""
        places = ((word.text, self.place(word.start)) for word in split(self.value).words)
        return tuple(Argument(text, place.line, place.comment) for text, place in places)

    def problems(self) -> tuple[Problem, ...]:
        """What is odd about the value where it is split into words."""
        return tuple(Problem(self.path, self.place(at).line, message) for at, message in split(self.value).odd)


class Unit(msgspec.Struct, frozen=True):
    """The entries of a unit in the order of the file; groups that stand twice are one."""

    entries: tuple[Entry, ...] = ()
    problems: tuple[Problem, ...] = ()

    def last(self, group: str, key: str) -> Entry | None:
        """The entry that counts for a key with one value: the last one, be it empty."""
        found = [entry for entry in self.entries if (entry.group, entry.key) == (group, key)]
        return found[-1] if found else None

    def all(self, group: str, key: str) -> tuple[Entry, ...]:
        """The entries that count for a key with many values: those after the last empty one."""
        found: list[Entry] = []
        for entry in self.entries:
            if (entry.group, entry.key) != (group, key):
                continue
            if entry.value:
                found.append(entry)
            else:
                found.clear()
        return tuple(found)


def read(text: str, path: str = "", by: Service = "podman") -> Unit:
    """The entries of a unit file, and the lines that are neither comment, ``[group]`` nor ``key=value``.

    ``by`` is who reads the file. podman trims every line and joins a line that ends with a backslash to the next
    as it is. systemd puts a blank between them, takes a doubled backslash for no continuation, and an empty line
    for its end. Comments inside a continued line are skipped by both.
    """
    return _Reader(path, by).read(text)


class _Reader:
    """One reading of one file: the lines gathered for the entry at hand, and what was made of those before."""

    def __init__(self, path: str, by: Service) -> None:
        self.path = path
        self.by = by
        self.group = ""
        self.glued: list[str] = []
        self.parts: list[str] = []
        self.pieces: list[Piece] = []
        self.length = 0
        self.entries: list[Entry] = []
        self.problems: list[Problem] = []

    def read(self, text: str) -> Unit:
        """The unit; lines end at LF, a CR before it is a blank like others."""
        lines = text.removeprefix(BYTE_ORDER_MARK).removesuffix("\n").split("\n")
        for number, line in enumerate(lines, 1):
            if not self._skipped(line.strip(BLANKS)):
                content, more = self._content(line)
                self._gather(content, number)
                if not more or number == len(lines):
                    self._finish(number)
        if self.length:
            self._problem(self.pieces[0].line, "the file ends before the line is continued: podman drops the entry")
            self._finish(len(lines))
        return Unit(tuple(self.entries), tuple(self.problems))

    def _skipped(self, line: str) -> bool:
        """Whether a trimmed line is a comment; what it says is kept for the line below."""
        if not line:
            self.glued.clear()
            return not (self.by == "systemd" and self.length)
        if line[0] in COMMENT_MARKS:
            self.glued.append(line.lstrip(COMMENT_MARKS).strip())
            return True
        return False

    def _content(self, line: str) -> tuple[str, bool]:
        """What a line gives to the entry, and whether the next line goes on with it."""
        if self.by == "podman":
            line = line.strip(BLANKS)
            return line.removesuffix("\\"), line.endswith("\\")
        line = line.removesuffix("\r")
        more = (len(line) - len(line.rstrip("\\"))) % 2 == 1
        return (line[:-1] + " ", True) if more else (line, False)

    def _gather(self, content: str, number: int) -> None:
        if not self.length:  # lines of nothing but a backslash begin no entry
            self.parts, self.pieces, content = [], [], content.lstrip(BLANKS)
        self.pieces.append(Piece(self.length, number, " ".join(filter(None, self.glued))))
        self.parts.append(content)
        self.length += len(content)
        self.glued.clear()

    def _finish(self, last: int) -> None:
        """Make a group or an entry of the lines gathered."""
        whole, pieces = "".join(self.parts), tuple(self.pieces)
        self.parts, self.pieces, self.length = [], [], 0
        line = whole.strip(BLANKS)
        if not line:
            return
        name, closed, rest = line[1:].partition("]")
        if line[0] == "[" and closed and not rest.strip(" \t"):
            self._begin(name, pieces[0].line)
        elif line.find("=") > 0:
            self._entry(whole, pieces, last)
        else:
            self._problem(pieces[0].line, f'"{_short(line)}" is no comment, no [group] and no key=value')

    def _begin(self, group: str, line: int) -> None:
        if not group or "[" in group or any(ord(character) < 32 for character in group):
            self._problem(line, f'"[{_short(group)}]" is no name of a group')
        self.group = group

    def _entry(self, whole: str, pieces: tuple[Piece, ...], last: int) -> None:
        key, _, rest = whole.partition("=")
        value = rest.strip(BLANKS)
        shift = len(key) + 1 + len(rest) - len(rest.lstrip(BLANKS))
        moved = tuple(Piece(max(piece.start - shift, 0), piece.line, piece.comment) for piece in pieces)
        key = key.strip(BLANKS)
        if not self.group:
            self._problem(pieces[0].line, f'the key "{_short(key)}" stands before any [group]')
        entry = Entry(self.group, key, value, pieces[0].line, last, pieces[0].comment, self.path, moved)
        self.entries.append(entry)

    def _problem(self, line: int, message: str) -> None:
        self.problems.append(Problem(self.path, line, message))


def _short(text: str) -> str:
    """A text short enough for a message."""
    return text if len(text) <= 60 else text[:59] + "…"
