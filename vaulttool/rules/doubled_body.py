"""A note whose body, or a large part of it, stands in it twice.

An agent or a merge pasted the page below itself: its front matter or its first heading comes again and most lines below
it are those from above, or sections in a row stand a second time under the same heading, word for word.

Forms that are filled in again and again are left alone: days with the same headings, releases with the same chapters,
parameters and returns of one function after the other. So are refrains and code that is shown in steps.

An unsafe fix takes the second copy out where it is the first to the letter.

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

Mended unsafely, `Lisbon.md`:

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

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import TYPE_CHECKING

from vaulttool.model.finding import Edit, Finding, Fix, Related
from vaulttool.model.rule import Context, rule
from vaulttool.text.span import LINE_END, Span

if TYPE_CHECKING:
    from vaulttool.model.vault import Note

LINE = re.compile(r"[^\r\n]*+(?:\r\n|\n|\r)|[^\r\n]++")
FEWEST_LINES = 3


@rule("error")
def check(context: Context) -> Iterator[Finding]:
    """Report the line with which a note begins again."""
    for note, span, detail in context.troubles():
        start, end, title = detail.split(" ", 2)
        above = Related(note.path, Span(int(start), int(end)), "it begins here first")
        message = f'"{title}" begins a second time: what follows stands above already'
        fix = _fix(context, note, int(start), span.start)
        yield context.finding(note.path, span, message, "keep one of the two", (above,), fix)


def _fix(context: Context, note: Note, first: int, again: int) -> Fix | None:
    """The second copy taken out, as far as the lines of both are the same: up to where the second begins, to the end,
    or to a heading below each."""
    text = context.sources.page_text(note)
    lines = [line[0] for line in LINE.finditer(text, first, again)]
    copies = [line[0] for line in LINE.finditer(text, again)]
    same = len([*takewhile(lambda pair: pair[0].strip() == pair[1].strip(), zip(lines, copies, strict=False))])
    behind, below = lines[same:], copies[same:]
    rest = [line for line in behind if line.strip()], [line for line in below if line.strip()]
    if same < FEWEST_LINES or not all(not lines or lines[0].startswith("#") for lines in rest):
        return None
    end = again + sum(map(len, copies[:same]))
    start = again if below else again - (len(text[:again]) - len(text[:again].rstrip("\r\n")))
    if start < again and text[-1] in "\r\n" and (line_end := LINE_END.match(text, start)):
        start = line_end.end()
    return Fix("take the second copy out", (Edit(note.path, Span(start, end), ""),), safe=False)
