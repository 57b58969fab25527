"""What a sentence says of a status: the words of the vocabulary, where they state something and are not merely used."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from vaulttool.model.reading import alternatives
from vaulttool.model.status import ACTIVE
from vaulttool.text.span import Span

MARKS = re.compile(r"\*{1,3}|(?<!\w)_{1,3}(?=\S)|(?<=\S)_{1,3}(?!\w)|(?<!\w)==(?=\w)|(?<=\w)==(?!\w)")
STRUCK = re.compile(r"~~[^~\r\n]++~~")
DATE = r"\d{4}-\d{2}-\d{2}(?!-?\d)"
B = r"[ \t\r\n\x01]*+"  # blanks and marks of emphasis
NOT_LONGER = r"(?![\w/=&+]|[-.’']\w)"  # a word that goes on is another one
PAGES = "page|note|runbook|document|doc|how-to|era"
OPENING = rf"""
    \A [^\w\0"'“”‘’«»„]*+
    (?:
        (?P<label> (?i:status|state|lifecycle) ) {B} [:=–—-] {B}
      | (?P<subject> (?i: this[ ](?:{PAGES})[ ](?:is|describes|documents|covers)[ ] (?:(?:now|the|an?)[ ])*+ ) )
      | (?i: (?:the|this|an?|our)[ ] )
    )?
    {B} (?: (?P<loud> LOUD ) | (?P<quiet> (?i: QUIET ) ) ) {NOT_LONGER}
"""
# Behind a word of the vocabulary that stands beside a link: nothing, punctuation, a day, or what tells of one.
STATED = rf"""
    (?= \x01*+ (?: \s*+ (?: \Z | [.,;:!)\]}}|] ) | \s*+[–—(\[] | \s+-{{1,2}}\s | \s+{DATE}
      | \s+(?:since|on|as[ ]of|in|until|till|with|by|from|after)\b ) )
