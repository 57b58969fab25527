"""A link to a heading that the note does not have.

Headings compare without case, with punctuation as spaces; `[[Note#A#B]]` asks for B somewhere below A. Only
headings that stand directly in the note count, not those in quotes, lists, callouts, comments or code. An
anchor in the way of a forge (`#two-words`) finds nothing in Obsidian.

Bad, `Home.md`:

    See [[Lisbon#Histroy]] and [history](Lisbon.md#a-short-history).

Good, `Home.md`:

    See [[Lisbon#history]], [[Lisbon#History#After 1755]] and [history](Lisbon.md#After%201755).

With `Lisbon.md`:

    # History

    ## After 1755
"""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.model.anchors import Anchors, parts
from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule
from vaulttool.model.suggested import anchor_for
from vaulttool.parsing.document import Link
from vaulttool.text.names import heading_key, nearest
from vaulttool.text.span import Span
from vaulttool.text.url import fully_decoded


@rule("error")
def check(context: Context) -> Iterator[Finding]:
    """Report each anchor that names no heading."""
    for note, faulty in context.faults():
        link = faulty.link
        anchors = context.vault.anchors(faulty.detail or note.path)
        span = Span(link.anchor_start, link.target_span.end)
        where = "this note" if faulty.detail == note.path else f'"{faulty.detail}"'
        message = f'{where} has no heading "{"#".join(parts(link.subpath))}"'
        yield context.finding(note.path, span, message, _help(link, anchors) if anchors else None)


def _help(link: Link, anchors: Anchors) -> str | None:
    """The heading that was probably meant."""
    asked = parts(link.subpath)
    if link.syntax == "markdown" and "%" in link.subpath:
        plain = fully_decoded(link.subpath)
        if anchors.find(plain):
            return f'Obsidian leaves some characters encoded in an anchor: write "{_spaced(plain)}"'
    last, whole = heading_key(asked[-1]), heading_key(link.subpath)
    for heading, key in zip(anchors.headings, anchors.keys, strict=True):
        if len(asked) > 1 and key == last:
            return f'the heading "{heading.title}" is there, but not below "{asked[-2]}"'
        if whole in (key, key.replace("-", " ")) or key.replace("-", " ") == last.replace("-", " "):
            return f'write "{anchor_for(link, heading.title)}": Obsidian takes the heading as it stands'
    found = nearest(asked[-1], [heading.title for heading in anchors.headings[:500]], likeness=60.0)
    return f'did you mean "{anchor_for(link, found)}"?' if found else None


def _spaced(anchor: str) -> str:
    """An anchor in a Markdown link, where a space must be encoded."""
    return anchor.replace(" ", "%20")
