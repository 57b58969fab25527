"""Lines of a diff that stand in a note as text.

The header of a file or of a hunk (`@@ -1,4 +1,5 @@`, `+++ b/Lisbon.md`), or rows and headings with the plus sign of a
diff still before them. What stands in code or in quotes is left alone, and so are chapters about diffs and patches.

Bad, `Lisbon.md`:

    # Lisbon

    @@ -3,2 +3,3 @@
     A town on a river.
    +It has a harbour.

Bad, `Towns.md`:

    +| Town | River |
    +| [[Lisbon]] | Tagus |
    +| [[Porto]] | Douro |

Good, `Towns.md`:

    | Town | River |
    | --- | --- |
    | [[Lisbon]] | Tagus |

    ```diff
    @@ -1,2 +1,3 @@
    +| [[Porto]] | Douro |
    ```
"""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule


@rule("error")
def check(context: Context) -> Iterator[Finding]:
    """Report each diff once, at its first line."""
    for note, span, line in context.troubles():
        help = "apply the diff or take it out; one that is to be shown stands in a code block"
        yield context.finding(note.path, span, f'"{line}" is a line of a diff, left as text', help)
