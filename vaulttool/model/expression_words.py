"""The words of the relation language: numbers, dates, names, operators and brackets, with their places."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from vaulttool.errors import VaulttoolError

LONGEST = 10_000  # characters of an expression: a bound on the time that data from others can take
COMPARISONS = ("=", "<", "<=", "in")
BRACKETS = ("(", ")", "[", "]", ",")
PIECE = re.compile(r"[()\[\],]|[^\s()\[\],]+")
NUMBER = re.compile(r"-?[0-9]{1,40}(?:\.[0-9]{1,40})?(?:[eE][-+]?[0-9]{1,2})?")
DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
LOCAL_NAME = r"(?:[A-Za-z][A-Za-z0-9_-]*\.)*[A-Za-z][A-Za-z0-9_]*"
SLUG = r"[A-Za-z0-9][A-Za-z0-9-]*"
NAME = re.compile(rf"(?:run|host)/{SLUG}\#{LOCAL_NAME} | count/{SLUG} | {LOCAL_NAME}", re.VERBOSE)
ADDRESS_BEGIN = re.compile(r"(?:run|host|count)/")
COMPARISON_LIKE = re.compile(r"[<>=!]=?=?|≤|≥|≠")
SURELY_OPERATOR = re.compile(r"<=|[=<+*]")
PERHAPS_OPERATOR = re.compile(r"(?<=[A-Za-z0-9_.])[/-]")


class ExpressionError(VaulttoolError):
    """An expression that cannot be read: what is wrong, and the offsets in its text of the part that is."""

    def __init__(self, message: str, start: int, end: int, remedy: str = "") -> None:
        super().__init__(message, remedy)
        self.start = start
        self.end = end


class Word(NamedTuple):
    """One word: its kind, its text, and its place in the expression.

    The kinds are ``number``, ``date``, ``name``, ``function`` (a name with a bracket after it), ``operator``,
    ``comparison``, ``bracket`` and, past the last, ``end``.
    """

    kind: str
    text: str
    start: int
    end: int


def words(text: str) -> Iterator[Word]:
    """The words of an expression and one of the kind ``end``; raises ``ExpressionError`` for what is none."""
    if len(text) > LONGEST:
        raise ExpressionError(f"the expression is longer than {LONGEST} characters", LONGEST, len(text))
    for found in PIECE.finditer(text):
        yield _word(text, found[0], found.start(), found.end())
    yield Word("end", "", len(text), len(text))


def _word(text: str, piece: str, start: int, end: int) -> Word:
    kind = _kind(piece)
    if kind == "name" and text.startswith("(", end):
        kind = "function"
    if kind in ("operator", "comparison") and not _stands_free(text, start, end):
        raise _blanks_missing(piece, piece, start, end)
    if piece == "," and text[end : end + 1].strip():  # 262,144 among arguments would be two numbers
        raise ExpressionError('a blank is missing after ","', start, end, "numbers are written without commas")
    if kind is None:
        raise _no_word(piece, start)
    return Word(kind, piece, start, end)


def _kind(piece: str) -> str | None:
    if piece in BRACKETS:
        return "bracket"
    if piece in COMPARISONS:
        return "comparison"
    if piece in ("+", "-", "*", "/"):
        return "operator"
    patterns = {"date": DATE, "number": NUMBER, "name": NAME}
    return next((kind for kind, pattern in patterns.items() if pattern.fullmatch(piece)), None)


def _stands_free(text: str, start: int, end: int) -> bool:
    return not text[max(start - 1, 0) : start].strip() and not text[end : end + 1].strip()


def _blanks_missing(operator: str, piece: str, start: int, end: int) -> ExpressionError:
    where = f' in "{piece}"' if piece != operator else ""
    return ExpressionError(f'blanks are missing around "{operator}"{where}', start, end)


def _no_word(piece: str, start: int) -> ExpressionError:
    """What is wrong with a piece that is no word: an operator in it, a malformed address, or all of it."""
    end = start + len(piece)
    if COMPARISON_LIKE.fullmatch(piece):
        return ExpressionError(f'"{piece}" is no comparison', start, end, "the comparisons are =, <, <= and in")
    if found := SURELY_OPERATOR.search(piece):
        return _blanks_missing(found[0], piece, start + found.start(), start + found.end())
    if ADDRESS_BEGIN.match(piece):
        remedy = "addresses are run/RUN#metric, run/RUN#arm.metric, host/HOST#fact and count/NAME"
        return ExpressionError(f'"{piece}" is no address', start, end, remedy)
    if found := PERHAPS_OPERATOR.search(piece):
        at = start + found.start()
        return _blanks_missing(found[0], piece, at, at + 1)
    return ExpressionError(f'"{piece}" is no number, name or operator', start, end)
