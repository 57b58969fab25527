"""A marker of a region or figure that makes none.

A region stands between a begin and an end marker of the same kind, each alone on its line, in no list, quote or
other HTML, with no region inside it. A kind that stands twice on a page needs `id="..."`. The marker of a figure
follows a number, on the same line, outside headings. What does not fit is reported and never guessed at: nothing is
appended, and the region is left as it is. Markers in code are examples.

Bad, `Lisbon.md`:

    <!-- vaulttool:begin backlinks -->

    - [[Porto]]

Good, `Lisbon.md`:

    <!-- vaulttool:begin backlinks -->

    <!-- vaulttool:end backlinks -->

With `Porto.md`:

    North of [[Lisbon]].
"""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule

ENDS = "a begin marker and an end marker of the same kind belong together"
ALONE = "put it on a line of its own, outside of lists, quotes and other HTML"
TOLD = {
    "misplaced": ('"{0}" stands where no marker can', ALONE),
    "not-alone": ('"{0}" shares its line with something else, or is not closed', ALONE),
    "no-kind": ('"{0}" names no kind of region', 'write <!-- vaulttool:begin KIND key="value" -->'),
    "bad-sum": ('the end marker holds "{0}"', "it holds the kind and sum=..., nothing else"),
    "repeated-key": ('the argument "{0}" stands twice', "leave one of them out"),
    "bad-argument": ("the marker cannot be read at {0}", 'write key="value", with &quot; for a quote in it'),
    "nested": ('a region "{0}" begins inside the region "{1}"', "end the one before the other begins"),
    "no-begin": ('the end of a region "{0}" that does not begin', ENDS),
    "other-kind": ('the end of a region "{0}" in the region "{1}"', ENDS),
    "no-end": ('the region "{0}" does not end', "add <!-- vaulttool:end {0} --> where it ends"),
    "doubled": ('the region "{0}" stands twice on this page', 'tell them apart with id="..."'),
    "figure-open": ('the marker of "{0}" is not closed', "write --> behind the address, on the same line"),
    "figure-first": ('the marker of "{0}" begins its line', "it follows the number that it belongs to"),
    "figure-in-heading": ('a figure, "{0}", stands in a heading', "links to the heading would break: move it"),
    "no-number": ('no number stands before the marker of "{0}"', "write the number, then the marker: 42<!-- =... -->"),
}


@rule("error")
def check(context: Context) -> Iterator[Finding]:
    """Report each marker in the notes that makes no region and no figure."""
    for note, span, detail in context.troubles():
        code, _, things = detail.partition(" ")
        message, help = TOLD[code]
        named = things.split(" ") if code in ("nested", "other-kind") else [things]
        yield context.finding(note.path, span, message.format(*named), help.format(*named))
