"""Numbers in prose with all that stands around them: amounts, operators, words and marks, each with its place.

Whatever only looks like a number, such as a date, a version, a range or part of a path, is ``odd``: nothing is
computed with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from vaulttool.parsing.prose import HIDDEN, Prose
from vaulttool.text.measures import NAMES
from vaulttool.text.numbers import BLANK, NUMBER, Printed, printed
from vaulttool.text.span import Span

Kind = Literal["amount", "operator", "equals", "arrow", "word", "open", "close", "mark", "odd"]
SIGNS = {"+": "+", "-": "−", "–": "−", "−": "−", "×": "×", "*": "×", "÷": "÷", "/": "÷"}  # as written, as meant
GLUED = "+−×÷*/"  # operators that may stand between two numbers without blanks; a hyphen makes a range
CURRENCY = "[$€£¥]"
UNITS = "|".join(re.escape(word) for word in sorted(NAMES, key=len, reverse=True) if word not in ("x", "×"))
AMOUNT = re.compile(
    rf"""
    (?P<currency> {CURRENCY}{BLANK}? )?
    {NUMBER}
    (?: \s*+{BLANK}?(?P<unit> {UNITS} )(?![\w²³]|/(?!\d)) | {BLANK}?(?P<coin> {CURRENCY} )(?![\d$]) )?
    (?! [\w^°\\({{<>≤≥±&@\#~²³½¼¾-] | [.,:'’]\d | /(?![~\d$€£¥(]) | \+(?![~\d$€£¥(]) | –(?!\s) | [.,]?% | \[(?!\^) )
    """,
    re.VERBOSE,
)
BEFORE_AMOUNT = frozenset(" \t\r\n\u00a0\u2009\u202f([{\"'“‘„«|=≈—→*_;")
ODD = re.compile(rf"[^\s{HIDDEN}()\[\]{{}}|;\"“”]++")
BLANKS = re.compile(rf"(?:\s|{BLANK}|\[\^[^\]\s]++\](?!:))++")
SKIPPED = re.compile(r"(?<!\s)(?<![*_])[*_]{1,3}(?![*_])|[*_]{1,3}(?![\s*_]|\Z)|==|\\(?=[^\w\s])")
ARROW = re.compile(r"-{1,2}>|=>|[→⟶➜➡⇒]")
EQUALS = re.compile(r"(?<![=!<>:+~≈*/^-])=(?![=<>~])|≈")
WORD = re.compile(r"[^\W\d_][\w’']*+(?:[./·&-][\w’']++)*+")
HIDDEN_RUN = re.compile(f"{HIDDEN}+")
NO_TEXT = re.compile(
    r"""
      <!--.*?(?:-->|\Z) | %%.*?(?:%%|\Z) | </?(?:b|i|em|strong|mark)>
    | \A[ \t]*(?:>[ \t]?)+(?:\[![^\]]*\][+-]?)? | \[![^\]]*\][+-]?  # the marks of quotes and call-outs
    """,
    re.DOTALL | re.VERBOSE,
)
BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
VISIBLE = re.compile(r"[^\r\n]")


class Amount(NamedTuple):
    """A number in prose; the span has its sign, currency, suffix and unit."""

    span: Span
    number: Printed
    currency: str

    @property
    def measure(self) -> str | None:
        """The unit of measure that stands with it, None where it has none that is known."""
        return self.number.measure


class Piece(NamedTuple):
    """A piece of a sentence. The text of an operator is one of ``+ − × ÷``; ``spaced``: a blank stands before it."""

    kind: Kind
    span: Span
    text: str
    spaced: bool = True
    amount: Amount | None = None


def pieces(prose: Prose, span: Span) -> list[Piece]:
    """The pieces of a stretch of prose in order."""
    text = shown(prose, span)
    found: list[Piece] = []
    at, spaced = 0, True
    while at < len(text):
        if blank := BLANKS.match(text, at):
            at, spaced = blank.end(), True
            continue
        before = found[-1] if found else None
        piece = _operator(text, at, spaced, before)
        if piece is None and (skipped := SKIPPED.match(text, at)):
            at = skipped.end()
            continue
        piece = piece or _piece(text, at, spaced, before)
        at, spaced = piece.span.end, False
        found.append(_moved(piece, span.start))
    return found


def amounts(found: list[Piece]) -> Iterator[Amount]:
    """The amounts among pieces."""
    return (piece.amount for piece in found if piece.amount is not None)


def shown(prose: Prose, span: Span) -> str:
    """A stretch of a page in which what no reader sees, such as a comment, is blank; the rest of what is no prose
    stays hidden."""
    plain = span.of(prose.plain)
    if HIDDEN not in plain:
        return plain

    def told(run: re.Match[str]) -> str:
        written = prose.text[span.start + run.start() : span.start + run.end()]
        blank = BREAK.sub(lambda one: ";".ljust(len(one[0])), written)
        blank = NO_TEXT.sub(lambda one: VISIBLE.sub(" ", one[0]), blank)
        return re.sub(r"[^\s;]", HIDDEN, blank)

    return HIDDEN_RUN.sub(told, plain)


def _moved(piece: Piece, by: int) -> Piece:
    span = Span(piece.span.start + by, piece.span.end + by)
    return piece._replace(span=span, amount=piece.amount and piece.amount._replace(span=span))


def _operator(text: str, at: int, spaced: bool, before: Piece | None) -> Piece | None:
    """The operator at a place: with blanks on both sides or on none, behind something to compute with."""
    sign = text[at]
    if sign == "x":
        is_times = spaced and before is not None and before.kind in ("amount", "word") and _number_follows(text, at)
        return Piece("operator", Span(at, at + 1), "×", True) if is_times else None
    if sign not in SIGNS:
        return None
    follows = text[at + 1 : at + 2]
    if spaced and (not follows or follows.isspace()):
        return Piece("operator", Span(at, at + 1), SIGNS[sign], True)
    is_glued = not spaced and before is not None and before.kind == "amount" and sign in GLUED
    if is_glued and follows and (follows.isdigit() or follows in "~$€£¥("):
        return Piece("operator", Span(at, at + 1), SIGNS[sign], False)
    return None


def _number_follows(text: str, at: int) -> bool:
    return re.match(r"\s++[~≈*_$€£¥]*+\d", text[at + 1 : at + 12]) is not None


def _piece(text: str, at: int, spaced: bool, before: Piece | None) -> Piece:
    """What stands at a place and is no operator."""
    if arrow := ARROW.match(text, at):
        return Piece("arrow", Span(*arrow.span()), arrow[0], spaced)
    if (equals := EQUALS.match(text, at)) and (text[at] == "=" or _is_relation(before)):
        return Piece("equals", Span(*equals.span()), equals[0], spaced)
    amount = _amount(text, at, before)
    if amount is not None:
        return Piece("amount", amount.span, amount.span.of(text), spaced, amount)
    if word := WORD.match(text, at):
        return Piece("word", Span(*word.span()), word[0], spaced)
    if text[at] in "([{":
        return Piece("open", Span(at, at + 1), text[at], spaced)
    if text[at] in ")]}":
        return Piece("close", Span(at, at + 1), text[at], spaced)
    odd = ODD.match(text, at)
    if odd and re.search(r"\d", odd[0]):
        return Piece("odd", Span(*odd.span()), odd[0], spaced)
    return Piece("mark", Span(at, at + 1), text[at], spaced)


def _is_relation(before: Piece | None) -> bool:
    """Whether ≈ stands between two things: not before a single number."""
    return before is not None and before.kind in ("amount", "close")


def _amount(text: str, at: int, before: Piece | None) -> Amount | None:
    """The amount that begins at a place, unless what stands before it makes it something else."""
    glued = before is not None and before.kind in ("operator", "equals") and before.span.end == at
    if at and text[at - 1] not in BEFORE_AMOUNT and not glued:
        return None
    found = AMOUNT.match(text, at)
    if found is None:
        return None
    unit = found["unit"] or ""
    number = printed(f"{found['number']} {unit}".rstrip())
    currency = (found["currency"] or found["coin"] or "").strip()
    if number is None or (currency and (unit or number.suffix in ("x", "×", "%"))):
        return None
    return Amount(Span(at, found.end()), number, currency)
