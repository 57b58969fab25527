"""Arithmetic in prose or a table that does not come to what stands there.

Speaks only of notes that a configured schema or the data claim. Each number stands for all that may have been rounded
to it: `31.86` for anything from 31.855 to 31.865, `~400` for anything from 395 to 405; whole numbers without a unit are
taken as they stand. Reported is what no choice within these bounds makes true:

- equations: `15.06 + 23.11 = 25.49`, `6,574 slots x 2.344 MiB = 16 GiB`, `137,084 / 166,262 = 76 %`, `4 GiB = 4.5 GB`
- shares, changes and multiples beside their numbers: `9,888 of 13,021 (67 %)`, `85.9 → 100.0 t/s (+26 %)`,
  `425,047 tokens, 1.86x the 262,144 window`, `100.0 t/s, 26 % faster than 85.9 t/s`
- tables: a last row or column named *Total* or *Sum*, a column of shares or gains that nearly all rows have right,
  percentages of the wrong base (`+51 % worse`), a verdict *neutral*, *parity* or *within noise* on a row that differs
  from every other by more than the noise that the table states (`noise band ±1`)
- a band (`band 34.1-36.5`) that one of the values in its row or sentence lies outside of
- lists announced with their number: `five rules:` before six

Left alone is what only looks like arithmetic: dates, versions, paths, ranges, code, formulas, algebra with letters,
other units than the tool knows, numbers with words such as *over*, *up to*, *nearly* before them, and what the text
itself calls wrong or computes in another way (`mod 12`, binary).

Bad, `Lisbon.md`:

    The three loads are 15.06 + 23.11 + 1.20 = 25.49 GiB.

Bad, `Lisbon.md`:

    Of the prompt 9,888 of 13,021 tokens (67 %) came from the cache.

Bad, `Lisbon.md`:

    | Part | Size |
    | --- | --- |
    | Weights | 6.28 GiB |
    | Pool | 6.80 GiB |
    | Total | 14.08 GiB |

Bad, `Lisbon.md`:

    Three rooms are warm. The house has three rooms:

    - kitchen
    - hall
    - bath
    - attic

Good, `Lisbon.md`:

    The three loads are 15.06 + 23.11 + 1.20 = 39.37 GiB. Of the prompt 9,888 of 13,021 tokens (76 %) came from the
    cache, 3 + 4 is about 7, and 9 + 5 = 2 (mod 12).

With `vaulttool.toml`:

    [schemas.paths]
    "**" = "note"
"""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.model.finding import Finding, Related
from vaulttool.model.rule import Context, rule

HELP = "correct one of the numbers; ~ before a number says that it is rounded"


@rule("warning")
def check(context: Context) -> Iterator[Finding]:
    """Report each statement whose numbers do not come to what it says."""
    claimed = context.claimed
    if not claimed:
        return
    from vaulttool.model.figuring import broken, kinds  # only for claimed notes: it takes time to import

    for note in claimed:
        text = context.sources.page_text(note)
        wanted = kinds(text)
        if not any(wanted):
            continue
        for one in broken(context.prose(note), wanted):
            related = tuple(Related(note.path, span, f'computed with "{span.of(text).strip()}"') for span in one.inputs)
            yield context.finding(note.path, one.span, one.message, one.help or HELP, related)
