"""A conflict that git left in a note.

Git marks what it could not merge with lines of seven `<`, `=` and `>`. Inside a region nobody has to choose:
`vaulttool index --resolve` drops both sides and writes the region anew. Anywhere else a person must. Conflict marks
in code are left alone.

Bad, `Lisbon.md`:

    <<<<<<< HEAD
    A town on a river.
    =======
    A city on a river.
    >>>>>>> north

Good, `Lisbon.md`:

    A town on a river.
"""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule


@rule("error")
def check(context: Context) -> Iterator[Finding]:
    """Report each conflict outside regions."""
    for note, span, _ in context.troubles():
        yield context.finding(note.path, span, "git left a conflict here", "keep one side, or join the two")
