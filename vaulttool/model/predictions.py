"""What the page of an era still expects though it has been measured: predictions, and estimated numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from vaulttool.model.citations import Measured
from vaulttool.model.dataset import Dataset
from vaulttool.model.datum import result_interval
from vaulttool.model.estimates import measured_in
from vaulttool.model.sources import Sources
from vaulttool.model.told_eras import ErasOfPage, earliest
from vaulttool.model.vault import Note
from vaulttool.parsing.prose import Prose, Table
from vaulttool.text.dates import dates
from vaulttool.text.intervals import Interval, exact
from vaulttool.text.measures import NAMES
from vaulttool.text.numbers import printed
from vaulttool.text.sentences import sentences
from vaulttool.text.span import Span

SHORTEST = 6  # letters of a name of one word that is no everyday word
EVERYDAY = frozenset(("output", "request", "requests", "results", "number", "window", "budget", "compute", "tokens"))
MAY = r"(?:may|might|could|should|will[ ](?:likely|probably|presumably)|is[ ](?:likely|expected|predicted|bound)[ ]to)"
TURN = (
    r"(?:drop|fall|rise|grow|shrink|decrease|increase|decline|suffer|degrade|improve|worsen|go[ ](?:up|down)"
    r"|be[ ](?:lower|higher|worse|better|smaller|larger|slower|faster)|come[ ]out[ ](?:lower|higher))"
)
ENDS = r"(?=[ ](?:from|below|above|to|by|than|because|since|somewhat|slightly)\b|[ ]*[.,;:()—–]|[ ]*\Z)"
PREDICTED = rf"[ ]{MAY}[ ](?:still[ ]|also[ ]|well[ ])?{TURN}{ENDS}"
EXPECTED = (
    r"\b(?:expected|predicted|estimated|projected|anticipated)[ ]"
    r"(?:drop|fall|rise|gain|loss)[ ](?:in|of)[ ](?:the[ ])?"
)
# Words of a sentence that speaks of other conditions: with another model, if the window grows.
CONDITIONAL = re.compile(
    r"""
    \A[\s*_>\0]*(?:with|without|for|on|at|in|under|by|[A-Za-z]+ing)\b
    | \b(?: if | when | whenever | unless | depending | under | once | after | while | whether | until | would | next
        | future | plan(?:s|ned)? | upgrades? | instead | e\.g | in[ ]case | provided | as[ ](?:long|soon) )\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
