"""What the words around a name say of it: that it is gone, still to come, somewhere else, or only an example."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache

from vaulttool.model.rule import Context
from vaulttool.model.vault import Note
from vaulttool.parsing.prose import Passage, Prose
from vaulttool.text.span import Span

END_OF_SENTENCE = re.compile(r"""(?<![.\s]\w)(?<!\betc)(?<!\bvs)(?<!\bcf)[.!?][)\]*_"'”’]*+(?=\s)""")
GOES_ON = re.compile(r"\s*+(?:\*\*|__|[*_])?(?:it|its|they|this|that|these|those|both|all)\b", re.IGNORECASE)
GONE = re.compile(
    r"""
    \b(?: no \s longer | any ?more | was | were | used \s to | gone | former(?:ly)? | old | older | earlier
    | previous(?:ly)? | legacy | obsolete | deprecated | historic(?:al)? | delet(?:e[sd]?|ing|ion)
    | remov(?:e[sd]?|ing|al) | renam(?:e[sd]?|ing) | mov(?:e[sd]?|ing) | retir(?:e[sd]?|ing) | drop(?:s|ped|ping)?
    | replac(?:e[sd]?|ing) | superseded | archived? | trash(?:ed)? | migrat(?:e[sd]?|ing) | folded | rejected | reverted
    | abandoned
    )\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
DENIED = re.compile(
    r"""
    \b(?: no (?!-) | not | never | none | neither | nor | without | missing | lacks? | absent | cannot | unless
    | instead | (?:do|does|did|is|are|was|were|has|have|ca|wo|would|should|must)n['’]t | unset | omit(?:s|ted)?
    | left \s out | off | disabled | unused | avoid | optional(?:ly)?
    )\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
TO_COME = re.compile(
    r"""
    \b(?: will | would | could | should | may | might | let's | to-?do | plan(?:s|ned)? | propos(?:e[sd]?|al) | if
    | creat(?:e[sd]?|ing) | generat(?:e[sd]?|ing) | writ(?:es|ing|ten) | write \s to | produc(?:e[sd]?|ing)
    | sav(?:e[sd]?|ing) | outputs? | emits? | dumps? | add(?:s|ed|ing)? | put(?:s|ting)? | plac(?:e[sd]?|ing)
    | cop(?:y|ies|ied|ying) | new | future | downloads? | downloaded | wish | want(?:s|ed)?
    )\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
EXAMPLE = re.compile(
    r"""
    \b(?: e\.g | i\.e | examples? | for \s instance | such \s as | like | say | imagine | suppose | sample | template
    | placeholder | hypothetical
    )\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
ELSEWHERE = re.compile(
    r"""
    \b(?: upstream(?:'s)? | downstream | forks? | forked | another | theirs? | yours? | vendored | (?:git)?ignored
    | locally | branch | route | (?:other|sister) \s (?:repo|repository|repositories|project|projects)
    | in(?:side)? \s the \s (?:container|image) | on \s (?:the|each|every) \s (?:host|server|machine|box)
    )\b
    """,
    re.IGNORECASE | re.VERBOSE,
)


def past(context: Context, page: Note) -> list[Span] | None:
    """The stretches of a page that speak of the past: the sections of ended eras, and those below a heading with a
    word of history. None where all of the page does: a log, a page of ended eras, one whose status is no longer the
    first word of the vocabulary, a list of changes."""
    from vaulttool.model.old_shape import is_history, past_sections  # they read the data

    sources, claims = context.sources, context.claims
    name = page.path.rpartition("/")[2].partition(".")[0].lower()
    if name in ("changelog", "changes", "history", "news", "log") or is_history(sources, page):
        return None
    typed = page.document.property(claims.status_property)
    is_typed = bool(typed and isinstance(typed.value, str) and typed.value in claims.status_words[1:])
    if is_typed and page.path not in sources.statuses.eras:
        return None
    return [*past_sections(sources, page), *history(context, page)]


def history(context: Context, page: Note) -> Iterator[Span]:
    """The sections whose headings have a word of history, each to the next heading that is not below it."""
    words = {word.lower() for word in context.claims.history_words}
    headings = page.document.headings
    for at, heading in enumerate(headings):
        if heading.level > 1 and words & set(re.findall(r"[^\W_]+", heading.title.lower())):
            ends = (one.span.start for one in headings[at + 1 :] if one.level <= heading.level)
            yield Span(heading.span.start, next(ends, page.document.length))


def around(prose: Prose, place: Span) -> str:
    """The words that a name stands among: its sentence, and the next one where that goes on about it; in a table its
    row and the head of its column; before an item of a list what announces the list; the headings above but for the
    title of the page."""
    headings = [heading.title for heading in prose.above(place.start) if heading.level > 1]
    cells = list(_cells(prose, place))
    if cells:
        return "\n".join([*headings, *(cell.of(prose.plain) for cell in cells)])
    passages = prose.passages
    at = bisect_right(passages, place.start, key=lambda one: one.span.start) - 1
    if at < 0 or place.start >= passages[at].span.end:
        return "\n".join(headings)
    return "\n".join([*headings, *_announced(prose, at), sentence(prose, passages[at], place).of(prose.plain)])


def sentence(prose: Prose, passage: Passage, place: Span) -> Span:
    """The sentence of a passage that a place lies in; the next one too where it begins with *it* or *this*."""
    plain = prose.plain
    ends = _ends(plain, passage.span.start, passage.span.end)
    start = max((end for end in ends if end <= place.start), default=passage.span.start)
    end = min(end for end in ends if end >= min(place.end, passage.span.end))
    if GOES_ON.match(plain, end, passage.span.end):
        end = min((later for later in ends if later > end), default=end)
    return Span(start, end)


@lru_cache(maxsize=4)  # a long paragraph may name many things
def _ends(plain: str, start: int, end: int) -> tuple[int, ...]:
    """Where the sentences of a passage end."""
    return (*(found.end() for found in END_OF_SENTENCE.finditer(plain, start, end)), end)


def _cells(prose: Prose, place: Span) -> Iterator[Span]:
    """The cells of the row of a table that a place lies in, and the head of its column."""
    tables = prose.tables
    at = bisect_right(tables, place.start, key=lambda table: table.span.start) - 1
    if at < 0 or place.start >= tables[at].span.end:
        return
    rows = [row for row in (tables[at].head, *tables[at].rows) if row]
    row = rows[max(bisect_right(rows, place.start, key=lambda row: row[0].start) - 1, 0)]
    column = next((at for at, cell in enumerate(row) if cell.start <= place.start < cell.end), None)
    if column is not None:
        yield from tables[at].head[column : column + 1]
        yield from row


def _announced(prose: Prose, at: int) -> Iterator[str]:
    """What announces the list that a passage is an item of: the paragraph before it that ends with a colon."""
    passages = prose.passages
    if passages[at].kind == "item":
        before = next((one for one in reversed(passages[:at]) if one.kind != "item"), None)
        words = before.span.of(prose.plain).rstrip() if before else ""
        if words.endswith(":"):
            yield words
