"""Where pages state a status that is not the one that they have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from vaulttool.model.finding import Edit, Finding, Fix
from vaulttool.model.live_claims import Others, ended, live_claims, names_of
from vaulttool.model.live_words import LiveWords
from vaulttool.model.mending import is_generated
from vaulttool.model.page_status import DATA, DESCRIPTION, Origins, PageStatus, of_era, typed
from vaulttool.model.reading import Reading
from vaulttool.model.rule import Context
from vaulttool.model.status import Told
from vaulttool.model.status_claims import Beside, Own, leading, link_claims, own_claims
from vaulttool.model.status_days import contradicted, wrong_day
from vaulttool.model.status_words import CLAUSE, Claim, StatusWords, status_words
from vaulttool.model.vault import Note
from vaulttool.text.span import Span

LOG = "log"


class Vocabulary(NamedTuple):
    """The words of status, what is live, and what is in use elsewhere."""

    words: StatusWords
    live: LiveWords
    others: Others
    origins: Origins


def conflicts(context: Context, things: Sequence[str]) -> Iterator[Finding]:
    """Each statement of a claimed page that is not so. ``things`` are the nouns that tell of a deployment."""
    statuses, claims = context.page_statuses, context.claims
    words = status_words(claims.status_words)
    live = LiveWords(claims.live_words, things, (*claims.status_words[1:], *claims.history_words))
    told = Vocabulary(words, live, Others(context.sources, statuses), Origins(context.sources, statuses))
    for note in context.claimed:
        status = statuses.get(note.path)
        if status is not None:
            yield from _typed(context, note, status, told)
        kind = note.document.property("type")
        led = list(leading(note, context.vault, statuses))
        if (kind is not None and kind.value == LOG) or not (status or led):
            continue
        reading = Reading(context.prose(note), claims.history_words)
        if status is not None:
            yield from _own(context, note, reading, status, told)
        for beside in link_claims(reading, words, led):
            yield from _beside(context, note, beside, told)


def _typed(context: Context, note: Note, status: PageStatus, told: Vocabulary) -> Iterator[Finding]:
    """A property that says otherwise than the data."""
    words = told.words
    found = typed(note, context.sources.status_property, words) if status.origin == DATA else None
    if found is None or not words.disagree(found[1], status.word):
        return
    property, word = found
    right = words.word(status.word)
    is_there = right and property.value_span.start
    old = property.value_span.of(context.sources.page_text(note)) if is_there else ""
    edit = Edit(note.path, property.value_span, _in_its_quotes(right or "", old)) if is_there else None
    yield context.finding(
        note.path,
        property.value_span,
        f'the status is typed as "{word}" and is {status.word} by the data',
        f"write {right}, or leave the property out" if right else "leave the property out",
        (told.origins.of(note.path),),
        Fix(f"write {right}", (edit,), safe=True) if edit else None,
    )


def _own(context: Context, note: Note, reading: Reading, status: PageStatus, told: Vocabulary) -> Iterator[Finding]:
    """What a page says of itself."""
    words, claims = told.words, list(own_claims(note, reading, told.words))
    here = (told.origins.of(note.path),)
    for own in claims:
        if own.where == DESCRIPTION == status.origin:
            continue
        if contradicted(words, status, own.claim):
            if words.is_in_use(own.claim.word) and _is_of_another(note, reading, own, status, told.others):
                continue
            message = f'the page is {status.word}, and its {own.where} says "{own.claim.span.of(reading.prose.text)}"'
            fix = _word(note, reading.prose.text, own.claim, status, words)
            yield context.finding(note.path, own.claim.span, message, "correct one of the two", here, fix)
        else:
            yield from _day(context, note, own.claim, status.eras, words)
    if not status.in_use:
        end = ended(status) or _typed_end(claims, words)
        for live in live_claims(note, reading, status, told.live, told.others, end):
            shown = " ".join(live.span.of(reading.prose.text).split())
            message = f'the page is {status.word}, and {live.where} says "{shown}"'
            yield context.finding(note.path, live.span, message, "say when it was so, or what is in use instead", here)


def _is_of_another(note: Note, reading: Reading, own: Own, status: PageStatus, others: Others) -> bool:
    """Whether the words of a page go on to what is in use instead: "The ACTIVE endpoint is [[Lisbon]]"."""
    passage = reading.passage(own.claim.span.start)
    if passage is None:
        return False
    clause = CLAUSE.match(reading.plain, own.claim.span.end, passage.span.end)
    span = Span(own.claim.span.end, clause.end() if clause else own.claim.span.end)
    return others.are_meant(note, reading, span, names_of(note, status), surely=True)


def _typed_end(claims: Sequence[Own], words: StatusWords) -> str:
    """The day on which the use of a page's thing ended, as the page itself says where it states its status."""
    over = [own.claim for own in claims if not words.is_in_use(own.claim.word) and own.claim.how not in ("as of", "by")]
    days = [claim.second if claim.second else claim.first for claim in over]
    return max((day for day in days if len(day) == len("2026-09-20")), default="")


def _beside(context: Context, note: Note, beside: Beside, told: Vocabulary) -> Iterator[Finding]:
    """What stands beside a link."""
    words, status = told.words, context.page_statuses[beside.target]
    eras = status.of_section(beside.link.subpath)
    claim = beside.claim
    if contradicted(words, status, claim, eras):
        text = context.prose(note).text
        shown = claim.span.of(text)
        message = f'"{beside.link.whole}" is called "{shown}" here, and the page is {status.word}'
        related = (told.origins.of(beside.target),)
        fix = _word(note, text, claim, status, words)
        yield context.finding(
            note.path, claim.span, message, f"write {words.word(status.word) or status.word}", related, fix
        )
    else:
        yield from _day(context, note, claim, eras, words)


def _in_its_quotes(word: str, old: str) -> str:
    """A word as the value of a property, in the quotes of the old one."""
    quote = old[:1] if old[:1] in ("'", '"') and old[-1:] == old[:1] else ""
    return f"{quote}{word}{quote}"


def _word(note: Note, text: str, claim: Claim, status: PageStatus, words: StatusWords) -> Fix | None:
    """The status that the data give in the place of another, if it stands there in capitals and without a day: what
    else is said of a day would be said of another word."""
    right, old = words.word(status.word), claim.span.of(text)
    if right is None or status.origin != DATA or is_generated(note, claim.span):
        return None
    if not claim.is_exact or claim.how or claim.first or old.casefold() != claim.word.casefold():
        return None
    return Fix(f"write {right.upper()}", (Edit(note.path, claim.span, right.upper()),), safe=True)


def _day(context: Context, note: Note, claim: Claim, eras: Sequence[Told], words: StatusWords) -> Iterator[Finding]:
    """A day beside a status that the data know otherwise."""
    wrong = wrong_day(words, claim, eras)
    if wrong is not None:
        related = (of_era(context.sources, wrong.told, "the era"),)
        message = f'"{claim.word}" stands here with {wrong.day}, by the data it is {wrong.right}'
        yield context.finding(note.path, claim.span, message, "correct one of the two", related)
