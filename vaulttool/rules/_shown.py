"""Where a page claims to show the settings that are deployed: tables, blocks of code and sentences."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from posixpath import basename
from typing import NamedTuple

from vaulttool.model.rule import Context
from vaulttool.parsing.prose import Code, Passage, Prose, Table
from vaulttool.rules._setting_cells import FLAG, VARIABLE, Shown, among_words, in_block, in_code, in_row, leading
from vaulttool.rules._told import DENIED, EXAMPLE, GONE, TO_COME, around, sentence
from vaulttool.text.span import Span

FIRST_HEAD = re.compile(
    r"(?:(?:deployed|current|engine|cli|serve) )?(?:settings?|flags?|options?|variables?|knobs?|parameters?|arguments?"
    r"|env(?:ironment)?(?: variables?)?|keys?)",
    re.IGNORECASE,
)
EXACT_HEAD = re.compile(r"(?:[a-z]+ )?(?:flags?|variables?|knobs?|parameters?|arguments?)", re.IGNORECASE)
VALUE_HEAD = re.compile(
    r"(?:(?:deployed|current|live|production) )?(?:values?|settings?)|deployed|current|live|production|set to",
    re.IGNORECASE,
)
WHY_HEAD = re.compile(
    r"why|reasons?|notes?|comments?|purpose|rationale|sources?|remarks?|where|since|set in|file", re.IGNORECASE
)
TRIAL = re.compile(
    r"""
    \b(?: roll(?:ed|ing)? [ ]? back | rollback | way [ ] back | go(?:ing)? [ ] back | tr(?:y|ied|ies|ials?) | probes?
    | experiments? | examples? | upstream | defaults? | alternatives? | candidates? | rejected | before | tun(?:e|ing)
    | sweeps? | arms? | bench(?:es|marks?|marked)? | compar(?:e|ed|ing|ison) | vs | planned | next | would | override
    | proposed | verdicts? | results? | outcomes? | status | failed | refused | never | crash(?:es|ed)? | survey
    | measured | then-deployed | old | new | other | tests? | tested | templates? | reference
    )\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
HEADING = re.compile(
    r"(?:the )?(?:unit |endpoint |service |serve |engine )?"
    r"(?:settings|flags|configuration|config|environment|env|variables|knobs|options)(?: \(.*\))?",
    re.IGNORECASE,
)
SUBJECT = r"(?:the|this|our) (?:endpoint|service|unit|deployment|quadlet)|production"
VERB = r"(?:runs?|starts?|boots?|ships?|uses?|serves?|sets?|is (?:started|run|served|deployed|launched)|passes)(?: up)?"
ADVERB = r"(?: (?:now|today|currently|still|always))?"
FILLER = r"(?:(?: (?:with|on|by|at|under|now|today|currently|here|always|the|flags?|variables?|settings?))*)"


class Showing(NamedTuple):
    """What claims to show deployed settings; ``kind`` is table, block or sentence."""

    kind: str
    settings: Sequence[Shown]


def showings(context: Context, prose: Prose, names: Sequence[str], sections: Collection[str]) -> Iterator[Showing]:
    """The tables, blocks and sentences of a page that claim to show what is deployed. ``names`` are those of the
    endpoints that the page is about, ``sections`` the titles of those about their open eras."""
    live = _live(context)
    for table in prose.tables:
        start = table.span.start
        claims = _claims(prose, start, live, sections) or _is_on_top(prose, start)
        if claims and _is_of_settings(prose, table, live):
            yield Showing("table", list(_in_table(prose, table)))
    for fence in prose.fences:
        if _claims(prose, fence.span.start, live, sections):
            yield Showing("block", list(in_block(prose, fence)))
    subject = "|".join([SUBJECT, *map(re.escape, names)])
    starts = re.compile(rf"\s*+[*_]*+(?:{subject})[*_]*+{ADVERB} {VERB}{FILLER}\s*\Z", re.IGNORECASE)
    yield from _sentences(prose, starts)


def live_showings(context: Context, prose: Prose) -> Iterator[Showing]:
    """The tables and blocks that a page shows as deployed in so many words, right above them."""
    live = _live(context)
    for table in prose.tables:
        if _is_live(prose, table.span.start, live) and _is_of_settings(prose, table, live):
            yield Showing("table", list(_in_table(prose, table)))
    for fence in prose.fences:
        if _is_live(prose, fence.span.start, live):
            yield Showing("block", list(in_block(prose, fence)))


def unit_ports(prose: Prose, units: Sequence[str]) -> Iterator[Shown]:
    """The ports in tables whose rows are named for units: each with the unit's path as its name."""
    called = [(name, path) for path in units for name in (basename(path), basename(path).rpartition(".")[0])]
    names = [name for name, _ in called]
    named = {name: path for name, path in called if names.count(name) == 1}
    for table in prose.tables:
        heads = [head.of(prose.text).strip(" *_`").lower() for head in table.head]
        column = heads.index("port") if "port" in heads else 0
        if column and not TRIAL.search(_words_above(prose, table.span.start)):
            for row in table.rows:
                unit = named.get(row[0].of(prose.text).strip(" *_`")) if column < len(row) else None
                port = row[column].of(prose.text).strip(" *_`:") if unit is not None else ""
                if unit is not None and port.isdigit():
                    yield Shown(unit, row[0], port, row[column])


