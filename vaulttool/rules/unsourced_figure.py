"""A number with a unit of measure that says nothing of where it comes from.

Off unless the configuration turns it on. Speaks of the prose of claimed pages of eras, and of claimed pages in sections
whose heading says that something was measured: each sentence or cell with a number and a unit should have an inline
figure, a run, a link or a footnote in it. One number is told for a sentence, one for a row of a table. Code, quoted
text and regions are left alone.

Options: `units` are those to speak of (all but `count`, `%` and `x`).

Bad, `Lisbon.md`:

    # Lisbon

    ## Measured granularity

    Prefixes are reused in blocks of 1,648 tokens.

Good, `Lisbon.md`:

    # Lisbon

    ## Measured granularity

    Prefixes are reused in blocks of 1,648 tokens, see [[Probe]].

With `Probe.md`:

    A probe.

With `data/hosts/atlas.yaml`:

    host: atlas
    page: "[[Lisbon]]"
    facts: []

With `vaulttool.toml`:

    data = "data"
    [rules]
    unsourced-figure = "warning"
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule

if TYPE_CHECKING:
    from vaulttool.model.vault import Note


class Options(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """Options of `unsourced-figure`."""

    units: tuple[str, ...] = (
        *("tok", "tok/s", "tok/draft", "tok/step", "us", "ms", "s", "min"),
        *("B", "KiB", "MiB", "GiB", "MB", "GB", "B/tok", "GB/s", "GT/s", "slots", "req"),
    )


@rule("off", scope="vault")
def check(context: Context) -> Iterator[Finding]:
    """Report the first number of each sentence and row that has no source."""
    for note in context.claimed:
        yield from _of(context, note)


def _of(context: Context, note: Note) -> Iterator[Finding]:
    """The findings of one page."""
    from vaulttool.model.sourced import unsourced  # only where notes are claimed: its patterns take time to make

    tells_eras = context.sources.has_data and note.path in context.sources.statuses.eras
    for span in unsourced(context.prose(note), context.options.units, everywhere=tells_eras):
        text = " ".join(span.of(context.sources.page_text(note)).split())
        help = "put the address of its datum behind it, or name the run or page that it comes from"
        yield context.finding(note.path, span, f'"{text}" has no source', help)
