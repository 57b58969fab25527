"""Text put into a YAML text at the places of its nodes: nothing is dumped, and every other character stays."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Sequence
from typing import Any

from vaulttool.parsing import data
from vaulttool.parsing.data import Keys, MappingNode, Node, SequenceNode, keys_of, node_at
from vaulttool.text.span import BYTE_ORDER_MARK, LINE_END

Pairs = Sequence[tuple[str, str]]  # keys, each with its value as YAML


class CannotSplice(Exception):
    """Why a text cannot be changed in this way, and what to do about it."""

    def __init__(self, message: str, help: str) -> None:
        super().__init__(message)
        self.message = message
        self.help = help


def with_value(text: str, keys: Keys, written: str) -> str:
    """The text with another scalar at these keys."""
    place = data.value_place(text, keys)
    if place is None:
        raise _no_place(keys)
    after = text[: place.start] + written + text[place.end :]
    return _proven(text, after, keys[:-1], lambda holder: holder.__setitem__(keys[-1], data.read(written).value))


def with_pairs(text: str, keys: Keys, behind: str, pairs: Pairs) -> str:
    """The text with more pairs in the map at these keys, right behind the one of the key ``behind``.

    In a block each has a line of its own; a value that goes on over several lines is moved in with its key.
    """
    node = node_at(text, keys)
    value = node_at(text, (*keys, behind))
    if not isinstance(node, MappingNode) or value is None:
        raise _no_place((*keys, behind))
    end = data.end(text, value)
    if node.flow_style:
        after = text[:end] + "".join(f", {_pair(*pair)}" for pair in pairs) + text[end:]
    else:
        margin = " " * node.value[0][0].start_mark.column
        lines = [margin + line for pair in pairs for line in _pair(*pair).split("\n")]
        after = _with_lines(text, _next_line(text, end), lines)
    values = {key: data.read(written).value for key, written in pairs}
    return _proven(text, after, keys, lambda holder: holder.update(values))


def with_item(text: str, keys: Keys, item: str) -> str:
    """The text with one more item at the end of the list at these keys. ``item`` is a YAML text that holds one map;
    comments in it come along. A last line without an end is read as if it had one."""
    item += "" if item.endswith(("\n", "\r")) else "\n"
    node = node_at(text, keys)
    if not isinstance(node, SequenceNode):
        raise _no_place(keys)
    after = _in_brackets(text, keys, node, item) if node.flow_style else _below(text, node, item)
    return _proven(text, after, keys, lambda holder: holder.append(data.read(item).value))


def is_flow(text: str, keys: Keys = ()) -> bool:
    """Whether the map or list at these keys is written in brackets."""
    return bool(getattr(node_at(text, keys), "flow_style", False))


def newline_of(text: str) -> str:
    """The line end that a text uses: that of its first line."""
    found = LINE_END.search(text)
    return found[0] if found else "\n"


def scalar(value: str) -> str:
    """A word as YAML, quoted where it would be read as anything but that text."""
    return value if data.read(value).value == value else f'"{value}"'


def _pair(key: str, value: str) -> str:
    return f"{key}:{value}" if value.startswith("\n") else f"{key}: {value}"


def _no_place(keys: Keys) -> CannotSplice:
    return CannotSplice(f'nothing can be put at "{keys_of(keys)}"', "write it as the schema has it")


def _in_brackets(text: str, keys: Keys, node: SequenceNode, item: str) -> str:
    """The item in a list that is written in brackets."""
    root = _map(item)
    if not root.flow_style:
        help = 'write the new one in braces, too, or the list with one "- " an item'
        raise CannotSplice(f'"{keys_of(keys)}" is a list in brackets, and what is to be added is none', help)
    shift = item.startswith(BYTE_ORDER_MARK)
    written = item[root.start_mark.index + shift : root.end_mark.index + shift]
    if node.value:
        end = data.end(text, node.value[-1])
        return f"{text[:end]}, {written}{text[end:]}"
    end = data.end(text, node) - 1
    return text[:end] + written + text[end:]


def _below(text: str, node: SequenceNode, item: str) -> str:
    """The item below the others of a block list, and below the comments that belong to the last of them."""
    last = node.value[-1]
    dash, column = _columns(text, last)
    at = _next_line(text, data.end(text, last))
    return _with_lines(text, _past_comments(text, at, dash), _item_lines(item, dash, column))


def _columns(text: str, item: Node) -> tuple[int, int]:
    """The columns of an item's dash and of its content."""
    start = item.start_mark.index + text.startswith(BYTE_ORDER_MARK)
    dash = text.rfind("-", 0, start)
    line = _line_start(text, dash)
    apart = _line_start(text, start) != line or bool(text[dash + 1 : start].strip())
    return dash - line, dash - line + 2 if apart else start - line


def _past_comments(text: str, at: int, column: int) -> int:
    """The place behind the comments that stand deeper than a column, blank lines between them included."""
    deeper = re.compile(rf"(?:[ \t]*+(?:\r\n|\n|\r))*+ {{{column + 1},}}#[^\r\n]*+(?:\r\n|\n|\r|\Z)")
    while found := deeper.match(text, at):
        at = found.end()
    return at


def _item_lines(item: str, dash: int, column: int) -> list[str]:
    """The lines of an item: its first one behind a dash, comments above it beside the dash."""
    text = item.removeprefix(BYTE_ORDER_MARK)
    root = _map(text).start_mark
    lines = LINE_END.split(text)
    above = [line.strip() for line in lines[: root.line]]
    lead = [" " * dash + line for line in above if line.startswith("#")]
    first = " " * dash + "-".ljust(column - dash) + lines[root.line][root.column :]
    return [*lead, first, *_indented(lines[root.line + 1 :], root.column, column)]


def _indented(lines: Sequence[str], margin: int, column: int) -> list[str]:
    """Lines moved from one column to another, up to the end of their document and without the blank ones there."""
    found = []
    for line in lines:
        if line.startswith("..."):
            break
        indent = min(margin, len(line) - len(line.lstrip(" ")))
        found.append(" " * column + line[indent:] if line else line)
    while found and not found[-1].strip():
        found.pop()
    return found


def _map(item: str) -> MappingNode:
    root = node_at(item, ())
    if not isinstance(root, MappingNode):
        raise CannotSplice("what is to be added is no map", "write its keys, each with its value")
    return root


def _with_lines(text: str, at: int, lines: Sequence[str]) -> str:
    """The text with more lines at a place where a line begins, or at the end of a text whose last line has no end."""
    newline = newline_of(text)
    if at == len(text) and at > 0 and text[-1] not in "\r\n":
        return text + newline + newline.join(lines)
    return text[:at] + "".join(line + newline for line in lines) + text[at:]


def _next_line(text: str, at: int) -> int:
    """Where the line after a place begins; the place itself where a line begins there."""
    if at == _line_start(text, at) and at > 0:
        return at
    found = LINE_END.search(text, at)
    return found.end() if found else len(text)


def _line_start(text: str, at: int) -> int:
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1


def _proven(before: str, after: str, keys: Keys, change: Callable[[Any], object]) -> str:
    """The new text, once it is shown to say what the old one said with just this change."""
    wanted = copy.deepcopy(data.read(before).value)
    holder = wanted
    for key in keys:
        holder = holder[key]
    change(holder)
    found = data.read(after)
    if found.flaws or found.value != wanted:
        where = f'"{keys_of(keys)}"' if keys else "the file"
        raise CannotSplice(f"{where} cannot be changed as it is written", "write it without anchors and odd indents")
    return after
