"""The sections of a page that tell how to go back, and what they claim to be on disk."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from vaulttool.model.heading_words import WAYS, has_words
from vaulttool.model.records import Era, Need
from vaulttool.model.vault import Note
from vaulttool.parsing.document import Heading
from vaulttool.parsing.prose import Prose
from vaulttool.text.sentences import sentences
from vaulttool.text.span import Span

ON_DISK = re.compile(r"\bon (?:the )?disk\b", re.IGNORECASE)
THERE = re.compile(
    r"""
    \bon[ ](?:the[ ])?disk\b | \bremains?\b | \bin[ ]place\b | \bkept\b
    | \bstill[ ](?:there|here|present|available|cached|in|on|lies?)\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
DENIED = re.compile(
    r"""
    \b(?: not | cannot | no [ ] longer | none | neither | nor | gone | missing | absent | lost | removed | deleted
    | without | unless | if | whether | check | make [ ] sure | confirm | verify | said | says? | claim(?:s|ed)?
    | (?:re-?)? (?:fetch|download|pull) \w* | again | until | was | were ) \b | n['’]t\b | \?
    """,
    re.VERBOSE | re.IGNORECASE,
)
DIGITS = re.compile(r"\w*\d\w*")  # "Q8_0" in the name of a checkpoint
FEWEST = 4  # characters of such a word
Pages = Sequence[tuple[Note, Prose]]


def section(pages: Pages, era: Era) -> tuple[str, Span] | None:
    """The heading of the first section that tells how to go back from an era."""
    return next(((note.path, heading.span) for note, _, heading in _sections(pages, era)), None)


def claim(pages: Pages, era: Era, need: Need) -> tuple[str, Span] | None:
    """The first sentence of these sections that says of a need that it is there. One that names nothing and speaks
    of the disk means all that is needed."""
    others = [one for one in (era.rollback.needs if era.rollback else ()) if one is not need]
    for note, prose, heading in _sections(pages, era):
        for span in _statements(prose, note, heading):
            said = span.of(prose.text)
            if THERE.search(said) and not DENIED.search(said):
                may_mean_all = need.refetch is None and not any(_names(one, said) for one in others)
                if _names(need, said) or (may_mean_all and ON_DISK.search(said)):
                    return note.path, span
    return None


def _sections(pages: Pages, era: Era) -> Iterator[tuple[Note, Prose, Heading]]:
    """The headings on the way back: on the page of the era, else on that of its endpoint."""
    for note, prose in pages:
        found = [heading for heading in note.document.headings if has_words(heading.title, WAYS)]
        mine = [
            heading for heading in found if any(above.title == era.section for above in prose.above(heading.span.start))
        ]
        if found:
            yield from ((note, prose, heading) for heading in mine or found)
            return


def _statements(prose: Prose, note: Note, heading: Heading) -> Iterator[Span]:
    """The sentences and rows of a section, quotations left out."""
    later = [
        one for one in note.document.headings if one.span.start > heading.span.start and one.level <= heading.level
    ]
    end = later[0].span.start if later else note.document.length
    for passage in prose.passages:
        if heading.span.end <= passage.span.start < end and passage.kind != "cell" and passage.quote != "quote":
            yield from (_bare(prose.text, one) for one in sentences(prose.text, passage.span))
    for table in prose.tables:
        if heading.span.end <= table.span.start < end:
            yield from (Span(row[0].start, row[-1].end) for row in table.rows if row)


def _bare(text: str, span: Span) -> Span:
    """A sentence without the blanks behind it."""
    return Span(span.start, span.start + len(span.of(text).rstrip()))


def _names(need: Need, said: str) -> bool:
    """Whether a sentence names a need: its path or reference, the last part of it, or what it is called."""
    whole = [one for one in (need.path, need.ref, need.title) if one]
    parts = [one.rstrip("/").rpartition("/")[2] for one in whole]
    words = [word for one in whole for word in DIGITS.findall(one) if len(word) >= FEWEST and not word.isdigit()]
    names = "|".join(re.escape(one) for one in {*whole, *parts, *words} if one)
    return re.search(rf"(?<![\w-])(?:{names})(?![\w-])", said, re.IGNORECASE) is not None
