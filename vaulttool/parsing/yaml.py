"""The door to PyYAML: a text in, its nodes out, scalars read as YAML 1.2 core has them."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from typing import Any

from yaml import YAMLError
from yaml.cyaml import CParser  # type: ignore[attr-defined]  # its stubs do not list it
from yaml.nodes import MappingNode, Node, ScalarNode
from yaml.resolver import Resolver
from yaml.tokens import ScalarToken

BLANK_WITH_TAB = re.compile(r"^[ \t]*\t[ \t]*(?=\r?$)", re.MULTILINE)
DEEPEST = 100
LARGEST_INTEGER = 2**63
MOST_VALUES = 100_000

NULL, BOOL = "tag:yaml.org,2002:null", "tag:yaml.org,2002:bool"
STRING, SEQUENCE, MAPPING = "tag:yaml.org,2002:str", "tag:yaml.org,2002:seq", "tag:yaml.org,2002:map"
INT, FLOAT = "tag:yaml.org,2002:int", "tag:yaml.org,2002:float"
YAML_12_CORE = (
    (NULL, r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
    (BOOL, r"^(?:true|True|TRUE|false|False|FALSE)$", list("tTfF")),
    (INT, r"^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$", list("-+0123456789")),
    (FLOAT, r"^(?:[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$",
     list("-+.0123456789")),
)  # fmt: skip


class Loader(CParser, Resolver):
    """PyYAML's C parser with the scalars of YAML 1.2 core: dates, ``yes`` and ``12:30`` are strings.

    It gives nodes; nothing of it constructs objects.
    """

    yaml_implicit_resolvers = {}  # noqa: RUF012 - PyYAML's own way to declare them

    def __init__(self, stream: str) -> None:
        CParser.__init__(self, stream)
        Resolver.__init__(self)

    def descend_resolver(self, current_node: Node | None, current_index: object) -> None:
        """No tag depends on the path to a node."""

    def ascend_resolver(self) -> None:
        """No tag depends on the path to a node."""

    def resolve(self, kind: type[Node], value: str, implicit: tuple[bool, bool]) -> str:
        """The tag of a node without one; PyYAML's own way does the same and looks for paths, too."""
        if kind is not ScalarNode:
            return MAPPING if kind is MappingNode else SEQUENCE
        return plain_tag(value) if implicit[0] else STRING


for _tag, _pattern, _first in YAML_12_CORE:
    Loader.add_implicit_resolver(_tag, re.compile(_pattern), _first)


def plain_tag(text: str) -> str:
    """The tag of a scalar that stands without quotes and without a tag."""
    for tag, pattern in Loader.yaml_implicit_resolvers.get(text[:1], ()):
        if pattern.match(text):
            return str(tag)
    return STRING


TYPED = frozenset(Loader.yaml_implicit_resolvers)  # what a plain scalar begins with that may be no string


def composed(text: str) -> Node | None:
    """The root node of a text, with the place of every value; ``yaml.YAMLError`` where it is no YAML."""
    if "\t" in text:
        text = BLANK_WITH_TAB.sub(lambda found: " " * len(found[0]), text)
    try:
        return _composed(text)
    except YAMLError as error:
        if "\\u" not in text:
            raise
        from vaulttool.parsing.half_characters import with_halves  # only where there may be some

        return with_halves(text, _tokens, _composed, error)


def _composed(text: str) -> Node | None:
    node: Node | None = Loader(text).get_single_node()
    return node


def values(text: str) -> list[tuple[int, int]]:
    """Where the scalars of a text stand, up to where it is no YAML any more."""
    scalars = (token for token in _tokens(text) if isinstance(token, ScalarToken))
    return [(token.start_mark.index, token.end_mark.index) for token in scalars]


def _tokens(text: str) -> Iterator[object]:
    """The tokens of a text, up to where it is no YAML any more."""
    loader = Loader(text)
    with contextlib.suppress(YAMLError):
        while loader.check_token():
            yield loader.get_token()


def scalar(node: ScalarNode) -> Any:
    """The value of a scalar: None, bool, int, float or str; any other tag is plain text."""
    return _value(node.tag, node.value)


def plain_value(text: str) -> Any:
    """The value of a scalar that stands without quotes and without a tag."""
    return _value(plain_tag(text), text) if text[:1] in TYPED else text


def _value(tag: str, text: str) -> Any:
    """A scalar's text as the value that its tag makes of it."""
    if tag == STRING:
        return text
    if tag == NULL:
        return None
    if tag == BOOL:
        return text.lower() == "true"
    try:
        if tag == INT:
            number = int(text, 0) if text[:2] in ("0o", "0x") else int(text)
            return number if abs(number) < LARGEST_INTEGER else float(number)
        if tag == FLOAT:
            return float(text.lower().replace(".inf", "inf").replace(".nan", "nan"))
    except (ValueError, OverflowError):
        return text
    return text


def nesting(block: str) -> int:
    """An upper bound of how deep the block nests: flow brackets, and dashes or indents of a line."""
    if len(block) <= DEEPEST:
        return 0
    deepest = depth = 0
    if block.count("[") + block.count("{") > DEEPEST:
        for character in block:
            depth += (character in "[{") - (character in "]}")
            deepest = max(deepest, depth)
    for line in block.splitlines():
        if len(line) > DEEPEST:
            dashes = len(line) - len(line.lstrip(" -?:"))
            deepest = max(deepest, dashes // 2)
    return deepest
