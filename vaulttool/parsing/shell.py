"""The defaults that a shell script gives its variables: ``${NAME:-default}`` and its relatives, with their lines."""

from __future__ import annotations

import re
from typing import NamedTuple

import msgspec

from vaulttool.parsing.glued import Comments
from vaulttool.text.span import BYTE_ORDER_MARK, Lines

DEEPEST = 30
EXPANSION = re.compile(r"\$\{(?:(?P<name>[A-Za-z_][A-Za-z0-9_]*)(?P<operator>:?[-=]))?")
C_QUOTED = re.compile(r"\$'(?:[^'\\]|\\[\s\S])*(?:'|\Z)")
HEREDOC = re.compile(
    r"""
    <<(?P<tabs>-?) [ \t]*
    (?: '(?P<single>[^'\r\n]*)' | "(?P<double>[^"\r\n]*)" | (?P<escape>\\?) (?P<word>[A-Za-z0-9_.+-]+) )
    """,
    re.VERBOSE,
)
PLAIN = re.compile(r"[^\\'\"$(){}#<\r\n]+")
QUOTE = re.compile(r"\\(?P<escaped>\r\n|[\s\S])|['\"]")
LINE_END = re.compile(r"[\r\n]|\Z")
BEFORE_A_COMMENT = " \t\r\n;&|()"
KEPT_IN_DOUBLE_QUOTES = '"\\`$}'  # what a backslash takes its meaning from there


class Default(msgspec.Struct, frozen=True, gc=False):
    """A default: its value without quotes, ``operator`` one of ``:- - := =``, the line of the ``${``."""

    name: str
    value: str
    operator: str
    line: int
    comment: str


class _Frame(NamedTuple):
    """What encloses a place: ``kind`` is ``script``, ``heredoc``, ``sum`` (arithmetic), or the end it waits for.

    In a ``quoted`` one a single quote is a character like others.
    """

    kind: str
    quoted: bool = False
    found: re.Match[str] | None = None


class _Place(NamedTuple):
    """A default as it was found: the match of its beginning, where its value ends, whether it stands in quotes."""

    found: re.Match[str]
    end: int
    quoted: bool


def defaults(text: str) -> tuple[Default, ...]:
    """The defaults of a script in the order of the text, nested ones after those that hold them.

    None is read in single quotes, in comments and in the body of a heredoc whose delimiter is quoted.
    """
    text = text.removeprefix(BYTE_ORDER_MARK)
    lines = Lines(text)
    comments = Comments(lines)
    made = []
    for place in sorted(_Scan(text, 0, len(text), "script").places(), key=lambda place: place.found.start()):
        line = lines.position(place.found.start()).line
        value = _unquoted(text[place.found.end() : place.end], place.quoted)
        made.append(Default(place.found["name"], value, place.found["operator"], line, comments.above(line)))
    return tuple(made)


