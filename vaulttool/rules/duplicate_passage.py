"""A passage that stands in another note, too.

Whoever mends one copy misses the others, so one note should keep the passage, and the others link to it or embed it.
The note that most others link to is proposed, then the longest, then the first; the finding stands at each of the other
copies. Case, punctuation and Markdown's marks make no difference, and a few other words are passed over.

Off by default. Front matter, blocks of code, comments, embeds, regions and templates are left alone, and so is a
passage that stands twice in one note only. Boilerplate, which is what stands in more than twenty notes and in more than
a tenth of them all, is one finding. `min-words` is the number of words from which a passage counts, 40 unless it is
set. `vaulttool duplicates` lists the passages.

Bad, `Porto.md`:

    The ferry leaves from the western quay every half hour and takes bicycles free of charge. In winter
    the last one goes at nine, and when the river is high it does not go at all: ask at the office
    beside the market hall, which opens at seven.

Good, `Porto.md`:

    ![[Ferries#To the other side]]

With `Ferries.md`:

    ## To the other side

    The ferry leaves from the *western* quay every half hour and takes bicycles free of charge. In winter
    the last one goes at nine, and when the river is high it does not go at all: ask at the office
    beside the market hall, which opens at seven.

With `Home.md`:

    How to cross: [[Ferries]].
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import msgspec

from vaulttool.model.finding import Finding, Related
from vaulttool.model.rule import Context, rule

if TYPE_CHECKING:
    from vaulttool.model.duplicates import Copy, Duplicate


class Options(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """Options of `duplicate-passage`."""

    min_words: Annotated[int, msgspec.Meta(ge=5)] = 40


@rule("off", scope="vault")
def check(context: Context) -> Iterator[Finding]:
    """Report each copy but the one that could stay."""
    from vaulttool.model.duplicates import compared, duplicates  # reads all notes once more: only where it is on

    listed = (note.path for note in context.notes if context.sources.listed(note.path))
    for one in duplicates(context.vault, compared(context.vault, listed), context.options.min_words):
        if one.boilerplate:
            yield _boilerplate(context, one)
        else:
            yield from _copies(context, one)


def _boilerplate(context: Context, one: Duplicate) -> Finding:
    """What stands in very many notes, told once."""
    first = min(one.copies, key=lambda copy: (copy.path, copy.span))
    message = f"this passage of {first.length:,} words, or most of it, stands in {one.notes:,} notes"
    return context.finding(first.path, first.span, message, "keep it in one note and embed it, or leave it out")


def _copies(context: Context, one: Duplicate) -> Iterator[Finding]:
    owner = one.owner
    for copy in one.copies:
        if copy.path != owner.path and not copy.again:
            help = f'keep it in "{owner.path}", and link to it or embed it here'
            related = (Related(owner.path, owner.span, "it stands here, too"),)
            yield context.finding(copy.path, copy.span, _message(owner, copy), help, related)


def _message(owner: Copy, copy: Copy) -> str:
    if copy.whole and owner.whole and copy.words == copy.length == owner.length:
        return f'this note has the same {copy.length:,} words as "{owner.path}"'
    count = f"{copy.words:,} of the {copy.length:,}" if copy.words < copy.length else f"the {copy.length:,}"
    return f'{count} words of this passage stand in "{owner.path}", too'
