"""Settings as cells of tables, spans of code and blocks of code write them."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from vaulttool.parsing.prose import Code, Fence, Prose
from vaulttool.text.span import Span

FLAG = re.compile(r"--[A-Za-z][\w.-]*")
VARIABLE = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*")
LONG_VARIABLE = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+")  # one that is no abbreviation of anything
KEY = re.compile(r"[A-Z][a-z]+(?:[A-Z]+[a-z]*)*")  # of a unit
BARE = re.compile(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*")
HYPHENATED = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+")
PLAIN_NAME = re.compile(r"[^\s/,*|]+")
LABEL = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[ _-][A-Za-z0-9]+){0,3}")
SHOWN_FLAG = re.compile(
    r"""(?<![\w-])(?P<name>--[A-Za-z][\w.-]*)(?:(?:=|[ ]+(?!-))(?P<value>'[^']*'|"[^"]*"|[^\s'"`]+))?"""
)
ASSIGNED = re.compile(
    r"""
    (?:export[ ]|Environment=|-e[ ]|--env[ =])?+ ["']? (?P<name>[A-Z][A-Z0-9_]+)
    =(?P<value>'[^']*'|"[^"]*"|[^\s'"]*+) ["']? (?P<rest>[^\r\n]*)
    """,
    re.VERBOSE,
)
LITERAL = re.compile(r"[^\s`|]+")
NUMBER = re.compile(r"[-−+]?\d[\d,._]*")
UNSAID = ("", "-", "–", "—", "default", "none", "unset", "off", "no", "n/a", "?", "not set", "false")
SEPARATOR = re.compile(r"[ ,/+&]|and|or")
SHELLS = ("bash", "sh", "shell", "zsh", "console", "shellsession", "fish")
COMMANDS = re.compile(
    r"(?:sudo|podman|docker|curl|wget|git|systemctl|journalctl|ssh|scp|cd|cp|mv|rm|mkdir|for|if|while|python3?|bash|sh|make"
    r"|vllm|llama-\w+|\$|>|\./|/)(?:\s|\b|(?<=[/$>]))"
)
LINE = re.compile(r"[^\r\n]+")


class Shown(NamedTuple):
    """A setting as a page shows it. ``value`` is None where it shows none that can be compared. A label is a name in
    words. ``is_told_gone`` says that the words beside it take it back."""

    name: str
    span: Span
    value: str | None = None
    value_span: Span | None = None
    is_label: bool = False
    is_told_gone: bool = False

    @property
    def is_variable(self) -> bool:
        """Whether it is written as a variable."""
        return VARIABLE.fullmatch(self.name) is not None


def in_row(prose: Prose, first: Span, value: Span | None, is_exact: bool) -> Iterator[Shown]:
    """The settings of a row: the names in its first cell with the values beside them, or a label with its value; then
    the flags and variables with which its value begins."""
    codes = leading(prose, first)
    if codes and codes[-1].span.end >= first.end - 2:
        is_command = len(codes) == 1 and re.search(r"[= ]", codes[0].content.of(prose.text)) is not None
        yield from in_code(prose, codes[0]) if is_command else _named(prose, [code.content for code in codes], value)
    elif plain := _plain_names(prose, first, is_exact):
        yield from _named(prose, plain, value, is_plain=True)
    elif value is not None and LABEL.fullmatch(first.of(prose.text).strip("* ")):
        told, place = literal(prose, value, True) or (None, None)
        yield Shown(first.of(prose.text).strip("* "), first, told, place, True)
    for code in leading(prose, value) if value is not None else ():
        yield from in_code(prose, code)


def _plain_names(prose: Prose, cell: Span, is_exact: bool) -> list[Span]:
    """The names that a cell holds without marks of code, parted by slashes or commas; none where a word is no name.
    Words with hyphens are names where the head of the column says so (``is_exact``)."""
    forms = (FLAG, VARIABLE, HYPHENATED) if is_exact else (FLAG, VARIABLE)
    words = list(PLAIN_NAME.finditer(prose.text, cell.start, cell.end))
    rest = PLAIN_NAME.sub("", cell.of(prose.text)).strip(" /,*")
    if rest or not all(any(form.fullmatch(word[0]) for form in forms) for word in words):
        return []
    return [Span(*word.span()) for word in words]


def _named(prose: Prose, names: Sequence[Span], value: Span | None, is_plain: bool = False) -> Iterator[Shown]:
    """The names in the first cell of a row, each with its value if the next cell has as many. A key of a unit, and an
    abbreviation that is no code, may mean something else, like a label."""
    values = _values(prose, value, len(names)) if value is not None else [None] * len(names)
    for name, told in zip(names, values, strict=True):
        text = name.of(prose.text)
        is_short = is_plain and VARIABLE.fullmatch(text) is not None and LONG_VARIABLE.fullmatch(text) is None
        if is_plain or any(form.fullmatch(text) for form in (FLAG, VARIABLE, BARE, KEY)):
            shown, place = told or (None, None)
            yield Shown(text, name, shown, place, is_short or KEY.fullmatch(text) is not None)