class _Scan:
    """One reading of a script, or of the body of a heredoc in it; a stack holds what encloses the place reached."""

    def __init__(self, text: str, start: int, end: int, kind: str) -> None:
        self.text = text
        self.start = start
        self.end = end
        self.stack = [_Frame(kind, kind == "heredoc")]
        self.waiting: list[re.Match[str]] = []
        self.found: list[_Place] = []

    def places(self) -> list[_Place]:
        """The defaults, inner ones before those that hold them."""
        at = self.start
        while at < self.end:
            at = self._step(at)
        return self.found

    def _step(self, at: int) -> int:
        """Read what stands at a place; the next place."""
        character, top = self.text[at], self.stack[-1]
        if character == "\\":
            return at + 2
        if character == top.kind or (character == ")" and top.kind == "sum"):
            return self._closed(at)
        if character == "$" or (character == "(" and not top.quoted):
            return self._opened(at, top)
        if character == '"' and top.kind != "heredoc":
            self.stack.append(_Frame('"', quoted=True))
            return at + 1
        if not top.quoted and (end := self._passed(at, top)):
            return end
        plain = PLAIN.match(self.text, at, self.end)
        return plain.end() if plain else at + 1

    def _closed(self, at: int) -> int:
        """After the end of what encloses the place; a brace with a default is noted."""
        top = self.stack.pop()
        if top.found and len(self.stack) <= DEEPEST:
            self.found.append(_Place(top.found, at, top.quoted))
        return at + 1

    def _opened(self, at: int, top: _Frame) -> int:
        """After a ``${``, ``$(``, ``(`` or ``$'...'``; after a dollar that begins none of them."""
        if found := EXPANSION.match(self.text, at, self.end):
            self.stack.append(_Frame("}", top.quoted, found if found["name"] else None))
            return found.end()
        if not top.quoted and (found := C_QUOTED.match(self.text, at, self.end)):
            return found.end()
        start = at + (self.text[at] == "$")
        if not self.text.startswith("(", start):
            return at + 1
        arithmetic = top.kind == "sum" or self.text.startswith("((", start)
        self.stack.append(_Frame("sum" if arithmetic else ")"))
        return start + 1

    def _passed(self, at: int, top: _Frame) -> int:
        """The end of what is passed over here: single quotes, a comment, a heredoc; 0 where there is none."""
        character = self.text[at]
        if character == "'":
            end = self.text.find("'", at + 1, self.end)
            return end + 1 if end >= 0 else self.end
        if top.kind not in ("script", ")"):
            return 0
        if character == "#" and (at == 0 or self.text[at - 1] in BEFORE_A_COMMENT):
            return self._line_end(at)
        if character == "<":
            return self._announced(at)
        return self._bodies(at) if character in "\r\n" and self.waiting else 0

    def _announced(self, at: int) -> int:
        """After the sign of a heredoc, whose body follows the line."""
        if self.text.startswith("<<<", at):
            return at + 3
        if found := HEREDOC.match(self.text, at, self.end):
            self.waiting.append(found)
            return found.end()
        return 0

    def _bodies(self, at: int) -> int:
        """After the bodies that follow the line end here; those with a plain delimiter are read."""
        at = self._next_line(at)
        for found in self.waiting:
            start, (end, at) = at, self._body(found, at)
            if found["word"] and not found["escape"]:
                self.found += _Scan(self.text, start, end, "heredoc").places()
        self.waiting = []
        return at

    def _body(self, found: re.Match[str], at: int) -> tuple[int, int]:
        """Where a body that begins here ends, and the end of its delimiter's line."""
        delimiter = next(word for word in (found["single"], found["double"], found["word"]) if word is not None)
        while at < self.end:
            end = self._line_end(at)
            line = self.text[at:end]
            if (line.lstrip("\t") if found["tabs"] else line) == delimiter:
                return at, end
            at = self._next_line(end)
        return self.end, self.end

    def _line_end(self, at: int) -> int:
        found = LINE_END.search(self.text, at, self.end)
        return found.start() if found else self.end

    def _next_line(self, at: int) -> int:
        return at + (2 if self.text.startswith("\r\n", at) else 1)


def _unquoted(text: str, inside: bool) -> str:
    """A default without quotes and backslashes; ``inside`` tells whether it stands between double quotes."""
    parts: list[str] = []
    at = 0
    while found := QUOTE.search(text, at):
        parts.append(text[at : found.start()])
        at = found.end()
        if found["escaped"] is not None:
            parts.append(_escaped(found, inside))
        elif found[0] == '"':
            inside = not inside
        elif inside:
            parts.append("'")
        else:
            end = text.find("'", at)
            parts.append(text[at : end if end >= 0 else len(text)])
            at = end + 1 if end >= 0 else len(text)
    return "".join([*parts, text[at:]])


def _escaped(found: re.Match[str], inside: bool) -> str:
    if found["escaped"] in ("\n", "\r\n"):
        return ""
    return found[0] if inside and found["escaped"] not in KEPT_IN_DOUBLE_QUOTES else found["escaped"]
