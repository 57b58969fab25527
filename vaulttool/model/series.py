"""The Prometheus series that the data know, where a text names one, and which engines export it today."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from vaulttool.model.dataset import Dataset
from vaulttool.model.records import Endpoint, Series
from vaulttool.text.span import Span

PARTS = ("_bucket", "_sum", "_count", "_created", "_total")  # of a histogram, summary or counter
BEYOND = re.compile(r"[*?+($/@\\-]|\.[\w*+]")  # behind what is a pattern, an image or a path, and no name
JSON_EXPRESSION = re.compile(r'"(?:expr|expression|query)"[ \t]*:[ \t]*"(?P<value>(?:[^"\\\r\n]|\\.)*+)"')
YAML_EXPRESSION = re.compile(r"^(?P<indent>[ ]*(?:-[ ]+)?)expr:(?P<value>[^\r\n]*+)", re.MULTILINE)
LINE = re.compile(r"\r?\n(?P<indent>[ ]*)(?P<rest>[^\r\n]*+)")
STRING = re.compile(r"""\\?"(?:[^"\\]|\\[^"])*+\\?"|'[^']*+'""")
LABEL = re.compile(r"\s*(?:=~|!~|!=|=(?!=))")  # behind the name of a label
SELECTOR = re.compile(r"\{(?P<matchers>[^{}]{0,400})\}")
MATCHER = re.compile(
    r"""\b(?:job|instance|endpoint|service|model_name)[ ]*=~?[ ]*\\?["'](?P<value>[\w.-]++(?:\|[\w.-]++)*+)\\?["']"""
)


class Named(NamedTuple):
    """A place that names a series, and the prefix of its family."""

    span: Span
    name: str
    prefix: str


class Catalogue:
    """The series of the data, by the prefix of their names."""

    def __init__(self, data: Dataset) -> None:
        self.data = data
        self.families: Mapping[str, Series] = data.series

    def named(self, text: str, within: Span) -> Iterator[Named]:
        """Where a stretch of text names a series with a colon in its prefix, and an underscore after it, without which
        it may be the tag of an image. Those without a colon, as ``node_``, look like any other word."""
        yield from (one for one in self._found(self._with_colon, text, within) if "_" in one.name[len(one.prefix) :])

    def named_in_expression(self, text: str, within: Span) -> Iterator[Named]:
        """Where an expression names a series, whatever its prefix."""
        plain = _without_strings(within.of(text))
        for found in self._found(self._with_any, plain, Span(0, len(plain))):
            if not LABEL.match(plain, found.span.end):
                start, end = (within.start + at for at in (found.span.start, found.span.end))
                yield found._replace(span=Span(start, end))

    def is_listed(self, named: Named, is_prose: bool = False) -> bool:
        """Whether the data list a series. Prose may leave out ``_total`` and the like."""
        family = self.families[named.prefix]
        name = named.name
        if not family.names:
            return True
        bases = {name, *(name.removesuffix(part) for part in PARTS)}
        if any(base in family.names for base in bases):
            return True
        if is_prose and any(name + part in family.names for part in PARTS):
            return True
        return any(one.endswith("*") and name.startswith(one[:-1]) for one in family.names)

    def is_gone(self, prefix: str) -> bool:
        """Whether nothing exports a family today: every open era has an engine, and none is one of the family's."""
        family = self.families[prefix]
        return bool(family.engines) and not family.exporters and bool(self._engines) and not self._has(family, None)

    def lacks(self, endpoint: Endpoint, prefix: str) -> str | None:
        """The engine of an endpoint if that exports other series than those of a family; None where it exports them or
        where that is not known."""
        engines = [era.engine for era in endpoint.eras if era.end is None]
        family = self.families[prefix]
        if not family.engines or len(engines) != 1 or engines[0] is None or not self._is_known(engines[0]):
            return None
        return None if engines[0] in family.engines else engines[0]

    def selected(self, text: str, named: Named) -> Iterator[Endpoint]:
        """The endpoints that the selector behind a series picks: ``{job="frank-primary"}``."""
        selector = SELECTOR.match(text, named.span.end)
        for matcher in MATCHER.finditer(selector["matchers"]) if selector else ():
            for value in matcher["value"].split("|"):
                endpoint = self.data.by_name.get(value)
                if endpoint is not None:
                    yield endpoint

    @cached_property
    def _engines(self) -> frozenset[str]:
        """The engines of all open eras; none at all where one of them is not known, or an endpoint went on without a
        record."""
        found: set[str] = set()
        for endpoint in self.data.endpoints.values():
            still = [era.engine for era in endpoint.eras if era.end is None]
            if any(engine is None or not self._is_known(engine) for engine in still):
                return frozenset()
            if not still and endpoint.eras and endpoint.eras[-1].continued_as is not None:
                return frozenset()
            found.update(engine for engine in still if engine)
        return frozenset(found)

    def _has(self, family: Series, engine: str | None) -> bool:
        return any(one in family.engines for one in ((engine,) if engine else self._engines))

    def _is_known(self, engine: str) -> bool:
        """Whether some family is said to be exported by an engine."""
        return any(engine in family.engines for family in self.families.values())

    def _found(self, pattern: re.Pattern[str] | None, text: str, within: Span) -> Iterator[Named]:
        for found in pattern.finditer(text, within.start, within.end) if pattern else ():
            name, rest = found[0], found["rest"]
            if name[-1] not in "_:" and ":" not in rest and not BEYOND.match(text, found.end()):
                yield Named(Span(*found.span()), name, found["prefix"])

    @cached_property
    def _with_colon(self) -> re.Pattern[str] | None:
        return _pattern([prefix for prefix in self.families if prefix.endswith(":")])

    @cached_property
    def _with_any(self) -> re.Pattern[str] | None:
        return _pattern(list(self.families))


def expressions(path: str, text: str) -> Iterator[Span]:
    """The PromQL expressions in a dashboard or a rules file."""
    if path.endswith(".json"):
        yield from (Span(*found.span("value")) for found in JSON_EXPRESSION.finditer(text))
    elif path.endswith((".yaml", ".yml", ".rules")):
        end = 0
        for found in YAML_EXPRESSION.finditer(text):
            if found.start() >= end:
                end = _end_of_block(text, found)
                yield Span(found.start("value"), end)


def _pattern(prefixes: list[str]) -> re.Pattern[str] | None:
    if not prefixes:
        return None
    known = "|".join(map(re.escape, sorted(prefixes, key=len, reverse=True)))
    return re.compile(rf"(?<![\w:./@$-])(?P<prefix>{known})(?P<rest>[A-Za-z_][A-Za-z0-9_:]*+)")


def _without_strings(expression: str) -> str:
    """An expression with blanks in the place of its strings."""
    return STRING.sub(lambda found: " " * len(found[0]), expression)


def _end_of_block(text: str, found: re.Match[str]) -> int:
    """Where the value of a key ends: before the next line that is not deeper than the key."""
    depth, end = len(found["indent"]), found.end()
    while line := LINE.match(text, end):
        if line["rest"] and len(line["indent"]) <= depth:
            break
        end = line.end()
        if end == line.start():
            break
    return end
