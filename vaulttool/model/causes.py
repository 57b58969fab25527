"""Causes that cannot be: settings that all arms of a comparison share and that are blamed for what differs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from vaulttool.model.citations import citations, runs_of
from vaulttool.model.dataset import Dataset
from vaulttool.model.records import Run
from vaulttool.model.setting_words import phrase
from vaulttool.model.shapes import alike, settings_of, shown
from vaulttool.model.vault import Note
from vaulttool.parsing.data import Keys
from vaulttool.parsing.prose import Prose
from vaulttool.text.sentences import sentences
from vaulttool.text.span import Span

FROM = "comes?|came|stems?|stemmed|results?|resulted"
CAUSE_BEFORE = re.compile(
    rf"""
    \b(?: because[ ]of | due[ ]to | owing[ ]to | thanks[ ]to | caused[ ]by | explained[ ]by | attributed[ ]to
        | blamed[ ]on | down[ ]to | (?:{FROM})[ ](?:\w+[ ])?from )
    [ ](?:(?:the|its|their|a|an)[ ])? (?:\w+[ ]){{0,2}}\Z
    """,
    re.VERBOSE | re.IGNORECASE,
)
CAUSE_BEHIND = re.compile(
    r"""
    [ ](?:alone[ ]|probably[ ])?(?: explains | explained | causes | caused | accounts[ ]for | accounted[ ]for
        | (?:is|was)[ ](?:the[ ]cause|to[ ]blame|responsible|the[ ]reason) | ma(?:kes|de)[ ]the[ ]difference )\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
# Words with which a sentence says that the setting is not the cause, or speaks of something else.
DENIED = re.compile(
    r"""
    \b(?: not | no | never | nor | neither | cannot | both | same | shared | equal | identical | each | every
        | controlled | rather[ ]than | instead | ruled[ ]out | wrong(?:ly)? | except | unlike | if
        | hypothes[ie]s ) \b | n['’]t\b
    """,
    re.VERBOSE | re.IGNORECASE,
)


class Blamed(NamedTuple):
    """A setting that a text blames and that all arms share: its name, its value and where it stands in the text."""

    key: str
    value: str
    span: Span


def shared(run: Run) -> Mapping[str, object]:
    """The settings that cannot be the cause: those that are controlled, and those that are the same in all arms of a
    comparison that somebody won."""
    found: dict[str, object] = dict(run.controlled)
    if len(run.arms) > 1 and run.verdict is not None and run.verdict.winner is not None:
        sides = [settings_of(run, name) for name in run.arms]
        for key, value in sides[0].items():
            if all(key in side and alike(value, side[key]) for side in sides):
                found[key] = value
    return found


def blamed(run: Run, text: str, span: Span | None = None) -> Iterator[Blamed]:
    """The shared settings that a sentence, or the whole of a text, blames."""
    within = span or Span(0, len(text))
    if DENIED.search(text, within.start, within.end):
        return
    for key, value in shared(run).items():
        for found in phrase(key, shown(value)).finditer(text, within.start, within.end):
            before = text[within.start : found.start()]
            if CAUSE_BEFORE.search(before) or CAUSE_BEHIND.match(text, found.end(), within.end):
                yield Blamed(key, shown(value), Span(*found.span()))
                break


def blamed_in_verdict(run: Run) -> Iterator[tuple[Keys, Blamed]]:
    """The shared settings that the verdict of a run gives as its reason."""
    why = run.verdict.why if run.verdict else None
    for one in blamed(run, why) if why and len(run.arms) > 1 else ():
        yield ("verdict", "why"), one


def blamed_on_page(page: Prose, note: Note, data: Dataset) -> Iterator[tuple[Run, Blamed]]:
    """The shared settings that sentences blame which speak of one comparison: they cite its figures and no other's, or
    stand under a heading with a region of its arms."""
    cited = [one for one in citations(note, data) if one.is_inline]
    regions = [(region.span, runs_of(region, data)) for region in note.document.regions if region.kind == "arms"]
    runs = [one.run for one in cited] + [run for _, shown in regions for run, _ in shown]
    comparing = any(len(run.arms) > 1 for run in runs)
    for passage in page.passages if comparing else ():
        if passage.kind not in ("paragraph", "item") or passage.quote == "quote":
            continue
        for sentence in sentences(page.plain, passage.span):
            spoken = {one.run.run: one.run for one in cited if sentence.start <= one.span.start < sentence.end}
            spoken = spoken or _shown_beside(page, regions, sentence)
            for run in spoken.values() if len(spoken) == 1 else ():
                for one in blamed(run, page.plain, sentence) if len(run.arms) > 1 else ():
                    yield run, one


def _shown_beside(page: Prose, regions: list[tuple[Span, list[tuple[Run, str]]]], sentence: Span) -> dict[str, Run]:
    """The runs whose arms are shown under the heading of a sentence."""
    here = page.above(sentence.start)[-1:]
    return {run.run: run for span, runs in regions if page.above(span.start)[-1:] == here for run, _ in runs}
