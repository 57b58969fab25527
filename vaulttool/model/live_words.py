"""Phrases that say that something is in use: "Deployed flags", "Live since 2026-09-20", "is the deployed shape"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from vaulttool.model.reading import alternatives
from vaulttool.model.status_words import soft
from vaulttool.text.span import Span

OF_A_DAY = ("current", "today", "now", "present")  # words that a day beside them makes an as-of fact
SMALL_WORDS = "and|or|of|on|in|by|with|from|to|as|vs|at|for|not|no|but|then|the|a|an|is|was|are|were"
DATE = r"\d{4}-\d{2}-\d{2}(?!\d)"
LEAD = r"[^\w\0\"'“”‘’«»„]*+"
S = r"[\s\x01]++"  # blanks, and marks of emphasis
THING = rf"(?:CURRENTLY)?(?P<word>LIVE)(?:['’]s)?{S}(?:(?!(?:{SMALL_WORDS})\b)[\w.+=/-]++{S}){{0,2}}?(?:THINGS)s?"
HEAD_ENDS = r"(?![\w/-]|['’]s|\s++(?!(?:since|of|for|on|in|at|with|and|as|per|until|till|from)\b)[\w`\0])"
OPENING_ENDS = r"(?![\w/-]|['’]s|\s++(?:is|are|was|were|had)\b)"
WHOLE_HEADING = rf"""
    \A {LEAD} (?:[\d.]++{S})? (?:(?:the|our|this){S})?
    (?: {THING}{HEAD_ENDS}
      | what(?:['’]s|{S}is|{S}are|{S}runs|{S}serves){S}(?:now{S})?(?P<predicate>LIVE)(?:{S}now)?\s*+\??\Z )
"""
LABEL = rf"\A {LEAD} (?:(?:the|our){S})? (?:{THING}|(?P<bare>LIVE)){S}since{S}(?P<day>{DATE})"
FIRST_WORDS = rf"""
    \A {LEAD}
    (?: this{S}(?:page|note|runbook|document){S}(?:describes|documents|is|covers|holds|gives|lists){S} )?
    (?:(?:the|our){S})? {THING}{OPENING_ENDS}
"""
PREDICATE = rf"\b(?:is|remains){S}(?:still{S})?the{S} {THING} (?![\w/-]|['’]s)"
PLACE = rf"above|below|here|on{S}this{S}page|(?:the{S}one{S})?(?:described|shown|listed){S}(?:here|above|below)"
HERE = rf"\bthe{S} {THING} {S}is{S}(?:{PLACE})\b"
STATE = rf"""
    \b this{S}(?:THINGS){S}is{S}(?:now{S}|still{S}|currently{S})?(?P<word>LIVE)
    (?= \s*+(?:[.,;:!)]|\Z) | \s++(?:since|today|now)\b )
"""
CLOSED = re.compile(
    rf"\b(?:as[ ]of|until|till|up[ ]to)\b|\bon[ ]{DATE}|{DATE}\s*(?:to|until|till|through|→|-{{1,2}}>|–|—|-|/)\s*\d",
    re.IGNORECASE,
)
DAY = re.compile(DATE)
NOT_SO = (
    r"no longer|not|never|nothing|none|without|was|were|had|been|until|till|former|formerly|previous|previously|once"
    r"|ended|retired|superseded|replaced|removed|gone|old|older|then|used to|history|historical|historically|before"
    r"|after|would|could|should|must|will|if|when|whether|instead|successor|next|new|planned|another|other|elsewhere"
)
CLAUSE_END = re.compile(r"[;:.!?—](?=\s|\Z)|[\r\n]{2}")


class Phrase(NamedTuple):
    """A phrase that says that something is in use; ``day`` is the one that stands in it, ``subject`` what is said to be
    in use where the words do not say that it is this page's own."""

    span: Span
    day: str = ""
    subject: str = ""


class LiveWords:
    """The words of a vault that say that something is in use, and the things that a page can be about; ``over`` are
    words which say that it is no longer."""

    def __init__(self, words: Sequence[str], things: Sequence[str], over: Sequence[str] = ()) -> None:
        live, nouns = alternatives(words), alternatives(things)
        self._heading = _made(WHOLE_HEADING, live, nouns)
        self._label = _made(LABEL, live, nouns)
        self._first_words = _made(FIRST_WORDS, live, nouns)
        self._predicate = _made(PREDICATE, live, nouns)
        self._here = _made(HERE, live, nouns)
        self._state = _made(STATE, live, nouns)
        self._any = re.compile(rf"(?<!\w)(?:{live})(?!\w)", re.IGNORECASE)
        self._not_so = re.compile(
            rf"(?<![\w-])(?:{NOT_SO}|{alternatives(over)})(?!\w)|n['’]t\b|\bun\w+ed\b", re.IGNORECASE
        )

    def occur(self, text: str) -> bool:
        """Whether any of the words stands in a text, in whatever sense."""
        return self._any.search(text) is not None

    def heading(self, title: str) -> Phrase | None:
        """The phrase that a heading is."""
        found = self._heading.match(soft(title))
        if not found or self._is_over(title):
            return None
        day = DAY.search(title)
        word = found["word"] or found["predicate"]
        if day and word.casefold() in OF_A_DAY:
            return None
        return Phrase(Span(0, len(title.rstrip())), day[0] if day else "")

    def label(self, text: str) -> Phrase | None:
        """The words "Deployed shape since 2026-09-20", with which a paragraph begins."""
        found = self._label.match(soft(text))
        return self._phrase(found, text, found["day"]) if found else None

    def first_words(self, text: str) -> Phrase | None:
        """The first words of a page or a description, such as "The live endpoint of ..."."""
        found = self._first_words.match(soft(text))
        return self._phrase(found, text) if found else None

    def statements(self, text: str) -> Iterator[Phrase]:
        """The sentences of a passage that say so: of this page's thing, or of a subject that is named."""
        shown = soft(text)
        for pattern in (self._here, self._state):
            for found in pattern.finditer(shown):
                phrase = self._phrase(found, text)
                if phrase:
                    yield phrase
        for clause in _clauses(shown):
            stated = self._predicate.search(shown, clause.start, clause.end)
            if stated and not self._is_over(clause.of(text)):
                yield Phrase(Span(*stated.span()), "", text[clause.start : stated.start()])

    def _phrase(self, found: re.Match[str], text: str, day: str = "") -> Phrase | None:
        """The phrase, unless its clause says that it is over."""
        start = found.end() - len(found[0].lstrip("\0 \x01"))
        before = max((stop.end() for stop in CLAUSE_END.finditer(text, 0, found.start())), default=0)
        stop = CLAUSE_END.search(text, found.end())
        clause = text[before : stop.start() if stop else len(text)]
        return None if self._is_over(clause) else Phrase(Span(start, found.end()), day)

    def _is_over(self, clause: str) -> bool:
        return self._not_so.search(clause) is not None or CLOSED.search(clause) is not None


def _clauses(text: str) -> Iterator[Span]:
    start = 0
    for stop in CLAUSE_END.finditer(text):
        yield Span(start, stop.start())
        start = stop.end()
    yield Span(start, len(text))


def _made(pattern: str, live: str, things: str) -> re.Pattern[str]:
    """A pattern with the words in it."""
    currently = r"(?:currently|presently|now)[ ]++"
    filled = pattern.replace("CURRENTLY", currently).replace("LIVE", live).replace("THINGS", things)
    return re.compile(filled, re.VERBOSE | re.IGNORECASE)
