"""A link to a heading that the note does not have.

Headings compare without case, with punctuation as spaces; `[[Note#A#B]]` asks for B somewhere below A. Only
headings that stand directly in the note count, not those in quotes, lists, callouts, comments or code. An
anchor in the way of a forge (`#two-words`) finds nothing in Obsidian.

The fix writes the heading where only one has the words that are asked for, in the same order, or where a Markdown link
names it with characters that Obsidian leaves encoded. It is unsafe where a forge finds the anchor as it stands, as is a
guess.

Bad, `Home.md`:

    See [[Lisbon#Histroy]] and [history](Lisbon.md#a-short-history).

Bad, `Diary.md`:

    See [[Lisbon#after-1755]].

Mended, `Diary.md`:

    See [[Lisbon#After 1755]].

Good, `Home.md`:

    See [[Lisbon#history]], [[Lisbon#History#After 1755]] and [history](Lisbon.md#After%201755).

With `Lisbon.md`:

    # History

    ## After 1755
"""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.model.anchors import Anchors, parts
from vaulttool.model.finding import Finding, Fix
from vaulttool.model.rule import Context, rule
from vaulttool.model.vault import Note
from vaulttool.parsing.document import Link
from vaulttool.text.span import Span


@rule("error")
def check(context: Context) -> Iterator[Finding]:
    """Report each anchor that names no heading."""
    for note, faulty in context.faults():
        link = faulty.link
        anchors = context.vault.anchors(faulty.detail or note.path)
        span = Span(link.anchor_start, link.target_span.end)
        where = "this note" if faulty.detail == note.path else f'"{faulty.detail}"'
        message = f'{where} has no heading "{"#".join(parts(link.subpath))}"'
        help, fix = _meant(note, link, anchors) if anchors else (None, None)
        is_certain = len(faulty.resolution.tied) == 1  # else the heading may be meant in another file
        yield context.finding(note.path, span, message, help, fix=fix if is_certain else None)


def _meant(note: Note, link: Link, anchors: Anchors) -> tuple[str | None, Fix | None]:
    """What to write instead, and the fix that writes it."""
    from vaulttool.rules._meant_heading import MeantHeading  # only where a heading is missing: it takes time to import

    return MeantHeading(note, link, anchors).told()