def _live(context: Context) -> re.Pattern[str]:
    """The words that say that something is in use; *then-deployed* says that it was."""
    words = "|".join(re.escape(word) for word in context.claims.live_words) or r"(?!)"
    return re.compile(rf"(?<![\w-])(?:{words})(?![\w-])", re.IGNORECASE)


def _claims(prose: Prose, offset: int, live: re.Pattern[str], sections: Collection[str]) -> bool:
    """Whether a place tells of settings in use: below a heading that says *Settings* or the like, in the section of an
    open era, or where the heading or the paragraph right above has a live word."""
    if TRIAL.search(_words_above(prose, offset)):
        return False
    above = prose.above(offset)
    is_plain = bool(above) and HEADING.fullmatch(above[-1].title.strip()) is not None
    return is_plain or _is_live(prose, offset, live) or any(heading.title in sections for heading in above)


def _is_live(prose: Prose, offset: int, live: re.Pattern[str]) -> bool:
    """Whether the heading or the paragraph right above a place has a live word."""
    words = _words_above(prose, offset)
    return live.search(words) is not None and not TRIAL.search(words)


def _is_on_top(prose: Prose, offset: int) -> bool:
    """Whether a place stands right below the title of the page, and nothing above it says that it tells of trials."""
    above = prose.above(offset)
    return (not above or above[-1].level == 1) and not TRIAL.search(_words_above(prose, offset))


def _words_above(prose: Prose, offset: int) -> str:
    """The nearest heading above a place, and the paragraph that stands right above it."""
    above = prose.above(offset)
    heading = above[-1].title if above else ""
    at = bisect_left(prose.passages, offset, key=lambda one: one.span.start)
    before = prose.passages[at - 1] if at else None
    if before is None or before.kind not in ("paragraph", "item"):
        return heading
    is_right_above = not prose.text[before.span.end : offset].strip(" \t\r\n>")
    return f"{heading}\n{before.span.of(prose.plain)}" if is_right_above else heading


def _is_of_settings(prose: Prose, table: Table, live: re.Pattern[str]) -> bool:
    """Whether a table shows settings that are deployed, and is no list of what was tried or of what there is."""
    heads = [head.of(prose.text).strip(" *_`") for head in table.head]
    if len(heads) < 2 or any(TRIAL.search(head) for head in heads):
        return False
    firsts = [row[0].of(prose.text).strip("`* ") for row in table.rows if row]
    all_names = bool(firsts) and all(FLAG.match(first) or VARIABLE.fullmatch(first) for first in firsts)
    if not (FIRST_HEAD.fullmatch(heads[0]) or all_names):
        return False
    others = [head for head in heads[1:] if head]
    is_plain = all(VALUE_HEAD.fullmatch(head) or WHY_HEAD.fullmatch(head) for head in others)
    return is_plain or live.search(_words_above(prose, table.span.start)) is not None


def _in_table(prose: Prose, table: Table) -> Iterator[Shown]:
    """The settings of a table: those that the first cells name, and those that stand at the start of a value."""
    heads = [head.of(prose.text).strip(" *_`") for head in table.head]
    column = next((at for at, head in enumerate(heads[1:], 1) if VALUE_HEAD.fullmatch(head)), None)
    is_exact = EXACT_HEAD.fullmatch(heads[0]) is not None
    for row in table.rows:
        words = Span(row[0].start, row[-1].end).of(prose.plain) if row else "~~"
        gone = any(told.search(words) for told in (GONE, DENIED, TO_COME, EXAMPLE))
        value = row[column] if column is not None and column < len(row) else None
        for shown in in_row(prose, row[0], value, is_exact) if "~~" not in words else ():
            yield shown._replace(is_told_gone=gone)
        if value is not None and not (gone or TRIAL.search(words)):
            yield from among_words(prose, value)


def _sentences(prose: Prose, starts: re.Pattern[str]) -> Iterator[Showing]:
    """The sentences that say what the endpoint runs with, for each the flags and variables that they name first."""
    passages = [one for one in prose.passages if one.kind in ("paragraph", "item") and not one.quote]
    at = 0
    for code in prose.codes:
        while at < len(passages) and passages[at].span.end <= code.span.start:
            at += 1
        if at < len(passages) and passages[at].span.start <= code.span.start:
            yield from _sentence(prose, passages[at], code, starts)


def _sentence(prose: Prose, passage: Passage, code: Code, starts: re.Pattern[str]) -> Iterator[Showing]:
    whole = sentence(prose, passage, code.span)
    before = re.sub(r"\[\[|\]\]|`", "", prose.text[whole.start : code.span.start])
    if len(before) > 120 or not starts.match(before):
        return
    words = around(prose, code.span)
    if GONE.search(words) or DENIED.search(words) or TRIAL.search(words):
        return
    rest = Span(code.span.start, whole.end)
    yield Showing("sentence", [shown for each in leading(prose, rest) for shown in in_code(prose, each)])
