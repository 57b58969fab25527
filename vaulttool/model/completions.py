"""What may be written at a place of a page: names of notes, headings, block ids, addresses, kinds, properties."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from vaulttool.model.addresses import addresses
from vaulttool.model.linking import Linker, heading_link
from vaulttool.model.rule import Claims
from vaulttool.model.shortest import shortest
from vaulttool.model.sources import Sources
from vaulttool.model.suggested import IN_MARKDOWN
from vaulttool.model.vault import Note
from vaulttool.text.span import Lines, Span

MOST = 200  # offers: an editor asks again as more is typed
WIKILINK = re.compile(r"\[\[(?P<name>[^\[\]|#\r\n]*+)(?P<anchor>\#[^\[\]|\r\n]*+)?$")
MARKDOWN = re.compile(r"\]\((?P<name><?[^()\s<>#]*+)(?P<anchor>\#[^()\s<>]*+)?$")
ADDRESS = re.compile(r"<!--\s*+=(?P<typed>[^\s>]*+)$")
ARGUMENT = re.compile(r"<!--\s*+vaulttool:begin\b.*?\b(?P<name>[a-z-]+)=\"(?P<typed>[^\"]*+)$")
REGION = re.compile(r"<!--\s*+vaulttool:begin\s+(?P<typed>[a-z-]*+)$")
SILENCE = re.compile(r"(?:<!--|%%)\s*+vaulttool:ignore(?:\s++[a-z-]++,?(?=\s))*+\s++(?P<typed>[a-z-]*+)$")
NAME_OF_A_PROPERTY = re.compile(r"(?P<typed>[\w-]*+)$")
VALUE_OF_A_PROPERTY = re.compile(r"(?P<name>[\w-]++):[ \t]++(?P<typed>[^\r\n]*+)$")


class Offer(NamedTuple):
    """Something that may be written: what people see, and the text that takes the place of ``span``. ``kind`` is file,
    alias, heading, block, figure, region, rule, argument, property or value; ``detail`` says more."""

    label: str
    text: str
    span: Span
    kind: str
    detail: str = ""


class Asked(NamedTuple):
    """A page with its text, and the place in it where something is being written."""

    page: Note
    text: str
    at: int


class Completions:
    """What may be written in the pages of a vault. ``rules`` and ``kinds`` give names with what they are about."""

    def __init__(
        self,
        sources: Sources,
        claims: Claims,
        rules: Callable[[], Mapping[str, str]],
        kinds: Callable[[], Mapping[str, str]],
    ) -> None:
        self.sources = sources
        self.vault = sources.vault
        self.claims = claims
        self.rules = rules
        self.kinds = kinds

    def offers(self, asked: Asked) -> list[Offer]:
        """What may be written at a place, at most so many that an editor can show them."""
        lines = Lines(asked.text)
        line = lines.span(lines.position(asked.at).line)
        before = asked.text[line.start : asked.at]
        return list(islice(self._offers(asked, before, asked.text[asked.at : line.end]), MOST))

    def _offers(self, asked: Asked, before: str, after: str) -> Iterator[Offer]:
        """What fits the text before the place, on its line; ``after`` is what follows there."""
        if found := WIKILINK.search(before):
            closing = "" if after.startswith("]]") else "]]"
            return self._in_a_wikilink(asked, found, closing, "\\|" if before.lstrip().startswith("|") else "|")
        if found := MARKDOWN.search(before):
            return self._in_a_markdown_link(asked, found, "" if after.startswith(")") else ")")
        for pattern, offers in (
            (ADDRESS, self._addresses),
            (ARGUMENT, self._arguments),
            (REGION, lambda found: self._named(self.kinds(), "region")),
            (SILENCE, lambda found: self._named(self.rules(), "rule")),
        ):
            if found := pattern.search(before):
                return _typed(offers(found), found["typed"], asked.at)
        if _in_front_matter(asked):
            return self._of_properties(asked, before)
        return iter(())

    def _in_a_wikilink(self, asked: Asked, found: re.Match[str], closing: str, bar: str) -> Iterator[Offer]:
        """Notes and files by name, notes by alias, or what of a note can be linked to."""
        name, anchor = found["name"], found["anchor"]
        if anchor is not None:
            target = self.vault.index.resolve(name.strip(), asked.page.path).target
            span = Span(asked.at - len(anchor), asked.at)
            yield from self._anchors(target or "", anchor, span, lambda text: text + closing)
            return
        span = Span(asked.at - len(name), asked.at)
        wanted = name.strip().lower()
        for path in self._files(wanted):
            shown = shortest(self.vault.index, path, asked.page.path)
            yield Offer(shown, shown + closing, span, "file", path)
        for alias, owners in self.vault.alias_owners.items():
            for owner in owners if wanted in alias else ():
                shown = shortest(self.vault.index, owner, asked.page.path)
                written = _as_written(self.vault.notes[owner], alias)
                yield Offer(written, f"{shown}{bar}{written}{closing}", span, "alias", f"alias of {owner}")

    def _in_a_markdown_link(self, asked: Asked, found: re.Match[str], closing: str) -> Iterator[Offer]:
        """Files by their path from the page, or what of a note can be linked to, as such a link has it."""
        name, anchor = found["name"].removeprefix("<"), found["anchor"]
        if anchor is not None:
            target = self._target(asked.page, name)
            span = Span(asked.at - len(anchor), asked.at)
            yield from self._anchors(target, anchor, span, lambda text: text.translate(IN_MARKDOWN) + closing)
            return
        span = Span(asked.at - len(found["name"]), asked.at)
        linker = Linker(self.vault, asked.page.path)
        for path in self._files(name.rpartition("/")[2].replace("%20", " ").lower()):
            written = linker.relative(path)
            yield Offer(written, written.translate(IN_MARKDOWN) + closing, span, "file", path)

    def _target(self, page: Note, name: str) -> str:
        """The file that a Markdown link names, as far as it is written."""
        from urllib.parse import unquote

        return self.vault.index.resolve(unquote(name), page.path).target or ""

    def _files(self, wanted: str) -> Iterator[str]:
        """The files whose name holds what is typed, those whose name begins with it first; with a folder typed, those
        whose path holds it."""
        known = self.vault.index.by_name
        folder, slash, name = wanted.rpartition("/")
        found = sorted((not one.startswith(name), one) for one in known if name in one)
        for _, one in found:
            yield from (path for path, lower in known[one] if folder + slash in lower)

    def _anchors(self, path: str, typed: str, span: Span, written: Callable[[str], str]) -> Iterator[Offer]:
        """The headings of a note that can be linked to, or its block ids."""
        known = self.vault.anchors(path)
        wanted = typed.rpartition("#")[2].strip().lower()
        if known is None:
            return
        if typed.startswith("#^"):
            for id in known.blocks:
                if id.startswith(wanted.removeprefix("^")):
                    yield Offer(f"^{known.blocks[id].id}", written(f"#^{known.blocks[id].id}"), span, "block", path)
            return
        for heading in known.headings:
            title = heading_link(heading.title)
            if title and wanted in title.lower():
                yield Offer(title, written("#" + title), span, "heading", f"level {heading.level}")

    def _addresses(self, found: re.Match[str]) -> Iterator[tuple[str, str, str]]:
        for address, detail in addresses(self.sources.data) if self.sources.has_data else ():
            yield address, "figure", detail

    def _arguments(self, found: re.Match[str]) -> Iterator[tuple[str, str, str]]:
        """The names of runs, endpoints and hosts, by the argument of a region that takes them."""
        data = self.sources.data
        known: Mapping[str, Iterable[str]] = {
            "run": data.runs,
            "runs": data.runs,
            "endpoint": data.endpoints,
            "host": data.hosts,
        }
        for name in known.get(found["name"], ()):
            yield name, "argument", found["name"]

    def _named(self, known: Mapping[str, str], kind: str) -> Iterator[tuple[str, str, str]]:
        for name, about in known.items():
            yield name, kind, about

    def _of_properties(self, asked: Asked, before: str) -> Iterator[Offer]:
        """Names and values of properties, from the schemas of the note."""
        schemas = [dict(schema.properties) for schema in self.claims.schemas(asked.page)]
        if found := VALUE_OF_A_PROPERTY.match(before):
            values = (value for known in schemas for value in _values(known.get(found["name"], {})))
            return _typed(((value, "value", found["name"]) for value in values), found["typed"], asked.at)
        if (found := NAME_OF_A_PROPERTY.match(before)) is None:
            return iter(())
        there = {one.name for one in asked.page.document.properties}
        names = {name: told for known in schemas for name, told in known.items() if name not in there}
        listed = ((name, "property", str(told.get("description", ""))) for name, told in names.items())
        typed = found["typed"]
        return (
            Offer(name, f"{name}: ", Span(asked.at - len(typed), asked.at), kind, detail)
            for name, kind, detail in listed
            if name.startswith(typed)
        )


def _typed(known: Iterable[tuple[str, str, str]], typed: str, at: int) -> Iterator[Offer]:
    """The offers that begin with what is typed, each once."""
    span = Span(at - len(typed), at)
    for name, kind, detail in dict.fromkeys(known):
        if name.lower().startswith(typed.lower()):
            yield Offer(name, name, span, kind, detail)


def _in_front_matter(asked: Asked) -> bool:
    """Whether the place lies between the dashes at the top."""
    text = asked.text.removeprefix("\ufeff")
    above = asked.text[: asked.at]
    closed = re.search(r"[\r\n]---", above)
    return text.startswith("---") and asked.at > 3 and closed is None


def _values(told: Any) -> Iterator[str]:
    """The words that a schema lets a property have."""
    if isinstance(told, Mapping):
        if isinstance(told.get("const"), str):
            yield told["const"]
        yield from (value for value in told.get("enum", ()) if isinstance(value, str))
        for part in (*told.get("anyOf", ()), *told.get("oneOf", ()), told.get("items")):
            yield from _values(part)


def _as_written(note: Note, alias: str) -> str:
    """An alias in the letters in which its note has it."""
    declared = note.document.property("aliases")
    values = declared.value if declared else alias
    listed = values if isinstance(values, list) else [values]
    return next((one.strip() for one in listed if isinstance(one, str) and one.strip().lower() == alias), alias)
