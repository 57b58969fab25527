"""What client configurations promise of a model: how many tokens of context it takes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from vaulttool.parsing import data
from vaulttool.parsing.data import MappingNode, Node, SequenceNode
from vaulttool.text.span import BYTE_ORDER_MARK, Span

MODEL_KEYS = ("model", "modelid")  # what a client asks for; a name beside it may be anything
NAME_KEYS = (*MODEL_KEYS, "id", "modelname", "servedname", "servedmodelname", "name", "alias", "default")
CONTEXT_KEYS = frozenset((
    "context", "contextlength", "contextlimit", "contextsize", "contexttokens", "contextwindow", "ctx", "ctxlen",
    "ctxsize", "maxcompletiontokens", "maxcontext", "maxcontextlength", "maxcontextsize", "maxcontexttokens",
    "maxcontextwindow", "maxctx", "maxinputtokens", "maxmodellen", "maxoutputtokens", "maxprompttokens", "maxseqlen",
    "maxsequencelength", "maxtokens", "modelmaxlength", "nctx", "numctx",
))  # fmt: skip
PARTS = frozenset((  # tables that are about the model whose table they stand in
    "capabilities", "config", "defaults", "extra", "info", "limit", "limits", "litellmparams", "modelinfo", "options",
    "parameters", "params", "settings",
))  # fmt: skip
TOKENS = re.compile(r"(?P<number>\d[\d_,]*(?:\.\d+)?)\s?(?P<unit>[kKmM]?)")
UNITS = {"": 1, "k": 1_000, "m": 1_000_000}
COMMENT = re.compile(r'"(?:[^"\\\r\n]|\\.)*+"|(?P<comment>//[^\r\n]*|/\*[\s\S]*?(?:\*/|\Z))')
NO_LINE_END = re.compile(r"[^\r\n]")
MERGED = "<<"
MOST_VALUES = 100_000
DEEPEST = 100
LONGEST = 40  # characters of a number


class Leaf(NamedTuple):
    """A value as its text; None for a place that is to be searched for."""

    text: str
    span: Span | None


class Promise(NamedTuple):
    """A number of tokens that a client expects a model to take, and where it stands."""

    span: Span
    key: str
    name: str
    tokens: int


def promises(path: str, text: str, names: Collection[str], keys: Collection[str] = ()) -> Iterator[Promise]:
    """What a YAML, JSON or TOML file promises of the models with these names; nothing where it cannot be read.

    ``keys`` are more names of keys that hold a number of tokens.
    """
    content = _toml(text) if path.endswith(".toml") else _nodes(text, path.endswith((".yaml", ".yml")))
    done = 0
    for key, leaf, name in _found(content, "", names, CONTEXT_KEYS | {_key(key) for key in keys}):
        tokens = tokens_of(leaf.text)
        span = leaf.span or _searched(text, key, leaf.text, max(done, text.find(name)))
        done = span.end
        if tokens is not None:
            yield Promise(span, key, name, tokens)


def tokens_of(text: str) -> int | None:
    """A number of tokens as it is written, the least that it can mean: ``200k`` is 200,000."""
    found = TOKENS.fullmatch(text.strip())
    if found is None or len(text) > LONGEST:
        return None
    return int(float(found["number"].replace("_", "").replace(",", "")) * UNITS[found["unit"].lower()])


def _found(content: Any, name: str, names: Collection[str], keys: Collection[str]) -> Iterator[tuple[str, Leaf, str]]:
    """The values of keys for a number of tokens in tables that are about a model, with their key and its name.

    ``name`` is that of the model whose table the content is, empty where it is none.
    """
    if isinstance(content, list):
        for one in content:
            yield from _found(one, "", names, keys)
    if not isinstance(content, dict):
        return
    own = _name(content, names)
    name = name if own is None else own
    for key, value in content.items():
        if name and isinstance(value, Leaf) and _key(key) in keys:
            yield key, value, name
        elif isinstance(value, (dict, list)):
            below = key if _wire(key, names) else name if _key(key) in PARTS or key == MERGED else ""
            yield from _found(value, below, names, keys)


def _name(content: Mapping[str, Any], names: Collection[str]) -> str | None:
    """Which of the names a table bears; empty where it bears another one, None where it bears none at all."""
    called = {_key(key): value.text for key, value in content.items() if isinstance(value, Leaf)}
    told = [called[key] for key in NAME_KEYS if key in called]
    asked = [called[key] for key in MODEL_KEYS if key in called]
    if not told:
        return None
    return next((one for one in asked or told if _wire(one, names)), "")


def _wire(name: str, names: Collection[str]) -> bool:
    """Whether a name is one of those, be it behind that of a provider."""
    return name in names or name.rpartition("/")[2] in names


def _key(key: str) -> str:
    """A key without case, hyphens and underscores."""
    return key.lower().replace("_", "").replace("-", "")


def _nodes(text: str, is_yaml: bool) -> Any:
    """The content of a YAML or JSON text with the place of every value; None for one that is neither."""
    text = text if is_yaml else _without_comments(text)
    node = data.whole(text)
    try:
        return _Reading(text).value(node, 0) if node is not None else None
    except _TooMuch:
        return None


class _Reading:
    """The nodes of one text made into tables, lists and leaves."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.shift = int(text.startswith(BYTE_ORDER_MARK))
        self.values = 0

    def value(self, node: Node, depth: int) -> Any:
        self.values += 1
        if depth > DEEPEST or self.values > MOST_VALUES:
            raise _TooMuch
        if isinstance(node, MappingNode):
            return {str(key.value): self.value(value, depth + 1) for key, value in node.value}
        if isinstance(node, SequenceNode):
            return [self.value(one, depth + 1) for one in node.value]
        return Leaf(str(node.value), Span(node.start_mark.index + self.shift, data.end(self.text, node)))


class _TooMuch(Exception):
    """A file nested so deep, or growing so large through its aliases, that it is not read on."""


def _without_comments(text: str) -> str:
    """A JSON text with blanks in the place of its comments and tabs."""
    blank = COMMENT.sub(lambda found: NO_LINE_END.sub(" ", found[0]) if found["comment"] else found[0], text)
    return blank.replace("\t", " ")


def _toml(text: str) -> Any:
    import tomllib  # only for a client's configuration: it takes time to import

    try:
        return _leaves(tomllib.loads(text.removeprefix(BYTE_ORDER_MARK)))
    except (tomllib.TOMLDecodeError, RecursionError):
        return None


def _leaves(content: Any) -> Any:
    if isinstance(content, dict):
        return {key: _leaves(value) for key, value in content.items()}
    if isinstance(content, list):
        return [_leaves(value) for value in content]
    return Leaf(str(content), None)


def _searched(text: str, key: str, value: str, done: int) -> Span:
    """Where a key with such a value stands, after a place if possible; the top where it is written in another way."""
    pattern = re.compile(rf"""(?<![\w-])["']?{re.escape(key)}["']?[ \t]*=[ \t]*["']?(?P<value>[\w.,+-]+)""")
    places = [
        Span(*found.span("value")) for found in pattern.finditer(text) if found["value"].replace("_", "") == value
    ]
    later = [place for place in places if place.start >= done]
    return next(iter(later or places), Span(0, 0))
