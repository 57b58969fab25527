"""A link to a block id, or to a footnote, that the note does not have.

A block id is a `^` with letters, digits and hyphens as the last thing of a block, after a space, or alone on
a line below the block. Ids compare without case. An unsafe fix writes the id that is most like it.

Bad, `Home.md`:

    The rule is in [[Lisbon#^rule-2]].

Mended unsafely, `Home.md`:

    The rule is in [[Lisbon#^rule-1]].

Good, `Home.md`:

    The rule is in [[Lisbon#^rule-1]].

With `Lisbon.md`:

    Walk uphill. ^rule-1
"""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.model.anchors import AnchorKind, Anchors, kind, parts
from vaulttool.model.finding import Finding
from vaulttool.model.mending import with_anchor
from vaulttool.model.rule import Context, rule
from vaulttool.text.names import nearest
from vaulttool.text.span import Span


@rule("error")
def check(context: Context) -> Iterator[Finding]:
    """Report each anchor that names no block and no footnote."""
    for note, faulty in context.faults():
        link = faulty.link
        asked = parts(link.subpath)[0]
        what = "footnote" if kind(link.subpath) is AnchorKind.FOOTNOTE else "block"
        span = Span(link.anchor_start, link.target_span.end)
        where = "this note" if faulty.detail == note.path else f'"{faulty.detail}"'
        anchors = context.vault.anchors(faulty.detail or note.path)
        found = _nearest(asked, anchors) if anchors else None
        help = f'did you mean "#{found}"?' if found else None
        is_certain = found and what == "block" and len(faulty.resolution.tied) == 1
        fix = with_anchor(note, link, f"#{found}", False) if is_certain else None
        yield context.finding(note.path, span, f'{where} has no {what} "{asked}"', help, fix=fix)


def _nearest(asked: str, anchors: Anchors) -> str | None:
    """The id that was probably meant."""
    return nearest(asked, [f"^{block.id}" for block in anchors.blocks.values()])
