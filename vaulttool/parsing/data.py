"""A data file's text in, its plain content out; and the place of any value in it, when somebody asks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any, NamedTuple

import yaml
from yaml.nodes import MappingNode as MappingNode  # read by others, for whom this file is the door
from yaml.nodes import Node as Node
from yaml.nodes import ScalarNode
from yaml.nodes import SequenceNode as SequenceNode

from vaulttool.parsing.yaml import DEEPEST, FLOAT, INT, MOST_VALUES, composed, nesting, scalar
from vaulttool.text.span import BYTE_ORDER_MARK, Lines, Span

Keys = tuple[str | int, ...]
MOST_DIGITS = 400  # before or after the point: more than any float has


class Flaw(NamedTuple):
    """Something that keeps a data file from being read, at its place."""

    span: Span
    message: str


class Content(NamedTuple):
    """What a data file holds: plain data, dates as strings, fractions as Decimals with the digits as written."""

    value: Any
    flaws: tuple[Flaw, ...] = ()


def read(text: str) -> Content:
    """The content of a YAML text. One that is no YAML, is empty, or doubles a key, has flaws."""
    try:
        root = _root(text)
    except (yaml.YAMLError, UnicodeError) as error:
        return Content(None, (_rejected(text, error),))
    if root is None:
        return Content(None, (Flaw(Span(0, 0), "the file is empty"),))
    reading = _Reading(text)
    try:
        value = reading.value(root, 1)
    except _TooMuch:
        return Content(None, (Flaw(Span(0, 0), "it is nested too deep or too large"),))
    return Content(value, tuple(reading.flaws))


def place(text: str, keys: Keys) -> Span:
    """Where the value at these keys stands; that of the nearest value around it where there is none such.

    A value's place begins at its key. An empty span at the top for a text that is no YAML.
    """
    try:
        node = _root(text)
    except (yaml.YAMLError, UnicodeError):
        return Span(0, 0)
    shift = text.startswith(BYTE_ORDER_MARK)
    found = Span(shift, shift)
    for key in keys:
        below = _below(node, key)
        if below is None:
            break
        first, node = below
        found = Span(first.start_mark.index + shift, _end(text, node, shift))
    return found


def value_place(text: str, keys: Keys) -> Span | None:
    """Where the scalar at these keys stands as written, quotes included; None where there is none."""
    node = node_at(text, keys)
    shift = text.startswith(BYTE_ORDER_MARK)
    return Span(node.start_mark.index + shift, _end(text, node, shift)) if isinstance(node, ScalarNode) else None


def node_at(text: str, keys: Keys) -> Node | None:
    """The node at these keys; its marks count from after a byte order mark. None where there is none."""
    node = _root(text)
    for key in keys:
        below = _below(node, key)
        if below is None:
            return None
        node = below[1]
    return node


def whole(text: str) -> Node | None:
    """The root node; None for an empty text and for one that is no YAML."""
    try:
        return _root(text)
    except (yaml.YAMLError, UnicodeError):
        return None


def end(text: str, node: Node) -> int:
    """Where a node of the text ends, without the white space and comments that the parser counts to a block. Behind a
    block of text that is where the next line begins."""
    return _end(text, node, int(text.startswith(BYTE_ORDER_MARK)))


def _root(text: str) -> Node | None:
    """The root node; ``yaml.YAMLError`` for a text that is no YAML or nests too deep to be read."""
    text = text.removeprefix(BYTE_ORDER_MARK)
    if nesting(text) > DEEPEST:
        raise yaml.YAMLError("nested too deep")
    return composed(text)


def _below(node: Node | None, key: str | int) -> tuple[Node, Node] | None:
    """The node of a key (or the item itself in a list) and that of its value."""
    if isinstance(node, MappingNode):
        return next(((name, value) for name, value in node.value if name.value == key), None)
    if isinstance(node, SequenceNode) and isinstance(key, int) and key < len(node.value):
        return node.value[key], node.value[key]
    return None


def _end(text: str, node: Node, shift: int) -> int:
    """Where a node ends, without the white space and comments that the parser counts to a block."""
    first, last = node.start_mark.index + shift, node.end_mark.index + shift
    if isinstance(node, ScalarNode) and node.style in (None, "'", '"'):
        return last
    deepest = list(_scalars(node))
    if deepest and not (isinstance(node, (MappingNode, SequenceNode)) and node.flow_style):
        return max(first, deepest[-1].end_mark.index + shift)
    return first + len(text[first:last].rstrip())


def _scalars(node: Node) -> Iterator[Node]:
    """The last scalar, flow collection or block of text below a node."""
    while isinstance(node, (MappingNode, SequenceNode)) and node.value and not node.flow_style:
        node = node.value[-1][1] if isinstance(node, MappingNode) else node.value[-1]
    yield node


class _Reading:
    """The nodes of one file, made into plain data."""

    def __init__(self, text: str) -> None:
        self.shift = int(text.startswith(BYTE_ORDER_MARK))
        self.values = 0
        self.flaws: list[Flaw] = []

    def value(self, node: Node, depth: int) -> Any:
        """A node as plain data."""
        self.values += 1
        if depth > DEEPEST or self.values > MOST_VALUES:
            raise _TooMuch
        if isinstance(node, ScalarNode):
            return _number(node) if node.tag in (FLOAT, INT) else scalar(node)
        if isinstance(node, SequenceNode):
            return [self.value(item, depth + 1) for item in node.value]
        return self._map(node, depth)

    def _map(self, node: Node, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in node.value:
            name = key.value if isinstance(key, ScalarNode) else None
            if name is None:
                self._flaw(key, "a key must be one word or text")
            elif name in found:
                self._flaw(key, f'the key "{name}" stands twice')
            else:
                found[name] = self.value(value, depth + 1)
        return found

    def _flaw(self, node: Node, message: str) -> None:
        self.flaws.append(Flaw(Span(node.start_mark.index + self.shift, node.end_mark.index + self.shift), message))


class _TooMuch(Exception):
    """A file nested so deep, or growing so large through its aliases, that it is not read on."""


def _number(node: ScalarNode) -> Any:
    """A number with the digits as written, since they say how exact it is: an int, or a Decimal for a fraction and
    for what is large. Infinity and what nobody could print are text."""
    if node.tag == INT and isinstance(whole := scalar(node), int):
        return whole
    try:
        number = Decimal(node.value)
    except InvalidOperation:
        return str(node.value)
    return number if number.is_finite() and abs(number.adjusted()) <= MOST_DIGITS else str(node.value)


def _rejected(text: str, error: Exception) -> Flaw:
    """What YAML does not accept, at its line."""
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or str(error)
    lines = Lines(text)
    at = min((mark.index if mark else 0) + text.startswith(BYTE_ORDER_MARK), max(len(text) - 1, 0))
    line = lines.span(lines.position(at).line)
    return Flaw(Span(min(at, line.end), line.end), f"no valid YAML: {problem}")


def keys_of(path: Sequence[str | int]) -> str:
    """Keys as people read them: ``eras.2.start``."""
    return ".".join(str(step) for step in path)
