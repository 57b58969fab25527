"""A note whose body, or a large part of it, stands in it twice.

An agent or a merge pasted the page below itself: its front matter or its first heading comes again and most lines below
it are those from above, or sections in a row stand a second time under the same heading, word for word.

Forms that are filled in again and again are left alone: days with the same headings, releases with the same chapters,
parameters and returns of one function after the other. So are refrains and code that is shown in steps.

Bad, `Lisbon.md`:

    # Lisbon

    Lisbon lies on the north bank of the Tagus, a day's walk above the place where the river meets the sea.

    ## Harbour

    The harbour takes ships of up to nine metres draught; the tide rises by three metres and falls twice a day.

    ## Bridges

    Two bridges cross the river, one of them with a railway below the road, the other seventeen kilometres long.

    # Lisbon

    Lisbon lies on the north bank of the Tagus, a day's walk above the place where the river meets the sea.

    ## Harbour

    The harbour takes ships of up to nine metres draught; the tide rises by three metres and falls twice a day.

    ## Bridges

    Two bridges cross the river, one of them with a railway below the road, the other seventeen kilometres long.

Good, `Log.md`:

    # Log

    ## Monday

    ### Notes

    The tide gauge at the harbour was read at noon and again at six; the second reading was two metres lower.

    ## Tuesday

    ### Notes

    Rain all day. Nobody read the gauge, since the quay was closed and the boat stayed in the dry dock until six.
"""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.model.finding import Finding, Related
from vaulttool.model.rule import Context, rule
from vaulttool.text.span import Span


@rule("error")
def check(context: Context) -> Iterator[Finding]:
    """Report the line with which a note begins again."""
    for note, span, detail in context.troubles():
        start, end, title = detail.split(" ", 2)
        above = Related(note.path, Span(int(start), int(end)), "it begins here first")
        message = f'"{title}" begins a second time: what follows stands above already'
        yield context.finding(note.path, span, message, "keep one of the two", (above,))
