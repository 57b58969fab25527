"""The list that stands directly below a block, where it is plain which items it has."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from vaulttool.parsing.prose import Passage, Prose
from vaulttool.text.span import LINE_END

ITEM = re.compile(r"(?P<indent>[ \t>]*)(?P<mark>[-*+]|\d{1,9}[.)])[ \t]+(?:\[[^\]\r\n]\][ \t]+)?\Z")
ANY_ITEM = re.compile(r"(?<![^\r\n])[ \t>]*(?:[-*+]|\d{1,9}[.)])(?![^ \t\r\n])")
BETWEEN = " \t\r\n>*_:"  # what may stand between a block and the list below it


class Mark(NamedTuple):
    """An item's mark: its column, and which of ``- * + . )`` it is or ends in."""

    column: int
    kind: str


def list_below(prose: Prose, at: int) -> list[Passage] | None:
    """The first blocks of the items of the list directly below a passage, the one at an index.

    None where there is no such list, or it may be more than one, or go on elsewhere.
    """
    passages = prose.passages
    first = passages[at + 1] if at + 1 < len(passages) else None
    mark = _mark(prose, first) if first is not None else None
    if first is None or mark is None:
        return None
    if prose.text[passages[at].span.end : prose.line_start(first.span.start)].strip(BETWEEN):
        return None
    items: list[Passage] = []
    for index in range(at + 1, len(passages)):
        here = _mark(prose, passages[index])
        if here is not None and here.column == mark.column:
            if here != mark:
                return None  # another list begins without a word between them
            items.append(passages[index])
        elif passages[index].kind == "heading":
            break
        elif _indent(_before(prose, passages[index])) <= mark.column:
            if _goes_on(prose, passages[index:], mark):
                return None
            break
    return items if len(items) > 1 and _are_all(prose, items, mark) else None


def _mark(prose: Prose, passage: Passage) -> Mark | None:
    """The mark of an item, None for any other block."""
    found = ITEM.search(_before(prose, passage)) if passage.kind == "item" else None
    return None if found is None else Mark(_width(found["indent"]), found["mark"][-1])


def _before(prose: Prose, passage: Passage) -> str:
    """What stands before a block on its line."""
    return prose.text[prose.line_start(passage.span.start) : passage.span.start]


def _indent(line: str) -> int:
    """The column in which a line begins, the marks of quotes taken as blanks."""
    return _width(line[: len(line) - len(line.lstrip(" \t>"))])


def _width(indent: str) -> int:
    return len(indent.replace(">", " ").expandtabs(4))


def _goes_on(prose: Prose, rest: Sequence[Passage], mark: Mark) -> bool:
    """Whether among the blocks below a list another one of its kind follows before the next heading."""
    for passage in rest:
        if passage.kind == "heading":
            return False
        if _mark(prose, passage) == mark:
            return True
    return False


def _are_all(prose: Prose, items: Sequence[Passage], mark: Mark) -> bool:
    """Whether the items are all marks that stand there, all with or all without a blank line between them, and none
    goes on in a line that may be meant to stand below the list."""
    start = prose.line_start(items[0].span.start)
    stretch = prose.text[start : items[-1].span.end]
    marked = [line.start() + start for line in ANY_ITEM.finditer(stretch) if _indent(line[0]) == mark.column]
    gaps = {_is_apart(prose, line) for line in marked[1:]}
    return len(marked) == len(items) and len(gaps) == 1 and not any(_is_lazy(prose, one, mark) for one in items)


def _is_apart(prose: Prose, line: int) -> bool:
    """Whether a blank line stands above the line that begins at a place."""
    return not prose.text[prose.line_start(line - 1) : line].strip(" \t\r\n>")


def _is_lazy(prose: Prose, item: Passage, mark: Mark) -> bool:
    """Whether an item goes on in a line that is not indented."""
    return any(_indent(line) <= mark.column for line in LINE_END.split(item.span.of(prose.text).rstrip())[1:])
