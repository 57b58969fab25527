"""Characters beyond the first plane as JSON escapes them, in two halves: ``"\\ud83d\\ude42"``.

Obsidian reads them in YAML, too, which libyaml refuses. For it the escapes of halves are written as those of characters
that nobody uses, of the same length, so that all places hold.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from yaml import YAMLError
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from yaml.tokens import ScalarToken

HALF = re.compile(r"\\u(?P<code>[dD][89a-fA-F][0-9a-fA-F]{2})")
FIRST, NUMBER = 0xD800, 0x800
UNUSED = (0xE000, 0xE800, 0xF000)  # where as many characters for private use begin


def with_halves(
    text: str, tokens: Callable[[str], Iterator[object]], compose: Callable[[str], Node | None], error: YAMLError
) -> Node | None:
    """The root node of a text that could not be composed, with the halves in its quotes; the ``error`` is raised where
    they are not what was wrong."""
    start = next((one for one in UNUSED if not _holds(text, one)), None)
    if start is None or not HALF.search(text):
        raise error
    shown = HALF.sub(lambda found: _escape(found, start), text)
    pieces, done = [], 0
    for token in tokens(shown):
        if isinstance(token, ScalarToken) and token.style == '"':
            first, last = token.start_mark.index, token.end_mark.index
            pieces += [text[done:first], shown[first:last]]
            done = last
    root = compose("".join(pieces) + text[done:])
    for node in _scalars(root):
        if node.style == '"':
            node.value = _joined(node.value, start)
    return root


def _holds(text: str, start: int) -> bool:
    """Whether a text has characters of such a range, as they are or escaped."""
    digits = "89a-f" if start & NUMBER else "0-7"
    written = rf"[{chr(start)}-{chr(start + NUMBER - 1)}]|\\u{start >> 12:x}[{digits}]"
    return re.search(written, text, re.IGNORECASE) is not None


def _escape(found: re.Match[str], start: int) -> str:
    return f"\\u{int(found['code'], 16) - FIRST + start:04x}"


def _joined(value: str, start: int) -> str:
    """A value with its halves put together; one that has no other half is no character."""
    halves = {start + at: FIRST + at for at in range(NUMBER)}
    return value.translate(halves).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _scalars(root: Node | None) -> Iterator[ScalarNode]:
    """All scalars below a node, each once."""
    seen: set[int] = set()
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node is None or id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, ScalarNode):
            yield node
        elif isinstance(node, SequenceNode):
            waiting += node.value
        elif isinstance(node, MappingNode):
            waiting += (part for pair in node.value for part in pair)
