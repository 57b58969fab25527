"""How an unused suppression is taken out of its page: the comment, or only names of rules."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from vaulttool.model.edits import edited
from vaulttool.model.finding import Edit, Fix
from vaulttool.model.html_pages import SUFFIXES
from vaulttool.model.outline import outline
from vaulttool.model.vault import Note
from vaulttool.parsing.document import Allowance, Document
from vaulttool.parsing.frontmatter import body_start
from vaulttool.text.span import Lines, Span

BLANKS = " \t"


def fix(page: Note, text: str, allowance: Allowance, unused: Collection[int]) -> Fix | None:
    """The fix that takes the names at these places in the list out of a comment, or all of the comment where no name
    is left. None in a generated part, which is no place for edits."""
    if any(region.span.start <= allowance.span.start < region.span.end for region in page.document.regions):
        return None
    whole = len(unused) == len(allowance.rules)
    if whole:
        spans = [_room(text, span) for span in (allowance.span, *allowance.end[:1])]
    else:
        spans = [*_names(allowance.names, unused), *_again(allowance, unused, text)]
    edits = tuple(Edit(page.path, span, "") for span in spans)
    title = "take the suppression out" if whole else "take the unused names out of the suppression"
    return Fix(title, edits, _is_read_the_same(page, edited(text, edits)))


def _names(names: Sequence[Span], unused: Collection[int]) -> Iterator[Span]:
    """The names at these places with the blanks or comma that part them from those that stay."""
    last = max((at for at in range(len(names)) if at not in unused), default=-1)
    for at in sorted(unused):
        yield Span(names[at].start, names[at + 1].start) if at < last else Span(names[at - 1].end, names[at].end)


def _again(allowance: Allowance, unused: Collection[int], text: str) -> Iterator[Span]:
    """The same names in the comment that ends a range, which else would end none."""
    names = allowance.end[1:]
    gone = {allowance.rules[at] for at in unused} - {
        rule for at, rule in enumerate(allowance.rules) if at not in unused
    }
    yield from _names(names, [at for at, name in enumerate(names) if name.of(text) in gone])


def _room(text: str, comment: Span) -> Span:
    """A comment with the room that only it needs: blanks on one side, its whole line where nothing else is on that and
    nothing comes together that was apart."""
    lines = Lines(text)
    first, last = (lines.position(at).line for at in (comment.start, comment.end))
    start, end = lines.span(first).start, lines.span(last).end
    is_front = comment.start < body_start(text)
    before, behind = text[start : comment.start].rstrip(BLANKS), text[comment.end : end]
    if is_front and not behind.strip():
        before = before.removesuffix("#").rstrip(BLANKS)  # the mark of YAML's own comment
    if not before and not behind.strip():
        is_apart = is_front or text[comment.start] == "%" or _is_blank(lines, first - 1) or _is_blank(lines, last + 1)
        return Span(start, lines.starts[last] if last < len(lines.starts) else len(text)) if is_apart else comment
    if behind[:1] in (" ", "\t") and behind.strip():
        return Span(comment.start, comment.end + len(behind) - len(behind.lstrip(BLANKS)))
    return Span(start + len(before), comment.end)


def _is_blank(lines: Lines, number: int) -> bool:
    """Whether a line is blank; one that there is not is."""
    return not 1 <= number <= len(lines.starts) or not lines.span(number).of(lines.text).strip()


def _is_read_the_same(page: Note, after: str) -> bool:
    """Whether the page says what it said before, but for the suppressions."""
    path = page.path.lower()
    if path.endswith(".canvas"):
        from vaulttool.parsing.canvas import parse_canvas as parse  # each only for a page of its kind
    elif path.endswith(SUFFIXES):
        from vaulttool.parsing.html import parse_html as parse
    else:
        from vaulttool.parsing.note import parse
    return _said(parse(after)) == _said(page.document)


def _said(document: Document) -> tuple[Any, ...]:
    """What a page says, without places."""
    return (
        outline(document),
        [(one.link, one.subpath, one.display, one.kind, one.syntax) for one in document.links],
        [one.name for one in document.tags],
        [(one.kind, one.detail) for one in document.troubles],
        [(one.name, one.text) for one in document.regions],
        [(one.printed, one.address) for one in document.figures],
    )
