"""Finds whole lines of an agent's answer in a note: what it left out, patches, its greeting, a listing's numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from vaulttool.parsing.calls import PROMPTS, RULE
from vaulttool.parsing.document import Trouble
from vaulttool.parsing.visible import Visible
from vaulttool.text.span import Span

DOTS = r"(?:\.{3,}+|…)"
PAGE = r"(?:file|document|doc|note|page|content|contents|code|markdown|runbook|readme)"
PART = (
    rf"(?:{PAGE}|text|body|sections?|entries|rows|lines|paragraphs?|front[ ]?matter|items|tables?|list|implementation)"
)
KEPT = r"""
    (?:(?:is|are|be|will|should|to|stays?|remains?|remain|left|kept|exactly)[ ])*+
    (?:unchanged|unmodified|untouched|intact|identical|the[ ]same|as[ -](?:is|before|it[ ]was)|same(?:[ ]as[ ]before)?)
    (?:[ ](?:as[ ]before|from[ ]here))?
"""
REST = r"(?:(?:the[ ])?(?:rest|remainder)[ ]of[ ](?:(?:the|this|your|original|existing)[ ])*+)"
OTHER = r"(?:(?:all[ ])?(?:the[ ])?(?:existing|previous|original|remaining|prior|other|same)[ ])"
PLACEHOLDER = re.compile(
    rf"""
    ^[ \t]{{0,8}}(?:[-*+][ ])?
    (?:
        # about the page as a whole, in a comment, in brackets or after dots
        (?: <!-- | /\* | \{{/\* | \[ | \( | // | \#{{1,6}}[ ]*+{DOTS} | {DOTS}[ ]*+[\[(]?+ )
        [ ]*+(?:{DOTS}[ ]*+)?+
        (?: {REST}{PAGE}(?:[ ]content)? | {OTHER}{PAGE} | (?:everything|all)[ ]else | (?:the[ ])?rest )
        [ ]{KEPT}[.\])]?+[ ]*+(?:{DOTS}[ ]*+)?+(?:-->|\*/\}}?|\]|\))?+
      | # about anything, between dots
        (?: <!-- | /\* | \{{/\* | \[ | \( | \#{{1,6}} | // | \| )?+
        [ ]*+{DOTS}[ ]*+\(?+
        (?: {REST}{PART} | {OTHER}(?:{PAGE}[ ])?{PART} | unchanged(?:[ ]{PART})?
          | (?:the[ ])?rest(?=[ ](?:is|unch|rem|stays)) )
        (?:[ ]{KEPT}|[ ](?:goes|continues|follows)(?:[ ]here)?|[ ]here)?
        [ ]*+\)?+[ ]*+{DOTS}[ ]*+(?:-->|\*/\}}?|\]|\)|\|[^\n]*+)?+
    )
    [ \t]*+$
    """,
    re.VERBOSE | re.MULTILINE | re.IGNORECASE,
)
PATCH = re.compile(
    r"""
    ^(?: \*\*\*[ ](?:Begin[ ]Patch|End[ ]Patch|(?:Update|Add|Delete)[ ]File:[ ]\S[^\n]*+|End[ ]of[ ]File)
      | <{5,9}[ ](?:SEARCH|ORIGINAL) | >{5,9}[ ](?:REPLACE|UPDATED) | -{5,9}[ ]SEARCH>? | \+{5,9}[ ]REPLACE
    )[ \t]*$
    """,
    re.VERBOSE | re.MULTILINE,
)
PATCH_WORDS = ("*** ", " SEARCH", " REPLACE", " ORIGINAL", " UPDATED")
PATCH_SHOWN = re.compile(r"\*\*\* (?:Begin|End) Patch|[-<]{5,9} SEARCH|[+>]{5,9} REPLACE")
ANSWER = re.compile(
    r"""
    (?:(?:Sure|Certainly|Of[ ]course|Absolutely|Okay|OK|Got[ ]it|Done)[!,.:]?[ ])?
    (?:Here(?:'s|’s|[ ]is)|Below[ ]is|This[ ]is)[ ](?:the|your|a)[ ]
    (?:(?:fully|complete(?:ly)?|entire|full|updated|revised|modified|corrected|edited|rewritten|fixed|final|new)
       [ ,]*+(?:and[ ])?)+
    (?:version[ ]of[ ](?:the|your)[ ])?(?:markdown[ ])?
    (?:file|note|document|page|version|contents?|markdown|runbook)(?:[ ](?:with|for|content)[^\n:]{0,80})?
    :[ \t]*\n
    """,
    re.VERBOSE | re.IGNORECASE,
)
BELOW_ANSWER = re.compile(r"\n*[ \t]*(?:\#{1,6} |```|~~~)")
NUMBERED = re.compile(r"^[ ]{0,7}(?P<number>\d{1,6})→", re.MULTILINE)
TURN = re.compile(r"^(?P<who>Human|Assistant):(?=[ \t]|$)", re.MULTILINE)
ABOUT_CHATS = re.compile(
    r"\b(?:chats?|gpt|claude|llms?|ai|bots?|models?|assistants?|prompts?|asked|answer\w*|question\w*|interview\w*"
    r"|transcripts?|conversations?|dialog\w*|agents?|humans?|session)\b",
    re.IGNORECASE,
)
LAST_STOP = re.compile(r"</s>\s*+\Z")
FEWEST_NUMBERS, MOST_TURNS = 3, 6


def leftovers(note: Visible) -> Iterator[Trouble]:
    """What was left, in no order."""
    yield from _lines(note, PLACEHOLDER, "placeholder")
    if any(word in note.text for word in PATCH_WORDS):
        yield from _patch(note)
    yield from _answer(note)
    if "→" in note.text:
        yield from _numbers(note)
    if "Human:" in note.text:
        yield from _turns(note)
    yield from _stop(note)


def _lines(note: Visible, pattern: re.Pattern[str], code: str) -> list[Trouble]:
    """The lines that a pattern matches as a whole, outside code and chapters about prompts."""
    found = []
    for line, (match, *_) in note.by_line(pattern):
        start = match.start() + len(match[0]) - len(match[0].lstrip())
        quoted = note.is_foreign(line) and not match[0].startswith(">>>>>")
        if not (note.is_code(start) or quoted or note.is_about(PROMPTS, start)):
            span = Span(start, start + len(match[0].strip()))
            found.append(Trouble(span, RULE, f"{code} {span.of(note.text)}"))
    return found


def _patch(note: Visible) -> Iterator[Trouble]:
    """The first line of a patch or an edit block; none in a note that shows what they are like in code."""
    patches = _lines(note, PATCH, "patch")
    if patches and not note.shows_code(PATCH_SHOWN):
        yield patches[0]


def _answer(note: Visible) -> Iterator[Trouble]:
    """A line above the page that hands it over, as an agent does and no page."""
    start = note.start + len(note.text[note.start :]) - len(note.text[note.start :].lstrip("\ufeff \t\n"))
    found = ANSWER.match(note.text, start)
    if found and BELOW_ANSWER.match(note.text, found.end()):
        end = start + len(found[0].rstrip())
        yield Trouble(Span(start, end), RULE, "answer " + note.text[start:end])


def _numbers(note: Visible) -> Iterator[Trouble]:
    """Lines numbered as a listing of a file has them: at least three, one after the other."""
    found = [one for one in NUMBERED.finditer(note.text, note.start) if not note.is_code(one.start())]
    steps = [_next_line(note.text, one, other) for one, other in pairwise(found)]
    for index in range(len(steps) - FEWEST_NUMBERS + 2):
        if all(steps[index : index + FEWEST_NUMBERS - 1]):
            first, last = found[index], found[index + FEWEST_NUMBERS - 1]
            yield Trouble(Span(first.start(), last.end()), RULE, "numbers " + first[0].strip())
            return


def _next_line(text: str, one: re.Match[str], other: re.Match[str]) -> bool:
    """Whether a numbered line follows another, with the next number."""
    follows = text.count("\n", one.start(), other.start()) == 1
    return follows and int(other["number"]) == int(one["number"]) + 1


def _turns(note: Visible) -> Iterator[Trouble]:
    """A few turns of a chat below a page that has nothing to do with chats."""
    found = [one for one in TURN.finditer(note.text, note.start) if not note.is_code(one.start())]
    if not found or len(found) > MOST_TURNS or found[0]["who"] != "Human":
        return
    first = found[0].start()
    above = note.text[note.start : first]
    dangling = len(found) == 1 and not note.text[found[0].end() :].strip()
    if not (dangling or any(one["who"] == "Assistant" for one in found)) or not above.endswith("\n\n"):
        return
    page = " ".join((*note.names, above))
    if "\n#" in "\n" + above and len(above) * 2 > len(note.text) - note.start and not ABOUT_CHATS.search(page):
        yield Trouble(Span(first, found[0].end()), RULE, "turn " + found[0][0])


def _stop(note: Visible) -> Iterator[Trouble]:
    """The token that ends a model's answer, at the end of the note; HTML's has a beginning."""
    found = LAST_STOP.search(note.text, max(note.start, len(note.text) - 40))
    if found and not note.is_code(found.start()) and "<s>" not in note.text:
        yield Trouble(Span(found.start(), found.start() + 4), RULE, "last </s>")
