"""A runbook whose day of review is past.

Speaks of notes that the schema "runbook" claims, or those of the option `schemas`, whose property `review` (the option
`property` names another) is a day before today. On that day itself it is not overdue. Pages of the past, whose eras
have all ended or whose status is not that of what is in use, are left alone. `vaulttool check --on DATE` takes another
day for today.

Bad, `Restart.md`:

    ---
    type: runbook
    owner: Ana
    review: 2020-02-28
    ---

Good, `Restart.md`:

    ---
    type: runbook
    owner: Ana
    review: 2999-02-28
    ---

With `vaulttool.toml`:

    [schemas.types]
    runbook = "runbook"
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule
from vaulttool.model.runbooks import runbooks

DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


class Options(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """Options of `review-overdue`."""

    schemas: tuple[str, ...] = ("runbook",)
    property: str = "review"


@rule("warning", scope="vault")
def check(context: Context) -> Iterator[Finding]:
    """Report each review that is past its day."""
    for note in runbooks(context, context.options.schemas):
        written = note.document.property(context.options.property)
        day = written.value if written else None
        if written and isinstance(day, str) and DAY.fullmatch(day) and day < context.sources.today:
            message = f"the review was due on {day}"
            yield context.finding(note.path, written.value_span, message, "read it again, then give the next day")
