"""A how-to page for something that is no longer in use, with commands to run and nothing at its top that says so.

Speaks of claimed pages of type `runbook` and of pages of eras, whose status is not that of what is in use. Commands are
fenced blocks of a shell, blocks whose lines begin with `$`, `sudo` or `systemctl`, and such commands in numbered
steps; those under a heading of the past (`[status] history`) are left alone, and so are pages of type `research`,
`index` and `log`. It is enough that the title, a call-out or a paragraph above the first section says what the page is:
a word of status, or that it is history. A region of kind `banner` says it, too. Front matter does not: whoever reads
the page in a hurry does not read that.

Bad, `Swap.md`:

    ---
    type: runbook
    status: RETIRED
    ---
    # Swap

    Set the checkpoint, then deploy.

    ```sh
    sudo systemctl restart lisbon
    ```

Good, `Swap.md`:

    ---
    type: runbook
    status: RETIRED
    ---
    # Swap

    > [!warning] RETIRED 2026-09-30
    > Kept as history. Do not run anything from it.

    ```sh
    sudo systemctl restart lisbon
    ```

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
    from vaulttool.model.page_status import PageStatus
    from vaulttool.model.reading import Reading

RUNBOOK = "runbook"
NO_PROCEDURES = ("research", "index", "log")
SHELLS = frozenset(
    ("sh", "bash", "zsh", "fish", "shell", "console", "terminal", "shell-session", "sh-session", "shellsession")
) | frozenset(("powershell", "pwsh", "ps1", "bat", "cmd"))
LINE = re.compile(r"[^\r\n]*+")
LINE_OF_A_SHELL = re.compile(r"\s*+(?:\$ |(?:sudo|systemctl)\s)")
COMMAND = re.compile(r"(?:\$ )?(?:sudo|systemctl|podman|docker|kubectl|ssh|git revert)\s|(?:\./)?\S*deploy\S*\.sh\b")
STEP = re.compile(r"[ \t>]*\d{1,9}[.)]\s")
PAST = (
    r"\bno longer\b|\bhistor(?:y|ical)\b|\bnot in use\b|\bout of (?:use|service)\b"
    r"|\b(?:decommissioned|obsolete|former|ended)\b"
)


@rule("warning", scope="vault")
def check(context: Context) -> Iterator[Finding]:
    """Report the first commands of each page that does not say what it is."""
    for path, status in context.page_statuses.items():
        note = context.vault.notes[path]
        if not status.in_use and _is_procedure(note, status):
            yield from _untold(context, note, status)


def _is_procedure(note: Note, status: PageStatus) -> bool:
    """Whether a page says how something is run. One with a banner says its status already."""
    kind = note.document.property("type")
    value = kind.value if kind else None
    is_one = value == RUNBOOK or (bool(status.eras) and value not in NO_PROCEDURES)
    return is_one and not any(region.kind == "banner" for region in note.document.regions)


def _untold(context: Context, note: Note, status: PageStatus) -> Iterator[Finding]:
    from vaulttool.model.page_status import Origins  # only where a page is not in use, as below
    from vaulttool.model.reading import Reading
    from vaulttool.model.status_words import status_words

    reading = Reading(context.prose(note), context.claims.history_words)
    first = min(_commands(reading), default=None)
    over = re.compile(rf"{status_words(context.claims.status_words).spent.pattern}|{PAST}", re.IGNORECASE)
    if first is None or any(over.search(text) for text in _top(reading)):
        return
    banner = 'put a region of kind "banner" at the top of the page' if status.eras else "put a call-out at the top"
    message = f"the page is {status.word}, and nothing at its top says so to whoever runs these commands"
    yield context.finding(
        note.path, first, message, banner, (Origins(context.sources, context.page_statuses).of(note.path),)
    )


def _top(reading: Reading) -> Iterator[str]:
    """What people wrote above the first section."""
    for passage in reading.prose.passages:
        if passage.span.start >= reading.top:
            return
        if not reading.is_quoted(passage.span.start):
            yield passage.span.of(reading.plain)


def _commands(reading: Reading) -> Iterator[Span]:
    """The first lines of the commands of a page that are no history."""
    text = reading.prose.text
    for fence in reading.prose.fences:
        language = fence.info.partition(" ")[0].strip("{}.").lower()
        is_shell = language in SHELLS or (not language and LINE_OF_A_SHELL.match(fence.content.of(text)) is not None)
        if is_shell and fence.content.of(text).strip() and not reading.is_history(fence.span.start, title=False):
            yield Span(fence.span.start, fence.span.start + len(LINE.match(fence.span.of(text))[0]))  # type: ignore[index]
    for code in reading.prose.codes:
        passage = reading.passage(code.span.start)
        if passage is not None and passage.kind == "item" and COMMAND.match(code.content.of(text)):
            start = max(text.rfind("\n", 0, passage.span.start), text.rfind("\r", 0, passage.span.start)) + 1
            is_step = STEP.match(text, start) is not None
            if is_step and not reading.is_history(code.span.start, title=False):
                yield code.span