"""
BEHIND_A_LINK = rf"""
    \A \x01*+ (?: [ \t]*+ [(\[{{,:;–—] {B} | [ \t]++-{{1,2}}[ \t]{B} | [ \t]{B} )
    (?: (?i:is|now|is[ ]now|status:?)[ \t] {B} )?
    (?P<loud> LOUD ) {NOT_LONGER} {STATED}
"""
BEFORE_A_LINK = rf"""
    \A [^\w\0"'“”‘’«»„]*+ (?P<loud> LOUD ) {NOT_LONGER} {B} (?: [(]? {DATE} [)]? )? {B} [)\]:–—-]*+ {B} \Z
"""
WHOLE = rf"""
    \A [^\w\0]*+ (?P<loud> LOUD ) {NOT_LONGER}
    (?: {B} [(,]? {B} (?:since|on|until|till)? {B} {DATE} (?: [^\w\0]++ (?:to\s+)? {DATE} )? )? [^\w\0]*+ \Z
"""
ENDING = rf"""
    \( {B} (?:now[ ])? (?P<loud> LOUD ) {NOT_LONGER} {B}
    (?: (?:since|on|until|till)? {B} {DATE} (?: [^\w\0()]++ (?:to\s+)? {DATE} )? {B} )?
    \) [.\s\x01]*+ \Z
"""
DESCRIBED = re.compile(r"\A\x01*+(?:[ \t]*+[:–—·]|[ \t]++-{1,2}(?=[ \t]))[ \t\x01]*+")
WHEN = re.compile(
    rf"""
    {B} (?: (?:era|runbook)\b {B} )? (?: (?P<open> [(\[] ) | (?P<sign> [,:–—-] ) )? {B}
    (?P<how> on | since | from | as[ ]of | until | till | through | by )?+ {B}
    (?P<first> {DATE} )
    (?: {B} (?: to | until | till | through | → | -{{0,2}}> | – | — | - | / ) {B}
        (?P<second> {DATE} | \d{{2}}-\d{{2}}(?!\d) )
      | (?(open) (?={B}[)\]]) | (?(sign) (?!) ) )  # behind another sign a single day may be that of something else
    )
    """,
    re.VERBOSE | re.IGNORECASE,
)
TITLE_ENDS = re.compile(rf"(?:[^\w\0]*+(?:\w++[ ])?{DATE})?[^\w\0]*+")
UNTIL_THE_NEXT = re.compile(r"[^\0)\]]*+[)\]]?")  # link, or the end of what stands in brackets
KEYED = re.compile(r"\x01*+:|[ \t\x01]++(?:era|runbook)\b", re.IGNORECASE)
NAMED = re.compile(r"[ \t\x01]++(?:era|runbook)\b", re.IGNORECASE)
LISTED = rf"{B}(?:[,/&|]|→|-{{1,2}}>|(?i:and|or|to|vs\.?)(?=\s)){B}(?:(?:and|or)\s)?{B}(?:ANY){NOT_LONGER}"
SEVERAL = re.compile(r"[ \t\x01]++(?P<noun>[a-z]{3,}s|ones?)\b")
NO_PLURAL = re.compile(r"(?:.*(?:ss|us|is)|always|does|has|was|less|perhaps|towards|besides)\Z")
CONDITION = re.compile(rf"{B}(?:,{B})?(?i:once|when|if|unless|soon|later)\b")
FOR_A_WHILE = re.compile(rf"{B}(?:[(,]{B})?(?i:in|on|as[ ]of|until|till|by|after|during|at|before|then|from|through)\b")
OVER = r"\b(?:not|never|no[ ]longer|was|were|had[ ]been|until|till|former|formerly|previously|ended|replaced|SPENT)\b"
BY_NOW = r"\b(?:now|since|meanwhile|then|but)[ ](?:SPENT)\b"
AGAIN = r"(?:now|again|back)[ ](?:LOUD)|(?:LOUD)[ ](?:again|since|now|\d)"
SENTENCE = re.compile(r"(?:[^.;!?]|[.;!?](?=\S))*+")
CLAUSE = re.compile(r"(?:[^.,:;!?—(]|[.,:](?=\S))*+")
WORD = re.compile(r"[^\W\d_]{2,}")


class Claim(NamedTuple):
    """A status that a text states: where its word stands, the word of the vocabulary, and whether it is written in
    capitals, so that no other sense is possible. ``how`` and the days say when, as far as they stand behind it; the
    second may lack its year."""

    span: Span
    word: str
    is_exact: bool
    how: str = ""
    first: str = ""
    second: str = ""


class StatusWords:
    """A vocabulary of status: the first word is that of what is in use."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = tuple(words)
        self.in_use = self.words[0]
        self._known = {_key(word): word for word in reversed(self.words)}
        loud = alternatives([word.upper() for word in self.words if word.upper() != word.lower()])
        quiet = alternatives(self.words)
        self._opening = _made(OPENING, loud, quiet)
        self._behind = _made(BEHIND_A_LINK, loud, quiet)
        self._before = _made(BEFORE_A_LINK, loud, quiet)
        self._whole = _made(WHOLE, loud, quiet)
        self._ending = _made(ENDING, loud, quiet)
        self._stated = re.compile(STATED, re.VERBOSE)
        self._listed = re.compile(LISTED.replace("ANY", rf"{loud}|{quiet}"))
        self._loud = re.compile(rf"(?<![\w-])(?:{loud}){NOT_LONGER}")
        spent = alternatives(self.words[1:])
        self.spent = re.compile(rf"(?<!\w)(?:{spent})(?!\w)", re.IGNORECASE)
        self._over = re.compile(OVER.replace("SPENT", spent), re.IGNORECASE)
        self._by_now = re.compile(BY_NOW.replace("SPENT", spent), re.IGNORECASE)
        self._again = re.compile(AGAIN.replace("LOUD", alternatives([self.in_use.upper()])))

    def word(self, derived: str) -> str | None:
        """The word of the vocabulary for a status that data give; None where it has none of its own."""
        return self.in_use if derived == ACTIVE else self._known.get(_key(derived))

    def is_in_use(self, word: str) -> bool:
        """Whether a word, typed or derived, is that of what is in use."""
        return word in (ACTIVE, self.in_use)

    def disagree(self, one: str, other: str) -> bool:
        """Whether two words, typed or derived, say different things. In a vocabulary without RETIRED or SUPERSEDED any
        word but the first stands for both."""
        if self.is_in_use(one) != self.is_in_use(other):
            return True
        mine, others = self.word(one), self.word(other)
        return mine is not None and others is not None and mine != others

    def description(self, text: str) -> Claim | None:
        """What a description says of the status of its page by how it begins: a small word counts before a colon."""
        return self._beginning(text, KEYED)

    def opening(self, text: str) -> Claim | None:
        """What the first words of a text say of its own status; "Active: 2019" may say anything."""
        return self._beginning(text, NAMED)

    def _beginning(self, text: str, keyed: re.Pattern[str]) -> Claim | None:
        text = soft(text)
        found = self._opening.match(text)
        if not found:
            return None
        rest = text[found.end() :]
        if found["quiet"] is not None and not self._is_quiet_claim(found, rest, keyed):
            return None
        if self._listed.match(rest) or CONDITION.match(rest) or _is_shouted(text, found) or _is_of_several(rest):
            return None
        return self._claim(found, rest)

    def title(self, text: str) -> Claim | None:
        """What a title says of the status of its page: at its beginning, or at its end in brackets or behind a dash."""
        opening = self.opening(text)
        if opening is not None:
            return opening
        shown = soft(text)
        words = list(self._loud.finditer(shown))
        if not words or _is_shouted(shown, words[-1]):
            return None
        before, after = shown[: words[-1].start()].rstrip(" \x01"), shown[words[-1].end() :]
        if before[-1:] not in ("(", "[", "–", "—", ":", "|") and not before.endswith(" -"):
            return None
        return self._claim(words[-1], after) if TITLE_ENDS.fullmatch(after) else None

    def behind(self, text: str) -> Claim | None:
        """What the words directly behind a link say of the status of its page."""
        text = soft(text)
        found = self._behind.match(text)
        return self._claim(found, UNTIL_THE_NEXT.match(text, found.end())[0]) if found else None  # type: ignore[index]

    def described(self, text: str) -> Claim | None:
        """What a description behind a link, set off by a colon or a dash, says of the status of its page."""
        sign = DESCRIBED.match(soft(text))
        return _moved(self.opening(text[sign.end() :]), sign.end()) if sign else None

    def ending(self, text: str) -> Claim | None:
        """The status in brackets with which a line ends, as in ": the how-to for two cards (RETIRED)"."""
        found = self._ending.search(soft(text))
        return self._claim(found, soft(text)[found.end("loud") :]) if found else None

    def before(self, text: str) -> Claim | None:
        """What the words before a link, with which a list item or a cell begins, say of the status of its page."""
        found = self._before.match(soft(text))
        return self._claim(found, soft(text)[found.end("loud") :]) if found else None

    def whole(self, text: str) -> Claim | None:
        """The status that is all that a cell says, with a day perhaps."""
        found = self._whole.match(soft(text))
        return self._claim(found, soft(text)[found.end("loud") :]) if found else None

    def _is_quiet_claim(self, found: re.Match[str], rest: str, keyed: re.Pattern[str]) -> bool:
        """Whether a word that is not in capitals is meant as a status, and is no plain English."""
        if found["subject"] is not None:
            is_said = found["subject"].lower().split()[2] == "is"
            return is_said and self._stated.match(rest) is not None
        if found["label"] is not None:
            return self._stated.match(rest) is not None
        is_bare = not found.string[: found.start("quiet")].strip(" \x01*_>#")
        return is_bare and keyed.match(rest) is not None

    def _claim(self, found: re.Match[str], rest: str) -> Claim | None:
        groups = found.groupdict()
        name = "quiet" if groups.get("quiet") is not None else "loud" if groups.get("loud") is not None else 0
        word = self._known.get(_key(found[name]))
        if word is None:
            return None
        when = WHEN.match(rest)
        how, first, second = (when["how"] or "", when["first"], when["second"] or "") if when else ("", "", "")
        claim = Claim(Span(*found.span(name)), word, name != "quiet", " ".join(how.lower().split()), first, second)
        return None if self._is_past(claim, rest) else claim

    def _is_past(self, claim: Claim, rest: str) -> bool:
        """Whether something is said to have been in use for a while or on a day, or to be in use again after all: what
        is said of its present is not sure then."""
        sentence = SENTENCE.match(rest)[0]  # type: ignore[index]
        if not self.is_in_use(claim.word):
            return self._again.search(sentence) is not None
        if claim.second or claim.how not in ("", "since", "from"):
            return True
        loud = any(self._known.get(_key(one[0])) != self.in_use for one in self._loud.finditer(sentence))
        clause = CLAUSE.match(rest)[0]  # type: ignore[index]
        for_a_while = claim.how == "" and FOR_A_WHILE.match(rest)
        return bool(loud or for_a_while or self._over.search(clause) or self._by_now.search(sentence))


@lru_cache(maxsize=8)
def status_words(words: tuple[str, ...]) -> StatusWords:
    """The vocabulary of these words, made once."""
    return StatusWords(words)


def soft(text: str) -> str:
    """A text of the same length in which marks of emphasis, and what is struck out, are no words."""
    if "~~" in text:
        text = STRUCK.sub(_blank, text)
    return MARKS.sub(_blank, text) if any(mark in text for mark in "*_=") else text


def _blank(found: re.Match[str]) -> str:
    return "\x01" * len(found[0])


def _key(word: str) -> str:
    return " ".join(word.split()).casefold()


def _made(pattern: str, loud: str, quiet: str) -> re.Pattern[str]:
    """A pattern with the vocabulary in it."""
    return re.compile(pattern.replace("LOUD", loud).replace("QUIET", quiet), re.VERBOSE)


def _is_shouted(text: str, found: re.Match[str]) -> bool:
    """Whether a text is in capitals altogether, so that those of the word mean nothing."""
    others = WORD.findall(text[: found.start()] + " " + text[found.end() :])
    cased = [word for word in others if word.upper() != word.lower()]
    return len(cased) > 1 and all(word == word.upper() for word in cased)


def _is_of_several(rest: str) -> bool:
    """Whether things in general are named that have the status, or another one: "RETIRED hosts", "the ACTIVE one"."""
    found = SEVERAL.match(rest)
    return found is not None and NO_PLURAL.match(found["noun"]) is None


def _moved(claim: Claim | None, by: int) -> Claim | None:
    return claim._replace(span=Span(claim.span.start + by, claim.span.end + by)) if claim else None
