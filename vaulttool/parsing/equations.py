"""Equations that people write in prose and tables: ``15.06 + 23.11 = 38.17``, ``3 GiB × 2 = 6 GiB``, ``9 / 12 = 75 %``.

Only what can be read to both ends is one: a letter beside a digit, a bracket within, a range or a date ends it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from vaulttool.parsing.amounts import Amount, Piece, pieces
from vaulttool.parsing.prose import Prose
from vaulttool.text.span import Span
from vaulttool.text.vocabulary import vocabulary

# An equals sign before a number, then an operator or unit beside another one: cheap tests before a block is read.
BEHIND = r"[\s\0*_=]*+(?:[^\W\d]{1,14}+\s*+){0,3}[-~≈$€£¥+−*_]*+[0-9]"
HINTS = tuple(re.compile(rf"{sign}(?<=[\s0-9%€$£¥x×>*_]{sign}){BEHIND}") for sign in "=≈")
OPERATOR = re.compile(
    r"(?:[+×÷*/−–x-]|% of)[\s\0*_~≈$€£¥]*+(?:[^\W\d][\w-]*+\s++){0,3}[0-9]|[0-9]\s?[A-Za-z/]{1,8}\s*+[=≈]"
)
MOST_LABELS = 3  # words between an operator and its number: "+ read-through 13,364"
MOST_NOUNS = 2  # words between a number and the operator behind it: "3 old slots + 4"
ROUNDLY = vocabulary("about roughly around approximately approx circa ca some")
HEDGES = vocabulary(
    """over nearly almost under below above than least most to up only beyond within between max min maximum minimum"""
)
BEHIND_HEDGED = re.compile(
    r"(?:or (?:so|more|less|fewer)|round(?:ed|ing)?|roughly|approximately|approx|circa|ish|plus|mod(?:ulo)?"
    r"|rem(?:ainder)?|rest|r ?\d*|give or take)\b",
    re.IGNORECASE,
)
ENDING_MARKS = frozenset(".,;:?)\"”'’»—–…|•")
BEGINNING_MARKS = frozenset(",;:.?—–\"“'‘„«•|∴")
# Words that may follow the right side without being what is counted or a unit of measure.
PLAIN_WORDS = vocabulary(
    """a after all allowing already also altogether although an and are as at because before being but by combined due
    during exactly for from given gives giving has have hence here however i if in instead into is it its leaving left
    like made makes making meaning of off on once or out overall per precisely since so still summed than that the then
    there therefore these they this those though thus to today together total totally until using versus via vs was we
    were when where whereas which while whose will with without you"""
)


class Term(NamedTuple):
    """A number on one side. ``noun`` is the word behind it that is no known unit, ``is_labelled`` says that words
    stand between its operator and it, ``is_about`` that a word such as "roughly" does."""

    amount: Amount
    noun: str = ""
    is_labelled: bool = False
    is_about: bool = False


class Side(NamedTuple):
    """One side: numbers with operators ``+ − × ÷`` between them."""

    span: Span
    terms: tuple[Term, ...]
    operators: tuple[str, ...] = ()


class Equation(NamedTuple):
    """Two sides that are said to be equal, or nearly so; ``passage`` is the block in which they stand. ``goes_on``:
    the left side is the right one of another equation."""

    left: Side
    right: Side
    is_about: bool
    passage: Span
    goes_on: bool


def may_equate(text: str, start: int = 0, end: int | None = None) -> bool:
    """Whether a stretch of text may have an equation, by tests that cost little."""
    last = len(text) if end is None else end
    return any(hint.search(text, start, last) for hint in HINTS)


def equations(prose: Prose) -> Iterator[Equation]:
    """The equations of a page that can be read to both ends."""
    for passage in prose.passages:
        start, end = passage.span.start, passage.span.end
        if may_equate(prose.plain, start, end) and OPERATOR.search(prose.plain, start, end):
            yield from _of(pieces(prose, passage.span), passage.span)


def _of(found: Sequence[Piece], passage: Span) -> Iterator[Equation]:
    found = _with_shares(found)
    begun: set[int] = set()
    for at, piece in enumerate(found):
        is_assigned = at > 0 and found[at - 1].kind == "word" and not piece.spaced  # TP=2
        if piece.kind == "equals" and not is_assigned:
            left, right = _left(found, at), _right(found, at)
            if left is not None and right is not None:
                yield Equation(left, right, piece.text == "≈", passage, left.span.start in begun)
                begun.add(right.span.start)


def _with_shares(found: Sequence[Piece]) -> list[Piece]:
    """The pieces, in which "40 % of 200" is a product."""
    read = list(found)
    for at in range(1, len(read) - 1):
        share, after = read[at - 1].amount, read[at + 1].amount
        if read[at].text == "of" and share is not None and share.measure == "%" and after is not None:
            read[at] = read[at]._replace(kind="operator", text="×")
    return read


def _left(found: Sequence[Piece], equals: int) -> Side | None:
    """The side that ends before an equals sign, read backwards."""
    terms: list[Term] = []
    operators: list[str] = []
    named: set[str] = set()
    end = at = equals
    while True:
        nouns = _words_before(found, at, MOST_NOUNS)
        at -= len(nouns) + 1
        amount = found[at].amount if at >= 0 else None
        if amount is None:
            return None
        if PLAIN_WORDS & {word.lower() for word in nouns}:
            return None
        labels = _words_before(found, at, MOST_LABELS)
        before = at - len(labels) - 1
        noun = _noun(nouns)
        if before < 0 or found[before].kind != "operator" or (labels and found[before].text != "+"):
            terms.append(Term(amount, noun, False, _is_roughly(found, at)))
            if labels and labels[-1].lower() in named:
                return None  # Room 101 + Room 102: names
            break
        if _is_hedged(labels):
            return None
        terms.append(Term(amount, noun, bool(labels), bool(labels) and labels[-1].lower() in ROUNDLY))
        operators.append(found[before].text)
        named.update(label.lower() for label in labels[-1:])
        at = before
    if not _may_begin(found, at):
        return None
    return Side(Span(amount.span.start, found[end - 1].span.end), tuple(terms[::-1]), tuple(operators[::-1]))


def _right(found: Sequence[Piece], equals: int) -> Side | None:
    """The side that begins behind an equals sign."""
    labels = _words_after(found, equals, MOST_LABELS)
    at = equals + 1 + len(labels)
    is_about = bool(labels) and labels[-1].lower() in ROUNDLY
    if _is_hedged(labels):
        return None
    terms: list[Term] = []
    operators: list[str] = []
    while True:
        amount = found[at].amount if at < len(found) else None
        if amount is None:
            return None
        nouns = _words_after(found, at, MOST_NOUNS)
        behind = at + 1 + len(nouns)
        goes_on = behind < len(found) and found[behind].kind == "operator"
        if nouns and not (goes_on and found[behind].text == "+"):
            goes_on, behind = False, at + 1
        noun = _noun(nouns) if goes_on else nouns[0] if nouns and nouns[0].lower() not in PLAIN_WORDS else ""
        terms.append(Term(amount, noun, bool(labels) and not is_about, is_about))
        if not goes_on:
            break
        labels = _words_after(found, behind, MOST_LABELS) if found[behind].text == "+" else []
        at, is_about = behind + 1 + len(labels), bool(labels) and labels[-1].lower() in ROUNDLY
        if at >= len(found) or found[at].amount is None:
            if found[behind].text == "−" and found[behind].spaced:
                break  # a dash: what comes is a new thought
            return None
        if _is_hedged(labels):
            return None
        operators.append(found[behind].text)
    is_labelled_alone = len(terms) == 1 and terms[0].is_labelled
    if is_labelled_alone or not _may_end(found, behind):
        return None
    return Side(Span(terms[0].amount.span.start, amount.span.end), tuple(terms), tuple(operators))


def _noun(words: Sequence[str]) -> str:
    """What is counted: the last of the words behind a number."""
    return words[-1] if words else ""


def _words_before(found: Sequence[Piece], at: int, most: int) -> list[str]:
    """The words that stand directly before a piece, no more than so many."""
    words: list[str] = []
    while len(words) < most and at - len(words) > 0 and found[at - len(words) - 1].kind == "word":
        words.insert(0, found[at - len(words) - 1].text)
    return words


def _words_after(found: Sequence[Piece], at: int, most: int) -> list[str]:
    """The words that stand directly behind a piece, no more than so many."""
    words: list[str] = []
    while len(words) < most and at + len(words) + 1 < len(found) and found[at + len(words) + 1].kind == "word":
        words.append(found[at + len(words) + 1].text)
    return words


def _is_hedged(words: Sequence[str]) -> bool:
    return any(word.lower() in HEDGES for word in words)


def _is_roughly(found: Sequence[Piece], at: int) -> bool:
    return at > 0 and found[at - 1].text.lower() in ROUNDLY


def _may_begin(found: Sequence[Piece], at: int) -> bool:
    """Whether a side can begin with the amount at a place, by what stands before it."""
    if at == 0:
        return True
    before, further = found[at - 1], found[at - 2] if at > 1 else None
    if before.kind == "word":
        is_second_half = further is not None and further.kind in ("amount", "odd")  # 1 h 30 min
        return not (is_second_half and before.text.lower() not in PLAIN_WORDS) and before.text.lower() not in HEDGES
    if before.kind == "open":
        return before.text != "{" and (before.spaced or further is None or further.kind in ("mark", "open"))
    return before.kind in ("equals", "arrow") or (before.kind == "mark" and before.text in BEGINNING_MARKS)


def _may_end(found: Sequence[Piece], at: int) -> bool:
    """Whether a side can end before a place."""
    first = at + (at < len(found) and found[at].text in (",", "("))
    if BEHIND_HEDGED.match(" ".join(_words_after(found, first - 1, 3)) + " "):
        return False
    if at >= len(found):
        return True
    after = found[at]
    if after.kind == "open":
        return after.spaced
    if after.kind == "operator":
        return after.text == "−" and after.spaced
    if after.kind == "close":
        return after.text != "}"
    if after.text == "·":  # a dot between thoughts, or the sign of a product
        return after.spaced and (at + 1 == len(found) or found[at + 1].amount is None)
    return after.kind in ("equals", "arrow", "word") or (after.kind == "mark" and after.text in ENDING_MARKS)