def _values(prose: Prose, cell: Span, count: int) -> Sequence[tuple[str, Span] | None]:
    """The values in a cell: one, or as many as there are names, parted by slashes or commas."""
    if count == 1:
        return [literal(prose, cell, False)]
    text = cell.of(prose.text)
    for mark in (" / ", "/", ", "):
        parts = text.split(mark)
        if len(parts) == count and all(LITERAL.fullmatch(part.strip("` ")) for part in parts):
            return [(part.strip("` "), cell) for part in parts]
    return [None] * count


def literal(prose: Prose, cell: Span, is_label: bool) -> tuple[str, Span] | None:
    """The value that a cell is, or, beside a label, begins with; None where it is words."""
    codes = leading(prose, cell)
    text = cell.of(prose.text).strip("* ")
    if codes and (is_label or (len(codes) == 1 and codes[0].span.end >= cell.end - 2)):
        span = codes[0].content
        told = span.of(prose.text)
        is_none = told.lower() in UNSAID or FLAG.match(told) or "=" in told
        return None if is_none else (told.replace("\\|", "|"), span)
    if is_label or text.lower() in UNSAID:
        return None
    return (text, cell) if NUMBER.fullmatch(text) else None


def among_words(prose: Prose, cell: Span) -> Iterator[Shown]:
    """The variables that the words of a value name, without their values."""
    first = leading(prose, cell)
    for code in _codes(prose, Span(first[-1].span.end if first else cell.start, cell.end)):
        for shown in in_code(prose, code):
            if LONG_VARIABLE.fullmatch(shown.name):
                yield Shown(shown.name, shown.span)


def leading(prose: Prose, cell: Span) -> list[Code]:
    """The code spans with which a cell begins, nothing but commas and the like between them."""
    found: list[Code] = []
    done = cell.start
    for code in _codes(prose, cell):
        if SEPARATOR.sub("", prose.text[done : code.span.start]).strip("*_"):
            break
        found.append(code)
        done = code.span.end
    return found


def _codes(prose: Prose, span: Span) -> Iterator[Code]:
    """The code spans that lie in a stretch of text."""
    for at in range(bisect_left(prose.codes, span.start, key=lambda code: code.span.start), len(prose.codes)):
        if prose.codes[at].span.end > span.end:
            break
        yield prose.codes[at]


def in_code(prose: Prose, code: Code) -> Iterator[Shown]:
    """The flags of a code span with their values, or the variable that it sets or is."""
    text = code.content.of(prose.text)
    if text.startswith("--"):
        yield from _flags(text, code.content.start)
        return
    found = ASSIGNED.fullmatch(text)
    if found and not found["rest"]:
        yield _assigned(found, code.content.start)
    elif LONG_VARIABLE.fullmatch(text):
        yield Shown(text, code.content)


def _flags(text: str, start: int) -> Iterator[Shown]:
    for found in SHOWN_FLAG.finditer(text):
        name = Span(start + found.start("name"), start + found.end("name"))
        value = found["value"]
        if value is None:
            yield Shown(found["name"], name)
        else:
            place = Span(start + found.start("value"), start + found.end("value"))
            yield Shown(found["name"], name, value.strip("'\""), place)


def _assigned(found: re.Match[str], start: int) -> Shown:
    name = Span(start + found.start("name"), start + found.end("name"))
    place = Span(start + found.start("value"), start + found.end("value"))
    value = found["value"].strip("'\"")
    return Shown(found["name"], name, value if "$" not in value else None, place)


def in_block(prose: Prose, fence: Fence) -> Iterator[Shown]:
    """The settings of a block of code: its lines that set a variable or begin with a flag. None where it shows
    commands."""
    lines = list(LINE.finditer(prose.text, fence.content.start, fence.content.end))
    if any(COMMANDS.match(line[0].strip()) for line in lines):
        return
    is_shell = fence.info.partition(" ")[0].lower() in SHELLS
    for line in lines:
        text = line[0].strip(" \t>\\")
        start = line.start() + line[0].index(text) if text else line.start()
        if text.startswith("--"):
            yield from _flags(text.partition(" #")[0], start)
            continue
        found = ASSIGNED.fullmatch(text)
        rest = found["rest"].strip(" \\;\"'") if found else ""
        if found and not COMMANDS.match(rest) and (not is_shell or rest[:1] in ("", "#")):
            yield _assigned(found, start)
