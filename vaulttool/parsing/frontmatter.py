"""The door to python-frontmatter: a note's properties with their places, read as YAML 1.2 core.

Obsidian takes the block between ``---`` on the very first line and the next line that begins with ``---``.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
import yaml
from frontmatter.default_handlers import YAMLHandler
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from vaulttool.parsing.document import Link, Property, Tag, Trouble
from vaulttool.parsing.flat import flat
from vaulttool.parsing.links import wikilink
from vaulttool.parsing.yaml import DEEPEST, MOST_VALUES, composed, nesting, scalar, values
from vaulttool.text.span import Lines, Span

OPENING = re.compile(r"\ufeff?---(?:\r\n|\n|\r)")
CLOSING = re.compile(r"---(?:[ \t]*(?:\r\n|\n|\r|\Z))?")
TEMPLATE = re.compile(r"\{\{|<%")
KEY_LINE = re.compile(r"[A-Za-z_][\w-]*:(?:\s|$)")
PLAIN_KEY = re.compile(r"[A-Za-z_][\w-]*")
USUAL_KEYS = frozenset(("title", "type", "tags", "aliases", "description", "date", "created", "updated", "status"))
NOT_ABOVE = re.compile(r"(?: {4}|\t)\s*\S|\s*(?:[`~|]|%%|\#{2,}|<(?!!--[^\r\n]*-->\s*$))")
SELDOM_ABOVE = re.compile(r"\s*(?:>|[-*+]\s|\d+[.)]\s)")
LINES_SEARCHED = 40
WITHIN_A_LINE = (None, "'", '"')  # the styles of scalars whose end libyaml gives exactly


class Handler(YAMLHandler):
    """Obsidian's idea of front matter, in the form in which python-frontmatter takes one."""

    def detect(self, text: str) -> bool:
        """Whether line 1 is exactly ``---`` (a byte order mark may stand before it)."""
        return OPENING.match(text) is not None

    def split(self, text: str) -> tuple[str, str]:
        """The block between the dashes, and the body after them; ``ValueError`` where it is not closed."""
        bounds = _bounds(text)
        if bounds is None:
            raise ValueError("no closing line")
        return text[bounds.start : bounds.end], text[bounds.body_start :]

    def load(self, fm: str, **kwargs: object) -> Any:
        """The root node of the block, with the place of every value; ``yaml.YAMLError`` where it is no YAML."""
        return composed(fm)


HANDLER = Handler()


class _Bounds(NamedTuple):
    """Where the block between the dashes begins and ends, and where the body begins."""

    start: int
    end: int
    body_start: int


def _bounds(text: str) -> _Bounds | None:
    """Where the front matter stands; None where there is none, or where it is not closed."""
    opening = OPENING.match(text)
    line_end = "\n" if "\n" in text else "\r"
    before = text.find(line_end + "---", opening.end() - 1) if opening else -1
    closing = CLOSING.match(text, before + 1) if before >= 0 else None
    return _Bounds(opening.end(), closing.start(), closing.end()) if opening and closing else None


class FrontMatter(NamedTuple):
    """What stands above a note's body; ``body_start`` is 0 where there is no front matter."""

    body_start: int
    properties: tuple[Property, ...] = ()
    links: tuple[Link, ...] = ()
    tags: tuple[Tag, ...] = ()
    troubles: tuple[Trouble, ...] = ()


def body_start(text: str) -> int:
    """Where the body of a note begins; 0 where there is no front matter, or none that ends."""
    bounds = _bounds(text)
    return bounds.body_start if bounds else 0


class Comments:
    """Whether a comment of YAML begins at a place of the front matter: not in a value, and behind a blank."""

    def __init__(self, text: str) -> None:
        self.text = text
        bounds = _bounds(text)
        self.start = bounds.start if bounds else 0
        self.values = values(text[bounds.start : bounds.end]) if bounds else []

    def __call__(self, offset: int) -> bool:
        """Whether one does at this place."""
        before = bisect_right(self.values, offset - self.start, key=lambda value: value[0]) - 1
        return self.text[offset - 1].isspace() and (before < 0 or self.values[before][1] <= offset - self.start)


def read(text: str) -> FrontMatter:
    """The front matter of a note. A block that is no YAML, or doubles a key, has troubles and nothing else."""
    bounds = _bounds(text)
    if bounds is None:
        return FrontMatter(0, troubles=_unclosed(text) if HANDLER.detect(text) else _misplaced(text))
    start, end, body_start = bounds
    block = text[start:end]
    found = flat(block, start)
    return FrontMatter(body_start, *found) if found else by_yaml(text, block, start, body_start)


