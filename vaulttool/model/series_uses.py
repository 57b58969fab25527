"""The places of pages and files that name a Prometheus series, history apart."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from vaulttool.model.other_files import other_files
from vaulttool.model.past import Past, is_of_a_day, is_past, is_past_code, line_around
from vaulttool.model.records import Endpoint
from vaulttool.model.series import Catalogue, Named, expressions
from vaulttool.model.sources import Sources
from vaulttool.model.statements import Stretch, statements
from vaulttool.model.vault import Note
from vaulttool.parsing.prose import Prose
from vaulttool.text.span import Span

RECORD = re.compile(r"""^[ \t]*(?:-[ ]+)?record:[ \t]*["']?(?P<name>[A-Za-z_:][\w:]*+)""", re.MULTILINE)
REMARK = re.compile(r"(?:^|\s)(?:#|//)")
SAMPLE = re.compile(r"\s*[A-Za-z_:][\w:]*(?:\{[^{}]*\})?[ \t]+[-+\d.eENaInf]+\s*\Z")  # a series with its value
DENIAL = re.compile(
    r"\brefute|\bnot\b|!\s*(?:grep|rg)\b|\bgrep\b[^|]*\s-\w*v|assert_?not|\bnever\b|\bforbid|\bstale\b|\bold\b|\bgone\b",
    re.IGNORECASE,
)


class Use(NamedTuple):
    """A place that names a series: in a file, with the statement around it, and the endpoints that it is asked of."""

    path: str
    named: Named
    statement: str
    endpoints: tuple[Endpoint, ...]
    is_prose: bool = False


class Uses:
    """Looks for series on pages and in the other files of a repository."""

    def __init__(self, sources: Sources, past: Past) -> None:
        self.sources = sources
        self.past = past
        self.catalogue = Catalogue(sources.data)

    def on_pages(self, pages: Iterable[Note], prose: Callable[[Note], Prose]) -> Iterator[Use]:
        """The series in the prose, code spans and code blocks of pages that do not belong to the past."""
        for page in pages:
            text = self.sources.page_text(page)
            is_old = is_of_a_day(page.path) or self.past.has_page(page)
            if not is_old and any(prefix in text for prefix in self.catalogue.families):
                yield from self._on_page(page, prose(page))

    def in_files(self) -> Iterator[Use]:
        """The series in other files: in expressions those of any prefix, elsewhere those with a colon."""
        for path in other_files(self.sources):
            text = self.sources.text(path) or ""
            if any(prefix in text for prefix in self.catalogue.families):
                yield from self._in_file(path, text)

    @cached_property
    def recorded(self) -> frozenset[str]:
        """The names that recording rules of the files give."""
        files = [path for path in other_files(self.sources) if path.endswith((".yaml", ".yml", ".rules"))]
        found = [RECORD.finditer(self.sources.text(path) or "") for path in files]
        return frozenset(each["name"] for one in found for each in one)

    def _on_page(self, page: Note, prose: Prose) -> Iterator[Use]:
        present = self._endpoints(page)
        sections = self.past.sections(page.document)
        for one in statements(prose):
            for named in self.catalogue.named(prose.text, one.span):
                if _is_of_today(one, named) and not one.is_past(sections):
                    said = one.span.of(prose.text) if one.is_block else one.said(named.span)
                    asked = tuple(self.catalogue.selected(prose.text, named)) or self._only(present, said)
                    yield Use(page.path, named, said, asked, not one.is_block)

    def _endpoints(self, page: Note) -> tuple[Endpoint, ...]:
        """The endpoint that a page is about, where its open eras are all of one."""
        told = self.sources.statuses.eras.get(page.path, [])
        found = {one.endpoint.endpoint: one.endpoint for one in told}
        is_open = any(one.era.end is None for one in told)
        return tuple(found.values()) if len(found) == 1 and is_open else ()

    def _only(self, present: tuple[Endpoint, ...], said: str) -> tuple[Endpoint, ...]:
        """The page's endpoint, unless a statement speaks of another endpoint or engine, to compare the two."""
        mine = {name.name for one in present for name in one.names} | {one.endpoint for one in present}
        lower = said.lower()
        return () if any(other.lower() in lower for other in self._others - mine) else present

    @cached_property
    def _others(self) -> set[str]:
        """The names of all endpoints, engines and exporters."""
        data = self.sources.data
        engines = {era.engine for one in data.endpoints.values() for era in one.eras if era.engine}
        families = self.catalogue.families.values()
        return engines | set(data.by_name) | {word for one in families for word in (*one.engines, *one.exporters)}

    def _in_file(self, path: str, text: str) -> Iterator[Use]:
        spans = list(expressions(path, text))
        for span in spans:
            for named in self.catalogue.named_in_expression(text, span):
                if not _is_remark(path, text, named.span.start):
                    yield Use(path, named, span.of(text), tuple(self.catalogue.selected(text, named)))
        for named in self.catalogue.named(text, Span(0, len(text))):
            line = line_around(text, named.span.start, named.span.end)
            is_told = any(span.start <= named.span.start < span.end for span in spans)
            if not (is_told or _is_remark(path, text, named.span.start) or DENIAL.search(line)):
                yield Use(path, named, line, tuple(self.catalogue.selected(text, named)))


def _is_of_today(stretch: Stretch, named: Named) -> bool:
    """Whether a page names a series for its own sake: not as history, nor with a value that was read."""
    if not (stretch.is_code(named.span) or stretch.is_prose(named.span)):
        return False
    said = stretch.said(named.span)
    return not (is_past_code(said) or SAMPLE.match(said)) if stretch.is_block else not is_past(said)


def _is_remark(path: str, text: str, at: int) -> bool:
    """Whether a place in a file stands in a comment."""
    start = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    return not path.endswith(".json") and REMARK.search(text[start:at]) is not None
