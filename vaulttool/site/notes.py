"""The pages of the notes: what stands in each, what links to it, what is said of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from vaulttool.model.vault import Note
from vaulttool.parsing.document import Property
from vaulttool.site.material import Material
from vaulttool.site.names import address, title
from vaulttool.site.rendering import Rendering
from vaulttool.site.told import Told

LINKED = "[["
MOST_FINDINGS = 100  # on a note's page: the list of findings has all
MOST_BACKLINKS = 300  # likewise; more are on pages of their own
PICTURES = {".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".bmp"}
FILES = "files/"


class Reference(NamedTuple):
    """A note that links to another: what it is called and where its page is."""

    title: str
    page: str


class Value(NamedTuple):
    """A property of the front matter: each of its values with the page that it leads to, if any."""

    name: str
    values: Sequence[tuple[str, str]]


class NotePage(NamedTuple):
    """All that a note's page shows, beside its findings."""

    path: str
    title: str
    page: str
    status: str
    day: str
    properties: Sequence[Value]
    body: str
    backlinks: Sequence[Reference]
    problem: str


class Pages:
    """The notes of the site. The pictures that they show gather in ``pictures``: the place in the site of each, by its
    vault path."""

    def __init__(self, material: Material) -> None:
        self._material = material
        self._vault = material.sources.vault
        self._paths = frozenset(material.pages)
        self.pictures: dict[str, str] = {}
        self._rendering = Rendering(self._vault, self._paths.__contains__, self._picture)
        self.backlinks = self._backlinks()

    def __iter__(self) -> Iterator[NotePage]:
        for path in self._material.pages:
            yield self._page(self._vault.notes[path])

    def _page(self, note: Note) -> NotePage:
        if note.is_markdown and not note.problem:
            body = self._rendering.body(note, self._material.text(note.path))
        else:
            body = ""
        return NotePage(
            note.path,
            title(note.path),
            address(note.path),
            (self._material.sources.statuses.of(note) if note.is_markdown else None) or "",
            self._material.changed.get(note.path, ""),
            [self._value(one, note) for one in note.document.properties],
            body,
            [Reference(title(path), address(path)) for path in self.backlinks.get(note.path, ())],
            note.problem or ("" if note.is_markdown else "A canvas: Obsidian draws it."),
        )

    def _value(self, one: Property, note: Note) -> Value:
        return Value(one.name, [(text, self._target(text, note)) for text in _texts(one.value)])

    def _target(self, text: str, note: Note) -> str:
        """The page that a value leads to which is a wikilink."""
        if not (text.startswith(LINKED) and text.endswith("]]")):
            return ""
        target = self._vault.index.resolve(text[2:-2].partition("|")[0].partition("#")[0], note.path).target
        return address(target) if target in self._paths else ""

    def _picture(self, path: str) -> str:
        """Where a picture is, seen from a note's page."""
        known = self.pictures.get(path)
        if known is None:
            ending = path[path.rfind(".") :].lower() if "." in path else ""
            has = ending in PICTURES and self._material.picture(path) is not None
            name = address(path).rpartition("/")[2].removesuffix(".html")
            known = self.pictures[path] = f"{FILES}{name}{ending}" if has else ""
        return f"../{known}" if known else ""

    def _backlinks(self) -> Mapping[str, Sequence[str]]:
        """The notes that link to each, in order, by path."""
        found: dict[str, dict[str, None]] = {}
        for note, _, resolution in self._vault.links():
            target = resolution.target
            if target is not None and note.path in self._paths and target != note.path:
                found.setdefault(target, {})[note.path] = None
        return {target: list(sources) for target, sources in found.items()}


def shown(found: Sequence[Told]) -> Sequence[Told]:
    """The findings that a note's page has room for."""
    return found[:MOST_FINDINGS]


def _texts(value: Any) -> list[str]:
    """The values of a property as people read them."""
    if isinstance(value, list):
        return [text for one in value for text in _texts(one)]
    if isinstance(value, dict):
        return [f"{key}: {', '.join(_texts(one))}" for key, one in value.items()]
    if isinstance(value, bool):
        return ["yes" if value else "no"]
    return [] if value is None else [str(value)]
