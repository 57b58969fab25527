"""The defaults that a page tells of variables: in a column of them, or right behind the variable."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from vaulttool.parsing.prose import Prose
from vaulttool.rules._setting_cells import leading, literal
from vaulttool.text.span import Span

VARIABLE = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*")
HEAD = re.compile(r"[*_`]*defaults?(?: values?)?[*_`]*", re.IGNORECASE)
TELLS = re.compile(
    r"""
    [ \t]*+ (?:\r?\n[ \t>]*+)? (?:[,;:(–—-][ \t]*+)? (?:(?:which|its|the|whose|and)[ ])? defaults? (?:[ ]value)?
    (?:[ ](?:to|is|of|=)|:|=)? [ \t]*+ (?:\r?\n[ \t>]*+)?
    (?P<value> \d++(?:[.,]\d++)*+ (?=[);,](?!\w)|\.?(?:\s*+\Z|\r?\n[ \t>]*+\r?\n)|\.\s) )?
    """,
    re.IGNORECASE | re.VERBOSE,
)
DIGITS = re.compile(r"[\d.,_]+")
MEASURED = re.compile(r"\s?(?!(?:and|or|in|for|on|if|when|unless|but|as|which|since|because|so|at|with|by)\b)[A-Za-z%]")


class Told(NamedTuple):
    """A default that a page tells of a variable."""

    name: str
    value: str
    span: Span


def defaults_told(prose: Prose) -> Iterator[Told]:
    """The defaults of a page."""
    yield from _in_tables(prose)
    yield from _in_words(prose)


def _in_tables(prose: Prose) -> Iterator[Told]:
    """The defaults in tables with a column of them."""
    for table in prose.tables:
        column = next((at for at, head in enumerate(table.head) if HEAD.fullmatch(head.of(prose.text))), 0)
        for row in table.rows if column else ():
            codes = leading(prose, row[0]) if column < len(row) else []
            name = codes[0].content.of(prose.text) if len(codes) == 1 else ""
            value = literal(prose, row[column], False) if VARIABLE.fullmatch(name) else None
            if value is not None:
                yield Told(name, *value)


def _in_words(prose: Prose) -> Iterator[Told]:
    """The defaults that stand right behind a variable."""
    codes = prose.codes
    for at, code in enumerate(codes):
        name = code.content.of(prose.text)
        found = TELLS.match(prose.text, code.span.end) if VARIABLE.fullmatch(name) else None
        if found is None:
            continue
        behind = codes[at + 1] if at + 1 < len(codes) else None
        if found["value"]:
            yield Told(name, found["value"], Span(found.start("value"), found.end("value")))
        elif behind is not None and behind.span.start == found.end():
            value = behind.content.of(prose.text)
            if not (DIGITS.fullmatch(value) and MEASURED.match(prose.text, behind.span.end)):
                yield Told(name, value, behind.content)
