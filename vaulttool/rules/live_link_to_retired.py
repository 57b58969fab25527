"""A link from a page that is in use to one that is not, with nothing beside it that says so.

Speaks of links in the text of claimed pages, between claimed pages whose status is known. It is enough that the
sentence, the list item, the row or the head of the table has a word of status or of the past: "RETIRED", "the old
shape", "until 2026-09-30", "was measured"; so does a line with a colon above a list. Regions, quotes, entries of a log
and what stands under a heading of the past (`[status] history`, or a rollback) are left alone.

Bad, `Lisbon.md`:

    ---
    type: runbook
    status: ACTIVE
    ---
    Before you deploy, follow [[Porto]].

Good, `Lisbon.md`:

    ---
    type: runbook
    status: ACTIVE
    ---
    The procedure that was followed on the old host is [[Porto]].

With `Porto.md`:

    ---
    type: runbook
    status: RETIRED
    ---

With `vaulttool.toml`:

    [schemas.types]
    runbook = "runbook"
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule
from vaulttool.model.vault import Note
from vaulttool.text.span import Span

if TYPE_CHECKING:
    from vaulttool.model.reading import Reading
    from vaulttool.parsing.document import Link
    from vaulttool.parsing.prose import Passage

LOG = "log"
OF_THE_PAST = (
    *("old", "older", "oldest", "former", "formerly", "previous", "previously", "earlier", "past", "predecessor"),
    *("history", "historic", "historical", "historically", "legacy", "archive", "archived", "archives", "originally"),
    *("deprecated", "obsolete", "outdated", "unused", "disused", "decommissioned", "sunset", "not in use", "no longer"),
    *("superseded", "supersedes", "supersede", "replaced", "replaces", "replacing", "replacement", "removed", "gone"),
    *("retire", "retires", "retired", "retirement", "ended", "stopped", "dropped", "until", "till", "any more"),
    *("rollback", "rollbacks", "roll back", "rolls back", "rolled back", "way back", "return to", "back then"),
    *("was", "were", "had", "did", "used to", "at the time", "tried", "measured", "evidence", "lesson"),
    *("instead of", "rather than", "unlike", "compared"),
)


@rule("warning", scope="vault")
def check(context: Context) -> Iterator[Finding]:
    """Report each such link."""
    statuses = context.page_statuses
    if all(status.in_use for status in statuses.values()):
        return
    from vaulttool.model.page_status import Origins  # only where a page is not in use, as below
    from vaulttool.model.reading import Reading, alternatives, says
    from vaulttool.model.status_claims import leading

    claims = context.claims
    words = (*OF_THE_PAST, *claims.status_words[1:], *claims.history_words)
    past = re.compile(rf"(?<!\w)(?:{alternatives(words)})(?!\w)", re.IGNORECASE)
    origins = Origins(context.sources, statuses)
    for note in _pages_in_use(context):
        led = [(link, path) for link, path in leading(note, context.vault, statuses) if not statuses[path].in_use]
        reading = Reading(context.prose(note), words) if led else None
        if reading is None or (reading.title and says(claims.history_words, reading.title.title)):
            continue  # the title alone makes a page history, and "Rollback" in it does not
        telling = _Telling(reading, past)
        for link, path in led:
            if not telling.beside(link):
                word = statuses[path].word
                message = f'"{link.whole}" is {word}, and nothing beside the link says so'
                help = f"write ({word}) behind it, or link to what is in use"
                yield context.finding(note.path, link.span, message, help, (origins.of(path),))


def _pages_in_use(context: Context) -> Iterator[Note]:
    for path, status in context.page_statuses.items():
        note = context.vault.notes[path]
        kind = note.document.property("type")
        if status.in_use and (kind is None or kind.value != LOG):
            yield note


class _Telling:
    """What on a page tells of the past; each stretch of it is read once."""

    def __init__(self, reading: Reading, past: re.Pattern[str]) -> None:
        self.reading = reading
        self.past = past
        self._known: dict[Span, bool] = {}

    def beside(self, link: Link) -> bool:
        """Whether the words around a link tell of the past, or no rule may speak of what stands there."""
        reading, at = self.reading, link.span.start
        passage = reading.passage(at)
        if passage is None or reading.prose.is_generated(at) or reading.is_quoted(at) or reading.is_dated(passage):
            return True
        if self.past.search(link.subpath) or reading.is_history(at, title=False):
            return True
        return any(self._in(span) for span in self._around(passage, at))

    def _around(self, passage: Passage, at: int) -> Iterator[Span]:
        """What stands around a link: its sentence; in a list the whole item and the line above the list; in a table the
        row and the head."""
        reading = self.reading
        cell = reading.cell(at)
        if cell is not None:
            yield from (*cell.table.head, *cell.row)
        elif passage.kind == "item":
            above = reading.introduction(passage)
            yield passage.span
            if above is not None and above.span.of(reading.plain).rstrip(" \t\r\n*_\0").endswith(":"):
                yield above.span
        else:
            yield reading.sentence(passage, at)

    def _in(self, span: Span) -> bool:
        known = self._known.get(span)
        if known is None:
            known = self._known[span] = self.past.search(span.of(self.reading.plain)) is not None
        return known