# Words of one that speaks of another shape, or of the past.
ELSEWHERE = re.compile(
    r"""
    \b(?: was | were | had | did | used[ ]to | earlier | previous(?:ly)? | before | then | other | another | older?
        | former | each | both | respectively | different )\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
ESTIMATED = re.compile(
    r"\b(?:estimate[ds]?|expected|predicted|projected|calculated|should[ ](?:be|come|hold|give|leave))\b",
    re.IGNORECASE,
)
ROUGH = re.compile(rf"[~≈]|{ESTIMATED.pattern}", re.IGNORECASE)
UNITS = "|".join(re.escape(word) for word in sorted(NAMES, key=len, reverse=True))
NUMBER = re.compile(
    rf"(?P<number>(?:[~≈][ ]?|[Aa]bout[ ])?[0-9][0-9,]*(?:\.[0-9]+)?[kM]?)[ ]?(?P<unit>{UNITS})(?![\w/])"
    r"(?:[ ]per[ ](?P<per>\w+))?"
)
NEAR = Interval(exact(1).low / 2, exact(2).low)  # an estimate of another thing is seldom so near
BULLETS = "*_ (\0"

Known = Mapping[str, Measured]  # what was measured in an era, by what each metric is called


class Overtaken(NamedTuple):
    """A prediction or estimate, and what was measured."""

    span: Span
    text: str
    by: Measured


def overtaken(sources: Sources, note: Note, page: Prose) -> Iterator[Overtaken]:
    """What a page expects of an era though a run of that era has measured it. Sentences and rows that cite a figure are
    left alone, and so is what has a day of its own, since it may be newer than the measurement."""
    eras = ErasOfPage(sources, note)
    known: dict[tuple[str, str], Known] = {}

    def of(offset: int) -> Known:
        told = eras.at(offset) or eras.above_all(offset)
        if told is None or any(any(dates(heading.title)) for heading in page.above(offset)[1:]):
            return {}
        place = (told.endpoint.endpoint, told.era.id)
        if place not in known:
            known[place] = _known(sources.data, *place)
        return known[place]

    for passage in page.passages:
        if passage.kind in ("paragraph", "item") and passage.quote != "quote" and not _has_day(page, passage.span):
            measured = of(passage.span.start)
            for sentence in sentences(page.plain, passage.span) if measured else ():
                if not _cites(note, sentence):
                    yield from _in_sentence(page, sentence, measured)
    for table in page.tables:
        yield from _in_table(note, page, table, of(table.span.start))


def _has_day(page: Prose, span: Span) -> bool:
    """Whether a stretch begins with a day, as an entry of a log does."""
    first = next(dates(page.plain, span.start, span.end), None)
    return first is not None and not page.plain[span.start : first.span.start].strip(BULLETS)


def _cites(note: Note, span: Span) -> bool:
    return any(span.start <= figure.span.start < span.end for figure in note.document.figures)


def _known(data: Dataset, endpoint: str, era: str) -> Known:
    """What was measured in an era, the newest of each metric."""
    found: dict[str, Measured] = {}
    for one in sorted(measured_in(data, endpoint, era), key=lambda one: earliest(one.run.date) or ""):
        found.update(dict.fromkeys(_names(data, one.metric), one))
    return found


def _names(data: Dataset, metric: str) -> Iterator[str]:
    """What a metric is called in prose: its title, and its name without the unit; no everyday word."""
    told = data.metrics.get(metric)
    words = metric.split("_")
    plain = " ".join(words[:-1] if len(words) > 1 else words)
    for name in dict.fromkeys((told.title.casefold() if told else plain, plain)):
        if " " in name or (len(name) >= SHORTEST and name not in EVERYDAY):
            yield name


def _in_sentence(page: Prose, sentence: Span, known: Known) -> Iterator[Overtaken]:
    """The prediction or estimate of one sentence."""
    text = sentence.of(page.plain)
    if CONDITIONAL.search(text):
        return
    for name, one in known.items():
        called = re.escape(name)
        found = re.search(rf"\b{called}{PREDICTED}|{EXPECTED}{called}\b", text, re.IGNORECASE)
        if found:
            yield Overtaken(Span(sentence.start + found.start(), sentence.start + found.end()), found[0], one)
            return
    if ESTIMATED.search(text) and not ELSEWHERE.search(text):
        lower = text.casefold()
        yield from _missed(
            page, sentence, [one for name, one in known.items() if re.search(rf"\b{re.escape(name)}", lower)]
        )


def _in_table(note: Note, page: Prose, table: Table, known: Known) -> Iterator[Overtaken]:
    """The rough numbers in rows of a table of two columns whose first cell is a metric."""
    for row in table.rows if known and len(table.head) == 2 else ():
        one = known.get(row[0].of(page.plain).strip("*_ \0").casefold())
        text = row[-1].of(page.plain)
        is_rough = len(row) == 2 and ROUGH.search(text) and not (ELSEWHERE.search(text) or CONDITIONAL.search(text))
        if one and is_rough and not _cites(note, row[1]):
            yield from _missed(page, row[1], [one])


def _missed(page: Prose, span: Span, called: Iterable[Measured]) -> Iterator[Overtaken]:
    """The number in a stretch that is no rounding of what was measured; none where it holds several of that unit."""
    for one in called:
        like = [found for found in NUMBER.finditer(page.plain, span.start, span.end) if _is_alike(found, one)]
        if len(like) == 1 and _misses(like[0]["number"], one):
            yield Overtaken(Span(*like[0].span()), like[0][0], one)
            return


def _is_alike(found: re.Match[str], one: Measured) -> bool:
    """Whether a number is in the unit of a figure, and of what it is one of."""
    return NAMES[found["unit"]] == one.result.unit and found["per"] in (None, one.result.per)


def _misses(number: str, one: Measured) -> bool:
    """Whether a number is near what was measured and cannot be it."""
    read = printed(number)
    measured = result_interval(one.result)
    if read is None or measured.low <= 0:
        return False
    return not read.interval.meets(measured) and (exact(read.value) / measured).meets(NEAR)
