"""Text that was read in one encoding and saved in another, or characters that were lost on the way.

UTF-8 that a program took for Windows-1252 or Latin-1 and saved: `Ã©` for `é`, `â€™` for `’`, `ðŸ™‚` for a smiley. And
the character `�`, which stands for what could not be read at all. A note has one finding, at the first such place.

Left alone are code, places that speak of encodings, and whatever may be meant: `NÃO`, `«Â»`, `à »`.

Bad, `Lisbon.md`:

    The cafÃ© on the quay doesnâ€™t open before ten.

Good, `Lisbon.md`:

    The café on the quay doesn’t open before ten. NÃO ABRE ÀS SEGUNDAS.

Good, `Encodings.md`:

    Read as Latin-1, the UTF-8 of é becomes Ã©.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule
from vaulttool.model.silence import Silence
from vaulttool.text.span import Span

LOST = "\ufffd"
REMEDY = "read the file in the encoding that it had and save it as UTF-8, or take the text from before"


@rule("warning")
def check(context: Context) -> Iterator[Finding]:
    """Report the first place of each note, with how many there are."""
    for path, troubles in groupby(context.troubles(), key=lambda trouble: trouble[0].path):
        places = []
        for note, span, told in troubles:
            if Silence(note.document.allowances).covers(context.rule.name, span.start):
                yield _finding(context, path, [(span, told)])  # which is what the comment silences
            else:
                places.append((span, told))
        if places:
            yield _finding(context, path, places)


def _finding(context: Context, path: str, places: Iterable[tuple[Span, str]]) -> Finding:
    """One finding for the places of a note."""
    (span, detail), *others = places
    number, written, meant = detail.split(" ", 2)
    more = int(number) - 1 + sum(int(other.partition(" ")[0]) for _, other in others)
    message = f'"{written}" stands for text that was lost'
    if meant != LOST:
        message = f'"{written}" is what "{meant}" becomes in a wrong encoding'
    return context.finding(path, span, message + (f", and {more} more in this note" if more else ""), REMEDY)
