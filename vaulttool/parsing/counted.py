"""Lists that are announced with their number: ``Five rules:`` before a list of five."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from vaulttool.parsing.lists import list_below
from vaulttool.parsing.prose import HIDDEN, Passage, Prose
from vaulttool.text.span import Span
from vaulttool.text.vocabulary import vocabulary

NUMBERS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
}  # fmt: skip
MOST_OF_A_LINE = 120  # characters between a number and the colon, at most
MOST_OF_A_NAME = 60  # characters of an item that name it
COLON_ABOVE_LIST = re.compile(r":[*_ \t]*+(?:\r\n?|\n)(?:[ \t>]*+(?:\r\n?|\n))?[ \t>]*+(?:[-*+]|[0-9]{1,9}[.)])[ \t]")
NUMBER_BEFORE = re.compile(rf"(?<![\w.,/-])(?:{'|'.join(NUMBERS)}|[2-9]|1\d|20)[ \t]", re.IGNORECASE)
BEFORE = vocabulary(
    """are were is has have had includes include contains contain offers offer provides provide supports support uses
    use needs need defines define requires require gives give takes take knows know see consider got do did does
    shows show"""
)
PHRASE = re.compile(
    rf"""
    (?: \A | [.!?;:)—–][ ]+ | (?P<verb> (?<![\w'’])(?:{"|".join(sorted(BEFORE))})[ ]+ ) )
    (?P<lead> (?:here|there|these|those)[ ](?:are|were)[ ]+ )?
    (?P<article> (?:the|these|those|all|all[ ]the|the[ ]following|following|exactly)[ ]+ )?
    (?P<number> {"|".join(NUMBERS)} | [2-9] | 1[0-9] | 20 )[ ]+
    (?P<adjectives> (?:[^\W\d][\w'’-]*[ ]+){{0,2}} )
    (?P<noun> [^\W\d][\w'’-]+ )
    [ ]*:\Z
    """,
    re.VERBOSE | re.IGNORECASE,
)
MEASURED = vocabulary(  # played, paid or done so many times: not what a list below has one item for each of
    """seconds minutes hours days nights weeks weekends months quarters years decades centuries times sets reps rounds
    laps circuits cycles sessions repetitions passes people persons guests players adults kids children servings
    portions cups teaspoons tablespoons spoons glasses bottles cans slices cloves grams kilos ounces pounds litres
    liters metres meters miles kilometres kilometers feet inches degrees percent dollars euros cents bucks credits marks
    points stars votes lives cards dice tokens bytes bits characters words pages lines seats spots doses pills tablets
    sentences paragraphs copies attempts tries runs"""
)
USUAL = vocabulary(  # a number in digits at the beginning tells no language
    """areas arguments cases causes chapters checks columns components conditions criteria documents examples factors
    features fields files goals groups ideas items kinds layers levels methods modes modules options parts phases pieces
    pillars principles problems questions reasons requirements resources risks roles rooms rules scenarios sections
    services stages steps strategies tables tasks things tips topics types ways"""
)
IRREGULAR = vocabulary("criteria phenomena media series species")
NO_ADJECTIVES = vocabulary(
    """of or and to in on at for with by from per than most best main key top first last other more such e.g i.e
    including like between biggest largest worst"""
)
NOT_ALL = re.compile(r"such as|including|e\.g|for example|for instance|among", re.IGNORECASE)
REMARK = re.compile(
    r"\W*(?:optional|bonus|also|plus|and\b|extra|note\b|nb\b|p\.?s\b|tip\b|warning|todo|tbd|etc|or\b|…|\.\.\.)",
    re.IGNORECASE,
)
SEVERAL = re.compile(r"\b(?:and|&|or)\b|[,/&+]", re.IGNORECASE)


class Counted(NamedTuple):
    """A list with its announcement: the number's place and value, and the items that stand there."""

    span: Span
    number: int
    items: tuple[Span, ...]


def may_count(text: str) -> bool:
    """Whether above some list of a text a line ends in a colon and has a number before it: a cheap test."""
    for colon in COLON_ABOVE_LIST.finditer(text):
        first = max(colon.start() - MOST_OF_A_LINE, 0)
        start = max(text.rfind("\n", first, colon.start()), first)
        if NUMBER_BEFORE.search(text, start, colon.start()):
            return True
    return False


def counted_lists(prose: Prose) -> Iterator[Counted]:
    """The lists that the block above counts, where nothing leaves in doubt which items it speaks of."""
    for at, passage in enumerate(prose.passages):
        if passage.kind not in ("paragraph", "item", "heading"):
            continue
        announced = _announced(prose, passage)
        items = list_below(prose, at) if announced is not None else None
        if announced is not None and items is not None and _are_countable(prose, items, announced[1]):
            yield Counted(*announced, tuple(item.span for item in items))


def _announced(prose: Prose, passage: Passage) -> tuple[Span, int] | None:
    """The place and value of the number that a block announces at its end."""
    plain = passage.span.of(prose.plain)
    if ":" not in plain[-8:] or not plain.rstrip("*_ \t\r\n").endswith(":"):
        return None
    last = re.split(r"(?<=[.!?])\s", plain.rstrip())[-1]
    line = re.sub(r"[*_\s]+", " ", last.replace(HIDDEN, f" {HIDDEN} ")).strip()
    found = PHRASE.search(line)
    if found is None or NOT_ALL.search(line) or not _is_counted(found):
        return None
    word = found["number"].lower()
    start = passage.span.start + plain.lower().rfind(word)
    return Span(start, start + len(word)), NUMBERS.get(word) or int(word)


def _is_counted(found: re.Match[str]) -> bool:
    """Whether a noun phrase, in English as far as one can see, counts what a list may have an item for each of."""
    noun, adjectives = found["noun"].lower(), found["adjectives"].lower().split()
    if noun in MEASURED or not (noun.endswith("s") or noun in IRREGULAR) or NO_ADJECTIVES & {*adjectives}:
        return False
    is_label = found["number"].isdigit() and (found["adjectives"] + found["noun"])[0].isupper()
    is_led = found["verb"] or found["lead"] or found["article"]
    return bool(is_led or not found["number"].isdigit() or (noun in USUAL and not is_label))


def _are_countable(prose: Prose, items: Sequence[Passage], number: int) -> bool:
    """Whether each item is one thing: none is a remark, and where items are missing none names several."""
    if any(REMARK.match(item.span.of(prose.plain)) for item in items):
        return False
    return len(items) >= number or not any(_may_be_several(prose, item) for item in items)


def _may_be_several(prose: Prose, item: Passage) -> bool:
    """Whether an item may name more than one thing: "salt and pepper"."""
    head = re.split(r"[:.(–—]", item.span.of(prose.plain).strip())[0]
    return SEVERAL.search(head[:MOST_OF_A_NAME]) is not None
