"""Env files in four dialects: systemd's, podman's, Compose's and python-dotenv's, chosen by who reads the file."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

import msgspec

from vaulttool.parsing.problem import Problem
from vaulttool.parsing.variables import resolved
from vaulttool.text.span import BYTE_ORDER_MARK, Lines

Dialect = Literal["systemd", "podman", "compose", "dotenv"]

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
DOTTED_NAME = re.compile(r"[A-Za-z0-9_.\[\]-]+")
KEPT_IN_DOUBLE_QUOTES = '"\\`$'  # what a backslash takes its meaning from there, as in a shell
BLANKS_OR_COMMENT = re.compile(r"(?:[ \t\r\n\f\v]+|(?P<comment>[#;][^\r\n]*))")
UNIT_BARE = re.compile(r"(?:[^\\\r\n]|\\(?:\r\n|[\s\S])|\\\Z)*")
UNIT_SINGLE = re.compile(r"'(?P<inner>[^']*)(?P<end>'?)")
UNIT_DOUBLE = re.compile(r'"(?P<inner>(?:[^"\\]|\\[\s\S])*)(?P<end>"?)')
ESCAPED = re.compile(r"\\(\r\n|[\s\S])")
ASSIGNMENT = re.compile(
    r"""
    (?P<export> export [ \t]+ )?
    (?: '(?P<quoted>[^'\r\n]+)' | (?P<name>[^=\#\s'][^=\#\s]*) ) [ \t]*
    (?P<equal> = [ \t]* )?
    """,
    re.VERBOSE,
)
SINGLE = re.compile(r"'(?P<inner>(?:[^'\\]|\\[\s\S])*)'")
DOUBLE = re.compile(r'"(?P<inner>(?:[^"\\]|\\[\s\S])*)"')
BARE = re.compile(r"[^\r\n]*")
INLINE_COMMENT = re.compile(r"(?<!\s)\s+#")
OPENING = ("'", '"')
REST = re.compile(r"[ \t]*(?:\#[^\r\n]*)?(?=[\r\n]|\Z)")
BRACED = re.compile(r"\$\{(?P<name>[^}:$]*)(?::-(?P<default>[^}]*))?\}")
LETTERS = {"n": "\n", "r": "\r", "t": "\t", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}


class EnvFile(NamedTuple):
    """An env file as it is handed over: where it lies, what it says, and who reads it."""

    path: str
    text: str
    dialect: Dialect = "systemd"


class Variable(msgspec.Struct, frozen=True, gc=False):
    """A variable that a file sets: ``value`` is None where the reader takes it from its own environment.

    ``line`` is that of the name; ``comment`` the text of the comment lines right above, joined by blanks.
    """

    name: str
    value: str | None
    line: int
    comment: str


class Environment(NamedTuple):
    """The variables in the order of the file, those that a later one replaces included."""

    variables: tuple[Variable, ...] = ()
    problems: tuple[Problem, ...] = ()

    def counting(self) -> dict[str, Variable]:
        """The variable that counts for each name: the last."""
        return {variable.name: variable for variable in self.variables}


def read(file: EnvFile, known: Mapping[str, str] | None = None) -> Environment:
    """The variables of an env file; what its reader would refuse or drop is a problem.

    ``systemd``: quotes, ``\\`` joins lines, ``#`` and ``;`` only where a line begins, nothing is interpolated.
    ``podman``: a value is the rest of the line, quotes and all. ``compose``: quotes, ``export``, inline comments
    after a blank, ``${NAME:-default}`` from ``known`` and the lines above. ``dotenv``: as python-dotenv has it;
    there ``${NAME}`` is replaced inside any quotes. A variable that is not known stays as it is written.
    """
    return _READERS[file.dialect](file.path, file.text.removeprefix(BYTE_ORDER_MARK), dict(known or {})).read()


class _Reader:
    """One reading of one file: the variables so far, and the comment right above the place reached."""

    def __init__(self, path: str, text: str, known: dict[str, str]) -> None:
        self.path = path
        self.text = text
        self.known = known
        self.lines = Lines(text)
        self.glued: list[str] = []
        self.variables: list[Variable] = []
        self.problems: list[Problem] = []

    def read(self) -> Environment:
        """All variables and problems."""
        at = 0
        while (at := self._start(at)) < len(self.text):
            at = self._variable(at)
            self.glued.clear()
        return Environment(tuple(self.variables), tuple(self.problems))

    marks = "#"  # what begins a comment

    def _start(self, at: int) -> int:
        """Where the next assignment begins; the comments on the way are kept, an empty line forgets them."""
        while at < len(self.text) and (found := BLANKS_OR_COMMENT.match(self.text, at)):
            comment = found["comment"]
            if comment and comment[0] not in self.marks:
                break
            if comment:
                self.glued.append(comment.lstrip(self.marks).strip())
            elif found[0].replace("\r\n", "\n").replace("\r", "\n").count("\n") > 1:
                self.glued.clear()
            at = found.end()
        return at

    def _variable(self, at: int) -> int:
        """Read the assignment at ``at``; the offset after it."""
        raise NotImplementedError

    def _add(self, name: str, value: str | None, at: int) -> None:
        line = self.lines.position(at).line
        self.variables.append(Variable(name, value, line, " ".join(filter(None, self.glued))))
        if value is not None:
            self.known[name] = value

    def _problem(self, at: int, message: str) -> None:
        self.problems.append(Problem(self.path, self.lines.position(at).line, message))

    def _rest(self, at: int) -> str:
        found = BARE.match(self.text, at)
        return found[0] if found else ""


class _Systemd(_Reader):
    """The manner of ``EnvironmentFile=``."""

    marks = "#;"

    def _variable(self, at: int) -> int:
        line = self._rest(at)
        name, equal, _ = line.partition("=")
        if not equal:
            self._problem(at, f'"{_short(line.strip())}" is no NAME=value')
            return at + len(line)
        value, end = self._value(at + len(name) + 1)
        if NAME.fullmatch(name.rstrip()):
            self._add(name.rstrip(), value, at)
        else:
            self._problem(at, f'"{_short(name.strip())}" is no name of a variable: systemd drops it')
        return end

    def _value(self, at: int) -> tuple[str, int]:
        """The value that begins after the ``=``: quoted parts one after another, then what is bare."""
        parts: list[str] = []
        while True:
            at = _past(self.text, at, " \t")
            pattern = {"'": UNIT_SINGLE, '"': UNIT_DOUBLE}.get(self.text[at : at + 1])
            found = pattern.match(self.text, at) if pattern else None
            if not found:
                break
            if not found["end"]:
                self._problem(at, f"the quote {found[0][0]} is not closed")
            parts.append(found["inner"] if found[0][0] == "'" else ESCAPED.sub(_in_double, found["inner"]))
            at = found.end()
        bare = UNIT_BARE.match(self.text, at)
        return "".join([*parts, _unescaped(bare[0]) if bare else ""]), bare.end() if bare else at


class _Podman(_Reader):
    """The manner of ``podman run --env-file`` and ``docker run --env-file``."""

    def _variable(self, at: int) -> int:
        line = self._rest(at)
        name, equal, value = line.partition("=")
        if not name or len(name.split()) != 1 or name != name.rstrip():
            self._problem(at, f'"{_short(line)}" has {"a blank in its" if name else "no"} name')
        else:
            self._add(name, value if equal else None, at)
        return at + len(line)


class _Quoting(_Reader):
    """What Compose and python-dotenv have in common: ``export``, quotes over several lines, inline comments."""

    def _variable(self, at: int) -> int:
        found = ASSIGNMENT.match(self.text, at)
        name = (found["quoted"] or found["name"]) if found else ""
        if not found or not self._is_name(found):
            return self._refused(at, "is no NAME=value")
        value: str | None
        if found["equal"] and self.text[found.end() : found.end() + 1] in OPENING:
            quoted = SINGLE.match(self.text, found.end()) or DOUBLE.match(self.text, found.end())
            if not quoted:
                return self._refused(at, "has a quote that is not closed")
            value, end = self._quoted(quoted), quoted.end()
        elif found["equal"]:
            bare = self._rest(found.end())
            value, end = self._replaced(_uncommented(bare, found["equal"] != "=")), found.end() + len(bare)
        else:
            value, end = None, found.end()
        rest = REST.match(self.text, end)
        if not rest:
            return self._refused(at, "is no NAME=value")
        self._add(name, value, at)
        return rest.end()

    def _refused(self, at: int, reason: str) -> int:
        line = self._rest(at)
        self._problem(at, f'"{_short(line.strip())}" {reason}')
        return at + max(len(line), 1)

    def _is_name(self, found: re.Match[str]) -> bool:
        raise NotImplementedError

    def _quoted(self, found: re.Match[str]) -> str:
        raise NotImplementedError

    def _replaced(self, text: str) -> str:
        raise NotImplementedError


class _Compose(_Quoting):
    """The manner of ``env_file:`` and ``.env`` of Compose v2."""

    def _is_name(self, found: re.Match[str]) -> bool:
        return bool(found["name"] and DOTTED_NAME.fullmatch(found["name"]))

    def _quoted(self, found: re.Match[str]) -> str:
        if found[0][0] == "'":
            return found["inner"].replace("\\'", "'")
        return self._replaced(ESCAPED.sub(lambda each: _letter(each, '"\\'), found["inner"]))

    def _replaced(self, text: str) -> str:
        return resolved(text, self.known.get)


class _Dotenv(_Quoting):
    """The manner of python-dotenv."""

    def _is_name(self, found: re.Match[str]) -> bool:
        return True

    def _quoted(self, found: re.Match[str]) -> str:
        if found[0][0] == "'":
            return self._replaced(ESCAPED.sub(lambda each: _kept(each, "\\'"), found["inner"]))
        return self._replaced(ESCAPED.sub(lambda each: _letter(each, "\\'\""), found["inner"]))

    def _replaced(self, text: str) -> str:
        """The text with ``${NAME}`` and ``${NAME:-default}`` replaced; nothing else is a variable here."""
        closed, brace, rest = text.rpartition("}")
        return BRACED.sub(self._value, closed + brace) + rest

    def _value(self, found: re.Match[str]) -> str:
        default = found[0] if found["default"] is None else found["default"]
        return self.known.get(found["name"], default)


_READERS: dict[Dialect, Callable[[str, str, dict[str, str]], _Reader]] = {
    "systemd": _Systemd,
    "podman": _Podman,
    "compose": _Compose,
    "dotenv": _Dotenv,
}


def _past(text: str, at: int, blanks: str) -> int:
    while at < len(text) and text[at] in blanks:
        at += 1
    return at


def _in_double(found: re.Match[str]) -> str:
    """What an escape between systemd's double quotes stands for: a line end is dropped, most keep the backslash."""
    if found[1] in ("\n", "\r\n"):
        return ""
    return found[1] if found[1] in KEPT_IN_DOUBLE_QUOTES else found[0]


def _unescaped(text: str) -> str:
    """A bare value of systemd's: backslashes go and keep what follows but a line end; blanks at the end go, too."""
    plain = text[: _bare_end(text)]
    return ESCAPED.sub(lambda found: "" if found[1] in ("\n", "\r", "\r\n") else found[1], plain).removesuffix("\\")


def _bare_end(text: str) -> int:
    """Where the blanks at the end begin; one behind a backslash is none."""
    end = len(text.rstrip(" \t"))
    slashes = end - len(text[:end].rstrip("\\"))
    return end + 1 if slashes % 2 and end < len(text) else end


def _uncommented(text: str, after_blank: bool) -> str:
    """A bare value without the comment behind it, which begins with a ``#`` after a blank."""
    if after_blank and text.startswith("#"):
        return ""
    comment = INLINE_COMMENT.search(text)
    return (text[: comment.start()] if comment else text).rstrip()


def _letter(found: re.Match[str], kept: str) -> str:
    return LETTERS.get(found[1], _kept(found, kept))


def _kept(found: re.Match[str], kept: str) -> str:
    return found[1] if found[1] in kept else found[0]


def _short(text: str) -> str:
    """A text short enough for a message."""
    return text if len(text) <= 60 else text[:59] + "…"
