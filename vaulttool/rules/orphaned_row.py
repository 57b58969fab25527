"""A row of people's words in a region whose key is gone.

In a table of settings the column *Why* belongs to people. When a setting is no longer in the unit, its row is kept
with its words, so that nothing is lost, and reported until somebody moves the words or deletes the row.

Bad, `Lisbon.md`:

    <!-- vaulttool:begin settings file="lisbon.env" -->

    | Setting | Value | Why |
    | --- | --- | --- |
    | `PORT` | `7770` | clients know it |
    | `SEATS` | gone | three people |

    <!-- vaulttool:end settings sum=0123456789 -->

Good, `Lisbon.md`:

    <!-- vaulttool:begin settings file="lisbon.env" -->

    | Setting | Value | Why |
    | --- | --- | --- |
    | `PORT` | `7770` | clients know it |

    <!-- vaulttool:end settings sum=0123456789 -->

With `lisbon.env`:

    PORT=7770
"""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule


@rule("warning")
def check(context: Context) -> Iterator[Finding]:
    """Report each row that has lost its key."""
    for one in context.shared.regions:
        for key in one.notices:
            message = f'the row "{key}" of the region "{one.region.name}" has lost its setting'
            yield context.finding(one.page.path, one.region.begin, message, "move its words, then delete the row")
