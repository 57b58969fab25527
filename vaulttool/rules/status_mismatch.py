"""A status that a page states in words, or a link states beside it, and that is not the status of the page.

The status of a page with eras is derived from the data; else it is the word that its property has, or that its
description opens with: in capitals, or in any case where `era`, `runbook` or `:` follows. What must agree with it: the
property on a page with eras (there is a safe fix); the words with which the description, the title, a call-out at the
top and the text begin; the words beside a link to the page (`[[Lisbon]] — RETIRED 2026-09-30`) and in the row that
begins with one; and the days in all of these. On a page that is not in use, headings and sentences that say otherwise
are told too: "Deployed flags", "Live since 2026-09-20", "This shape is deployed".

Regions, quotes, what stands under a heading of the past (`[status] history`), entries of a log and tables of times are
left alone, and so is what is negated, in the past tense, bounded in time or said of something else that a sentence
names or links to. The option `things` lists what can be deployed: "Deployed flags" says that something is in use,
"Live bytes" does not. The words of status and of what is live are those of `[status]`.

Bad, `Lisbon.md`:

    ---
    type: runbook
    status: RETIRED
    description: "ACTIVE runbook: the endpoint on two cards."
    ---
    # Lisbon

    ## Deployed flags

Good, `Lisbon.md`:

    ---
    type: runbook
    status: RETIRED
    description: "RETIRED runbook: the endpoint on two cards, deployed from 2026-09-20 to 2026-09-30."
    ---
    # Lisbon

    ## Flags from 2026-09-20

Bad, `Index.md`:

    - [[Porto]]: ACTIVE

Good, `Index.md`:

    - [[Porto]]: RETIRED

With `Porto.md`:

    ---
    type: runbook
    status: RETIRED
    ---

With `vaulttool.toml`:

    [schemas.paths]
    "**" = "note"
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule

THINGS = (
    *("shape", "flag", "setting", "configuration", "config", "setup", "deployment", "layout", "topology", "endpoint"),
    *("service", "stack", "engine", "image", "checkpoint", "parameter", "argument", "option", "environment"),
)


class Options(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """``things`` are the nouns that tell of a deployment where a live word stands before them."""

    things: tuple[str, ...] = THINGS


@rule("error", scope="vault")
def check(context: Context) -> Iterator[Finding]:
    """Report each statement that is not so."""
    if context.page_statuses:
        from vaulttool.model.status_conflicts import (
            conflicts,
        )  # only where a page has a status: it takes time to import

        yield from conflicts(context, context.options.things)