def by_yaml(text: str, block: str, start: int, body_start: int) -> FrontMatter:
    """What YAML reads in a block of front matter that begins at ``start`` of the text."""
    return _Block(text, block, start).read(body_start)


class _Block:
    """One block of front matter: ``start`` is where it begins in the note's text."""

    def __init__(self, text: str, block: str, start: int) -> None:
        self.text = text
        self.block = block
        self.start = start
        self.values = 0
        self.links: list[Link] = []
        self.doubled: list[Trouble] = []

    def read(self, body_start: int) -> FrontMatter:
        """Properties, links and tags, or the trouble that keeps Obsidian from reading any."""
        try:
            if nesting(self.block) > DEEPEST:
                raise _TooMuch
            root = HANDLER.load(self.block)
            properties = self._properties(root) if isinstance(root, MappingNode) else []
        except _TooMuch:
            opener = Span(self.start, self.start + len(self.block.rstrip()))
            return FrontMatter(body_start, troubles=(_invalid(opener, "nested too deep or too large"),))
        except (yaml.YAMLError, UnicodeError) as error:
            return FrontMatter(body_start, troubles=self._rejected(error))
        if self.doubled:
            return FrontMatter(body_start, troubles=() if TEMPLATE.search(self.block) else tuple(self.doubled))
        tags = tuple(self._tags(root)) if isinstance(root, MappingNode) else ()
        return FrontMatter(body_start, tuple(properties), tuple(self.links), tags)

    def _properties(self, root: MappingNode) -> list[Property]:
        """The top-level properties; on the way, the links in all values and the doubled keys are noted."""
        found = []
        self._note_doubled(root)
        for key, value in root.value:
            key_span, value_span = self._span(key), self._span(value)
            span = Span(key_span.start, max(key_span.end, value_span.end))
            found.append(Property(span, value_span, self._name(key), self._value(value, 1)))
        return found

    def _value(self, node: Node, depth: int) -> Any:
        """A node as plain data; maps have string keys."""
        self.values += 1
        if depth > DEEPEST or self.values > MOST_VALUES:
            raise _TooMuch
        if isinstance(node, ScalarNode):
            value = scalar(node)
            if isinstance(value, str) and value.startswith("[[") and value.endswith("]]") and len(value) > 4:
                self.links.append(self._link(node, value))
            return value
        if isinstance(node, SequenceNode):
            return [self._value(item, depth + 1) for item in node.value]
        written = self._span(node).of(self.text)
        if written.startswith("{{") and written.endswith("}}"):
            return written  # a template's, to be filled in
        self._note_doubled(node)
        return {self._name(key): self._value(item, depth + 1) for key, item in node.value}

    def _name(self, key: Node) -> str:
        """A key as text; one that is no scalar stands as it is written."""
        return str(key.value) if isinstance(key, ScalarNode) else self._span(key).of(self.text)

    def _note_doubled(self, node: Node) -> None:
        """A key that stands twice in one map makes the whole block unreadable."""
        seen: set[tuple[str, str]] = set()
        for key, _ in node.value:
            if not isinstance(key, ScalarNode) or key.value == "<<":
                continue
            identity = (key.tag, key.value)
            if identity in seen:
                self.doubled.append(_invalid(self._span(key), f'the key "{key.value}" stands twice'))
            seen.add(identity)

    def _link(self, node: Node, value: str) -> Link:
        """The link that a whole value makes; with escapes in it, its place is that of the value."""
        span = self._span(node)
        at = self.text.find(value, span.start, span.end)
        if at >= 0:
            return wikilink(value[2:-2], Span(at, at + len(value)), at + 2, "property")
        link = wikilink(value[2:-2], span, span.start, "property")
        return msgspec.structs.replace(link, target_span=span, anchor_start=span.end)

    def _span(self, node: Node) -> Span:
        """Where a node stands in the note, without the white space after it."""
        first, last = node.start_mark.index, node.end_mark.index
        if not (isinstance(node, ScalarNode) and node.style in WITHIN_A_LINE):
            last = first + len(self.block[first:last].rstrip())
        return Span(self.start + first, self.start + last)

    def _tags(self, root: MappingNode) -> Iterator[Tag]:
        """The entries of the property ``tags``; those with a space are none."""
        for key, value in root.value:
            if self._name(key).lower() == "tags":
                for node in value.value if isinstance(value, SequenceNode) else [value]:
                    name = scalar(node) if isinstance(node, ScalarNode) else None
                    if isinstance(name, str) and name and not re.search(r"\s", name):
                        yield Tag(self._span(node), name.removeprefix("#"))

    def _rejected(self, error: Exception) -> tuple[Trouble, ...]:
        """What YAML does not accept, at its place; silent in a template."""
        if TEMPLATE.search(self.block):
            return ()
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        problem = getattr(error, "problem", None) or getattr(error, "reason", None) or "not valid YAML"
        place, last = mark.index if mark else getattr(error, "position", 0), max(len(self.block.rstrip()) - 1, 0)
        at = min(place, last)
        lines = Lines(self.block)
        line = lines.span(lines.position(at).line)
        start = at if place <= last and self.block[at : line.end].strip() else line.start
        return (_invalid(Span(self.start + start, self.start + line.end), str(problem)),)


