"""A runbook with commands and nothing that tells whether they worked.

Speaks of notes that the schema "runbook" claims, or those of the option `schemas`, with a code block in the language of
a shell. Something must tell what comes of it: a heading with a word such as "Check", "Verify", "Test", "Health" or
"Gate", or a step that says what is to be seen: "expect", "should show", "returns 200", "wait for", `is-active`, a
request to `/health`, an arrow before a result. Pages of the past are left alone.

Bad, `Restart.md`:

    ---
    type: runbook
    ---
    Restart it:

    ```sh
    systemctl --user restart lisbon
    ```

Good, `Restart.md`:

    ---
    type: runbook
    ---
    Restart it:

    ```sh
    systemctl --user restart lisbon
    systemctl --user is-active lisbon
    ```

With `vaulttool.toml`:

    [schemas.types]
    runbook = "runbook"
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule
from vaulttool.model.runbooks import runbooks


class Options(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """Options of `missing-verification`."""

    schemas: tuple[str, ...] = ("runbook",)


@rule("warning", scope="vault")
def check(context: Context) -> Iterator[Finding]:
    """Report the first commands of each runbook that never looks at what they did."""
    for note in runbooks(context, context.options.schemas):
        from vaulttool.model.verification import commands_of, is_verified  # only for runbooks: it takes time to import

        prose = context.prose(note)
        commands = commands_of(prose)
        if commands and not is_verified(prose, commands):
            message = "nothing tells whether these commands worked"
            help = 'add a section such as "Check", or a step that says what to expect'
            yield context.finding(note.path, commands[0].span, message, help)
