"""Numbers of prose that are said of two others: shares, changes, factors.

``9,888 of 13,021 (76 %)`` is a share, ``85.9 → 100.0 t/s (+16 %)`` a change, ``1.62x the 262,144 window`` a multiple,
``16 % faster than 85.9 t/s`` a difference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from vaulttool.parsing.amounts import Amount, Piece, pieces
from vaulttool.parsing.equations import PLAIN_WORDS
from vaulttool.parsing.prose import Prose
from vaulttool.text.numbers import Printed
from vaulttool.text.sentences import sentence_at
from vaulttool.text.span import Span
from vaulttool.text.vocabulary import vocabulary

# A share, a factor, a fraction in brackets: each begins with a character of its own, by which it is found fast.
HINTS = (
    re.compile(r"%(?![0-9A-Fa-f]{2})(?:(?<=[0-9]%)|(?<=[0-9]\s%))"),
    re.compile(r"x(?<=[0-9]x)(?!\w)"),
    re.compile(r"×(?<=[0-9]×)"),
    re.compile(r"\((?=[0-9][0-9,.]*+(?:/[0-9]|[),]))"),
)
MOST_NOUNS = 2
VERSUS = vocabulary("vs versus against")
COMPARED = vocabulary(
    """more less fewer faster slower higher lower better worse larger smaller bigger longer shorter cheaper heavier
    lighter quicker dearer greater"""
)
# Before these a number with "of" behind it is one of a row, not a count: page 37 of 240.
NUMBERED = vocabulary(
    """assignment attempt batch book chapter class day draft episode exam exercise figure game group hole issue item
    lecture lesson level line module month no number order page part phase place position priority quiz question rank
    ranked round row score season section session set sheet slide sprint stage step stop table top task test tier unit
    verse version volume week year"""
)
COUNTING = PLAIN_WORDS | vocabulary(
    """about answered caught completed failed found got had has held hit just kept lost missed only passed picked saw
    served solved survived took used won wrote"""
)


class Comparison(NamedTuple):
    """A number that is said of others. Of a share ``values`` are part and whole; of a change what was and what is;
    of ``versus`` two of which either may be the base; of a multiple the base and what may be meant by its multiple; of
    a difference the base and what may differ from it."""

    kind: Literal["share", "change", "versus", "multiple", "difference"]
    claim: Amount
    values: tuple[Amount, ...]
    passage: Span


def may_compare(text: str, start: int = 0, end: int | None = None) -> bool:
    """Whether a stretch of text may have a comparison, by tests that cost little."""
    last = len(text) if end is None else end
    return any(hint.search(text, start, last) for hint in HINTS)


def comparisons(prose: Prose) -> Iterator[Comparison]:
    """The shares, changes, multiples and differences that a page states beside what they come from."""
    for passage in prose.passages:
        if may_compare(prose.plain, passage.span.start, passage.span.end):
            found = pieces(prose, passage.span)
            for at in range(len(found)):
                for one in (_share(found, at), _change(found, at), _multiple(prose, passage.span, found, at)):
                    if one is not None:
                        yield Comparison(*one, passage.span)


Found = tuple[Literal["share", "change", "versus", "multiple", "difference"], Amount, tuple[Amount, ...]]


def _share(found: Sequence[Piece], at: int) -> Found | None:
    """A share that begins at a place: part, whole and share, or the share before them."""
    before = _part_and_whole(found, at)
    if before is not None:
        part, whole, end = before
        claim = _in_brackets(found, end + len(_nouns(found, end)))
        is_share = claim is not None and _is_share(claim) and not _is_numbered(found, at, part, whole)
        return ("share", claim, (part, whole)) if claim is not None and is_share else None
    claim = found[at].amount
    inside = _part_and_whole(found, at + 2) if _opens(found, at + 1) else None
    if claim is None or inside is None or not _is_share(claim) or not _closes(found, inside[2]):
        return None
    part, whole, _ = inside
    return ("share", claim, (part, whole)) if not _is_small(whole) else None


def _part_and_whole(found: Sequence[Piece], at: int) -> tuple[Amount, Amount, int] | None:
    """``9,888 of 13,021`` or ``9,888/13,021`` at a place, and where it ends."""
    part = _amount(found, at)
    if part is None or part.measure == "%" or (at and found[at - 1].kind in ("operator", "amount", "odd")):
        return None
    behind = [piece.text for piece in found[at + 1 : at + 3]]
    length = 2 if behind == ["out", "of"] else 1 if behind[:1] in (["of"], ["÷"]) else 0
    whole = _amount(found, at + length + 1) if length else None
    if whole is None or whole.currency != part.currency or not _are_alike(part, whole):
        return None
    return part, whole, at + length + 2


def _is_share(amount: Amount) -> bool:
    """Whether an amount can be a share: per cent, or a fraction with decimals."""
    number = amount.number
    is_fraction = number.measure is None and not number.suffix and int(number.value.as_tuple().exponent) <= -2
    return not number.signed and (number.measure == "%" or is_fraction) and number.value >= 0


def _is_numbered(found: Sequence[Piece], at: int, part: Amount, whole: Amount) -> bool:
    """Whether "37 of 240" is the place of one in a row, as a page has it, or 3/4 a date or a mark."""
    if found[at + 1].text == "÷":
        is_month = part.number.value <= 31 and 1900 <= whole.number.value <= 2100 and not whole.number.grouped
        return is_month or _is_small(whole)
    if at == 0 or found[at - 1].kind != "word":
        return False
    word = found[at - 1].text.lower()
    return word.rstrip("s.") in NUMBERED or (_is_small(whole) and word not in COUNTING)


def _is_small(amount: Amount) -> bool:
    return abs(amount.number.value) < 100


def _change(found: Sequence[Piece], at: int) -> Found | None:
    """``85.9 → 100.0 t/s (+16 %)``, ``from 2.30 to 0.68 s (3.4×)`` or ``100.0 vs 85.9 (+16 %)``."""
    was = _amount(found, at)
    if was is None or (at and found[at - 1].kind in ("arrow", "operator", "amount", "odd")):
        return None
    name = found[at - 1].text if at and found[at - 1].kind == "word" and found[at - 1].text.lower() != "from" else ""
    link = at + 1 + len(_nouns(found, at + 1))
    kind = _link(found, at, link)
    now = _amount(found, link + 1) if kind else None
    if kind is None or now is None or was.currency != now.currency or not _are_alike(was, now):
        return None
    if may_be_names(was, now, name):
        return None
    end = link + 2 + len(_nouns(found, link + 2))
    if not (_opens(found, end) or (end < len(found) and found[end].text == ",")):
        return None
    claim = _amount(found, end + 1)
    if claim is not None and claim.number.signed and claim.measure != "%" and found[end + 2 : end + 3]:
        end += 2 * (found[end + 2].text in (",", ";"))
        claim = _amount(found, end + 1)
    return (kind, claim, (was, now)) if claim is not None and _is_change(claim) else None


def may_be_names(was: Amount, now: Amount, word: str = "") -> bool:
    """Whether two numbers without a unit may be years, versions or places: 2020 to 2024, Python 3.11 → 3.12."""
    if was.measure or now.measure or was.currency:
        return False
    numbers = (was.number, now.number)
    if any(number.grouped or number.power for number in numbers):
        return False
    are_short = all(is_whole(number) and abs(number.value) < 100 for number in numbers)
    are_years = all(is_whole(number) and 1900 <= number.value <= 2100 for number in numbers)
    is_named = word[:1].isupper() or word.lower().rstrip("s") in NUMBERED or word.lower() in ("v", "release")
    return are_short or are_years or is_named


def is_whole(number: Printed) -> bool:
    """Whether a number is printed without decimals."""
    return int(number.value.as_tuple().exponent) >= 0


def _link(found: Sequence[Piece], at: int, link: int) -> Literal["change", "versus"] | None:
    """What stands between two amounts and says that one became the other, or is compared with it."""
    if link >= len(found):
        return None
    word = found[link].text.lower().rstrip(".")
    if found[link].kind == "arrow" or (word == "to" and at and found[at - 1].text.lower() == "from"):
        return "change"
    return "versus" if word in VERSUS else None


def _is_change(amount: Amount) -> bool:
    """Whether an amount can be a change: signed per cent, or a factor with decimals."""
    number = amount.number
    if number.measure == "%":
        return number.signed or number.value < 0
    return number.measure == "x" and int(number.value.as_tuple().exponent) < 0


def _multiple(prose: Prose, passage: Span, found: Sequence[Piece], at: int) -> Found | None:
    """``425,047 tokens, 1.62x the 262,144 window``, or ``100.0 t/s, 16 % faster than 85.9 t/s``."""
    claim = _amount(found, at)
    words = [piece.text.lower() for piece in _nouns(found, at + 1)]
    if claim is None or claim.number.value <= 0:
        return None
    is_multiple = claim.measure == "x" and words[:1] == ["the"]
    can_differ = claim.measure == "%" or (claim.measure == "x" and int(claim.number.value.as_tuple().exponent) < 0)
    is_difference = can_differ and words[:1] and words[0] in COMPARED and words[1:2] == ["than"]
    base = _amount(found, at + 1 + len(words)) if is_multiple or is_difference else None
    if base is None or base.measure in ("%", "x"):
        return None
    start = sentence_at(prose.plain, passage, claim.span.start).start
    said = [one.amount for one in found[:at] if one.amount is not None and one.span.start >= start]
    meant = tuple(one for one in said if _is_comparable(one, base, is_multiple))
    return ("multiple" if is_multiple else "difference", claim, (base, *reversed(meant))) if meant else None


def _is_comparable(one: Amount, base: Amount, is_multiple: bool) -> bool:
    """Whether two amounts are of one kind without doubt: of one unit, or of a multiple large numbers."""
    if one.measure in ("%", "x") or one.currency != base.currency or one.number.value <= 0:
        return False
    if one.measure is not None and base.measure is not None:
        return one.measure == base.measure
    is_year = 1900 <= one.number.value <= 2100 and not one.number.grouped
    large = min(one.number.value, base.number.value) >= 1000 and not is_year
    return is_multiple and _are_alike(one, base) and large


def _are_alike(one: Amount, other: Amount) -> bool:
    return one.measure == other.measure or None in (one.measure, other.measure)


def _amount(found: Sequence[Piece], at: int) -> Amount | None:
    return found[at].amount if 0 <= at < len(found) else None


def _nouns(found: Sequence[Piece], at: int) -> Sequence[Piece]:
    """The words at a place, no more than say what is counted."""
    count = 0
    while count < MOST_NOUNS and at + count < len(found) and found[at + count].kind == "word":
        if found[at + count].text.lower() in ("to", *VERSUS):
            break
        count += 1
    return found[at : at + count]


def _opens(found: Sequence[Piece], at: int) -> bool:
    return at < len(found) and found[at].kind == "open"


def _closes(found: Sequence[Piece], at: int) -> bool:
    return at < len(found) and found[at].kind == "close"


def _in_brackets(found: Sequence[Piece], at: int) -> Amount | None:
    """The number at the beginning of brackets that holds nothing else, or goes on after a comma."""
    amount = _amount(found, at + 1) if _opens(found, at) else None
    ends = amount is not None and at + 2 < len(found) and found[at + 2].text in (")", "]", ",", ";")
    return amount if ends else None
