"""The services of a compose file: what each one declares, with lines, comments and variables resolved."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from vaulttool.parsing.glued import Comments
from vaulttool.parsing.problem import Problem
from vaulttool.parsing.variables import Lookup, resolved
from vaulttool.parsing.yaml import Loader, scalar
from vaulttool.text.span import BYTE_ORDER_MARK, Lines

DEEPEST = 100
MOST_VALUES = 100_000
LONGEST_COMMAND = 50_000
COMMANDS = ("command", "entrypoint")


class Value(msgspec.Struct, frozen=True):
    """Something a service declares under a key: the text with variables resolved, and as it is written.

    ``text`` is None for a variable of ``environment`` that Compose takes from its own environment. A map is JSON.
    """

    name: str
    text: str | None
    written: str
    line: int
    comment: str


class Service(msgspec.Struct, frozen=True):
    """A service: its command and entrypoint as words, its variables, and every other key, lists one by one."""

    name: str
    line: int
    command: tuple[Value, ...] = ()
    entrypoint: tuple[Value, ...] = ()
    environment: tuple[Value, ...] = ()
    keys: tuple[Value, ...] = ()

    def named(self, key: str) -> tuple[Value, ...]:
        """What stands under a key such as ``image`` or ``ports``."""
        return tuple(value for value in self.keys if value.name == key)


class Compose(msgspec.Struct, frozen=True):
    """The services of a compose file in the order of the file."""

    services: tuple[Service, ...] = ()
    problems: tuple[Problem, ...] = ()


def read(text: str, lookup: Lookup | None = None, path: str = "") -> Compose:
    """The services of a compose file; ``lookup`` gives the value of a variable, or None for an unknown one.

    A variable without value and default stays as it is written. A text that is no YAML, or no map with a map of
    services, has no services and a problem.
    """
    return _Reader(text.removeprefix(BYTE_ORDER_MARK), lookup or _unknown, path).read()


class _TooMuch(Exception):
    """A file nested so deep, or growing so large through its aliases, that it is not read on."""


class _Reader:
    """One reading of one file."""

    def __init__(self, text: str, lookup: Lookup, path: str) -> None:
        self.text = text
        self.lookup = lookup
        self.path = path
        self.lines = Lines(text)
        self.comments = Comments(self.lines)
        self.count = 0
        self.problems: list[Problem] = []

    def read(self) -> Compose:
        """The services, or the problem that keeps the file from being read."""
        services: list[Service] = []
        try:
            root = _root(self.text)
            for key, value in self._services(root):
                services.append(self._service(key, value))
        except _TooMuch:
            self._problem(1, "nested too deep or too large")
        except (yaml.YAMLError, UnicodeError) as error:
            mark = getattr(error, "problem_mark", None)
            line = self.lines.position(mark.index).line if mark else 1
            self._problem(line, f"no YAML: {getattr(error, 'problem', None) or 'it cannot be read'}")
        return Compose(tuple(services), tuple(self.problems))

    def _services(self, root: Node | None) -> list[tuple[Node, Node]]:
        pairs = {str(key.value): value for key, value in self._pairs(root)}
        found = pairs.get("services")
        if not isinstance(found, MappingNode):
            self._problem(self._line(found or root), "no compose file: it must be a map with a map of services")
        return self._pairs(found)

    def _service(self, key: Node, node: Node) -> Service:
        words: dict[str, tuple[Value, ...]] = {}
        environment: tuple[Value, ...] = ()
        keys: list[Value] = []
        for name_node, value in self._pairs(node):
            name = str(name_node.value)
            if name in COMMANDS:
                words[name] = tuple(self._words(name, value))
            elif name == "environment":
                environment = tuple(self._environment(value))
            else:
                keys.extend(self._values(name, value))
        return Service(str(key.value), self._line(key), **words, environment=environment, keys=tuple(keys))

    def _values(self, name: str, node: Node) -> Iterator[Value]:
        """A key's value, or those of its list one by one."""
        for item in node.value if isinstance(node, SequenceNode) else [node]:
            yield self._value(name, item)

    def _words(self, name: str, node: Node) -> Iterator[Value]:
        """The words of a command: those of a list, or of a text split as a shell would."""
        if not isinstance(node, ScalarNode):
            yield from self._values(name, node)
            return
        written = _plain(node)
        try:
            words, raw = self._split(self._resolved(written)), self._split(written)
        except ValueError as error:
            self._problem(self._line(node), f"{name}: {str(error).lower()}")
            return
        raw = raw if len(raw) == len(words) else words
        for word, as_written, line in zip(words, raw, self._places(raw, node), strict=True):
            yield Value(name, word, as_written, line, self.comments.above(line))

    def _split(self, command: str) -> list[str]:
        if len(command) > LONGEST_COMMAND:
            raise ValueError(f"longer than {LONGEST_COMMAND} characters")
        return shlex.split(command)

    def _places(self, words: list[str], node: Node) -> Iterator[int]:
        """The line of each word of a text, as far as the words stand there as they are."""
        at, end = node.start_mark.index, node.end_mark.index
        line = self._line(node)
        for word in words:
            found = self.text.find(word, at, end) if at >= 0 else -1
            line = self.lines.position(found).line if found >= 0 else line
            at = found + len(word) if found >= 0 else -1
            yield line

    def _environment(self, node: Node) -> Iterator[Value]:
        """The variables of a map, or of a list of ``NAME=value``."""
        if isinstance(node, MappingNode):
            for key, value in self._pairs(node):
                found = self._value(str(key.value), value)
                line = self._line(key)
                given = None if _is_null(value) else found.text
                yield Value(found.name, given, found.written, line, self.comments.above(line))
            return
        for found in self._values("environment", node):
            name, equal, text = (found.text or "").partition("=")
            written = found.written.partition("=")[2]
            yield Value(name, text if equal else None, written, found.line, found.comment)

    def _value(self, name: str, node: Node) -> Value:
        line = self._line(node)
        if isinstance(node, ScalarNode):
            written = _plain(node)
            return Value(name, self._resolved(written), written, line, self.comments.above(line))
        as_written = self._json(node, str)
        return Value(name, self._json(node, self._resolved), as_written, line, self.comments.above(line))

    def _resolved(self, text: str) -> str:
        return resolved(text, self.lookup)

    def _json(self, node: Node, made: Callable[[str], str]) -> str:
        return json.dumps(self._data(node, made, 0), ensure_ascii=False, sort_keys=True)

    def _data(self, node: Node, made: Callable[[str], str], depth: int) -> Any:
        """A node as plain data, ``made`` applied to each text."""
        self.count += 1
        if depth > DEEPEST or self.count > MOST_VALUES:
            raise _TooMuch
        if isinstance(node, ScalarNode):
            value = scalar(node)
            return made(value) if isinstance(value, str) else value
        if isinstance(node, SequenceNode):
            return [self._data(item, made, depth + 1) for item in node.value]
        return {str(key.value): self._data(value, made, depth + 1) for key, value in self._pairs(node)}

    def _pairs(self, node: Node | None, depth: int = 0) -> list[tuple[Node, Node]]:
        """The keys and values of a map with what it merges in by ``<<``; its own keys win. Other nodes have none."""
        if not isinstance(node, MappingNode):
            return []
        own = [(key, value) for key, value in node.value if isinstance(key, ScalarNode)]
        self.count += len(own) + 1
        if depth > DEEPEST or self.count > MOST_VALUES:
            raise _TooMuch
        found: dict[str, tuple[Node, Node]] = {}
        for key, value in own:
            if key.value == "<<":
                for merged in value.value if isinstance(value, SequenceNode) else [value]:
                    for pair in self._pairs(merged, depth + 1):
                        found.setdefault(pair[0].value, pair)
        found.update((key.value, (key, value)) for key, value in own if key.value != "<<")
        return list(found.values())

    def _line(self, node: Node | None) -> int:
        return self.lines.position(node.start_mark.index).line if node else 1

    def _problem(self, line: int, message: str) -> None:
        self.problems.append(Problem(self.path, line, message))


def _unknown(name: str) -> None:
    """No variable is known."""


def _root(text: str) -> Node | None:
    """The root node, after a look at how deep the text nests: a node tree is built by recursion."""
    depth = 0
    events = Loader(text)
    while events.check_event():
        event = events.get_event()
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > DEEPEST:
            raise _TooMuch
    return Loader(text).get_single_node()


def _plain(node: ScalarNode) -> str:
    """A scalar as its text; a null is empty."""
    return "" if _is_null(node) else str(node.value)


def _is_null(node: Node) -> bool:
    return isinstance(node, ScalarNode) and scalar(node) is None