class _TooMuch(Exception):
    """A block nested so deep, or growing so large through its aliases, that it is not read on."""


def _invalid(span: Span, detail: str) -> Trouble:
    return Trouble(span, "invalid-front-matter", detail)


def _unclosed(text: str) -> tuple[Trouble, ...]:
    """An opener on line 1 with keys below it and no closing line; a rule and prose below it are fine.

    A line that was meant to close the block (``...``, or dashes with a blank before them) makes one key enough.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n", LINES_SEARCHED)[1:]
    block: list[str] = []
    meant = False
    for line in lines:
        meant = line.strip() in ("...", "---")
        if meant or not line.strip():
            break
        block.append(line)
    keys = [line for line in block if KEY_LINE.match(line)]
    if len(keys) < (1 if meant else 2) or not all(KEY_LINE.match(line) or line[0] in " \t-#" for line in block):
        return ()
    start = text.index("---")
    return (_invalid(Span(start, start + 3), "it is not closed by a line that begins with ---"),)


def _misplaced(text: str) -> tuple[Trouble, ...]:
    """A block of keys between dashes that Obsidian takes for text, since its opener is not line 1 as it must be.

    Blank lines, a comment, a title or a few lines of prose may stand above. Below a list or a quote it must leave no
    doubt; below anything else it is the author's: code, a table, a second heading.
    """
    lines = Lines(text)
    opener = None
    seldom = False
    for number in range(1, min(len(lines.starts), LINES_SEARCHED) + 1):
        line = lines.span(number).of(text)
        if line.strip() == "---" and not line.startswith(("    ", "\t")):
            opener = number
            break
        if NOT_ABOVE.match(line) or (
            line.startswith("#") and lines.text[lines.starts[0] : lines.starts[number - 1]].strip()
        ):
            return ()
        seldom = seldom or SELDOM_ABOVE.match(line) is not None
    if opener is None:
        return ()
    span = lines.span(opener)
    block_start = lines.starts[opener] if opener < len(lines.starts) else len(text)
    closing = re.compile(r"^[ \t]*---[ \t]*\r?$", re.MULTILINE).search(text, block_start)
    above = text[lines.starts[0] : span.start].strip()
    if not closing or (above and span.of(text) != "---"):
        return ()
    keys = _keys(text[block_start : closing.start()])
    if not keys or (above and not _is_usual(keys, seldom)) or (_has_odd(keys) and (above or not _has_usual(keys))):
        return ()
    return (Trouble(span, "misplaced-front-matter", "above" if above else "blank"),)


def _keys(block: str) -> list[str]:
    """The keys of a block that is a map; empty for any other."""
    if not block.strip() or len(block) > 10_000 or "\n\n" in block.replace("\r", ""):
        return []
    try:
        root = HANDLER.load(block) if nesting(block) <= DEEPEST else None
    except (yaml.YAMLError, UnicodeError):
        return []
    if not isinstance(root, MappingNode):
        return []
    keys = [key.value for key, _ in root.value if isinstance(key, ScalarNode)]
    return keys if len(keys) == len(root.value) else []


def _has_odd(keys: Sequence[str]) -> bool:
    """Whether one of the keys could be the beginning of a sentence, such as "date created"."""
    return not all(PLAIN_KEY.fullmatch(key) for key in keys)


def _has_usual(keys: Sequence[str]) -> bool:
    return any(key.lower() in USUAL_KEYS for key in keys)


def _is_usual(keys: Sequence[str], seldom: bool) -> bool:
    """Whether several keys are those of front matter: one of them a usual one; where it ``seldom`` stands, two, and
    all in lower case."""
    usual = sum(key.lower() in USUAL_KEYS for key in keys)
    if seldom:
        return usual > 1 and all(key == key.lower() for key in keys)
    return usual > 0 and len(keys) > 1
