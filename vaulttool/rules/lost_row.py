"""A row of a table, or an entry of a list of links, that is gone since the commit that the vault is compared with.

Only `vaulttool check --against REF` can tell: a merge or an agent dropped a row of an index that people write. A row is
known by the note that it links to, else by its first cell. It is not lost where it was edited but keeps that, where the
page links to the note elsewhere, where it moved to another page, where the note that it links to was deleted or
renamed, and where a commit message since then names the note or the cell. Rows of generated regions are left alone.

Was, `Towns.md`:

    | Town | River |
    | --- | --- |
    | [[Lisbon]] | Tagus |
    | [[Porto]] | Douro |

Bad, `Towns.md`:

    | Town | River |
    | --- | --- |
    | [[Lisbon]] | Tagus, the widest |

Good, `Towns.md`:

    | Town | River |
    | --- | --- |
    | [[Porto]] | Douro, narrow and deep |
    | [[Lisbon]] | Tejo |
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule

if TYPE_CHECKING:
    from vaulttool.parsing.rows import Row

MOST_NAMED = 5
HELP = "put it back, or name it in a commit message that says why it went"
HELP_WITH_SEVERAL = "put them back, or name them in a commit message that says why they went"


@rule("warning")
def check(context: Context) -> Iterator[Finding]:
    """Report the rows that each table or list has lost."""
    earlier = context.earlier
    if earlier is None:
        return
    from vaulttool.model.lost_rows import LostRows  # only where there is something to compare with

    lost = LostRows(earlier)
    for note in context.shared.pages:
        page = earlier.page(note.path)
        if page is not None and not note.problem:
            for place, gone in lost.of(page):
                help = HELP if len(gone) == 1 else HELP_WITH_SEVERAL
                yield context.finding(note.path, place, _message(earlier.reference, gone), help)


def _message(reference: str, gone: Sequence[Row]) -> str:
    """What is gone, the first few rows by name."""
    names = ", ".join(f'"{row.shown}"' for row in gone[:MOST_NAMED])
    if len(gone) == 1:
        return f'the row {names} stood here at "{reference}" and is gone'
    more = f" and {len(gone) - MOST_NAMED} more" if len(gone) > MOST_NAMED else ""
    return f'{len(gone)} rows stood here at "{reference}" and are gone: {names}{more}'
