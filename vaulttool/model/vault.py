"""A vault: its notes, its files, and how its links resolve. Built from a mapping of path to Document."""

from __future__ import annotations

import copy
from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from vaulttool.model import anchors
from vaulttool.model.anchors import Anchors
from vaulttool.model.resolve import Index, Resolution
from vaulttool.parsing.document import Document, Link
from vaulttool.text.names import cleaned

if TYPE_CHECKING:
    from vaulttool.model.file_names import FileNames


def is_markdown(path: str) -> bool:
    """Whether a vault path is that of a note and not of a canvas."""
    return path.lower().endswith(".md")


class Note(msgspec.Struct, frozen=True):
    """A note or canvas: its vault path and what it says. ``problem`` says why it could not be read."""

    path: str
    document: Document
    problem: str | None = None

    @property
    def folder(self) -> str:
        """The vault path of the folder, empty for the root."""
        return self.path.rpartition("/")[0]

    @property
    def is_markdown(self) -> bool:
        """Whether it is a note and not a canvas."""
        return is_markdown(self.path)

    @property
    def is_broken(self) -> bool:
        """Whether its front matter cannot be read, or it cannot be read at all."""
        return self.problem is not None or any(
            trouble.kind in ("invalid-front-matter", "misplaced-front-matter") for trouble in self.document.troubles
        )

    @property
    def aliases(self) -> list[str]:
        """The aliases in its front matter, in lower case, each once."""
        declared = self.document.property("aliases") if self.document.properties else None
        values = declared.value if declared else None
        listed = [values] if isinstance(values, str) else values if isinstance(values, list) else []
        stripped = (cleaned(alias).strip().lower() for alias in listed if isinstance(alias, str))
        return list(dict.fromkeys(alias for alias in stripped if alias))


class Surroundings(msgspec.Struct, frozen=True):
    """What the vault can ask of the world around it, so that it needs no disk of its own.

    ``exists`` tells whether a path, relative to the repository's top, is a file or folder there; ``text``
    gives a note's text by vault path; ``prefix`` is the vault's own path below the top (empty or ``a/b/``).
    """

    exists: Callable[[str], bool] = lambda path: False
    text: Callable[[str], str] = lambda path: ""
    prefix: str = ""


class Vault:
    """The notes of a vault, by path, and its files. ``files`` are the vault paths of all files, notes included;
    ``notes`` are sorted by path if they come as a mapping.

    ``extras`` are pages outside the vault, by their path from its root (``../README.md``): Obsidian does not know
    them, and their links are none of its business.
    """

    def __init__(
        self,
        notes: Mapping[str, Note] | Iterable[Note],
        files: Iterable[str],
        around: Surroundings | None = None,
        extras: Iterable[Note] = (),
    ) -> None:
        self.extras: Mapping[str, Note] = _by_path(extras)
        self.notes: Mapping[str, Note] = notes if isinstance(notes, Mapping) else _by_path(notes)
        self.files: Set[str] = frozenset(files).union(self.notes)
        self.around = around or Surroundings()
        self._anchors: dict[str, Anchors] = {}

    @cached_property
    def index(self) -> Index:
        """All files by name; a run over unchanged notes asks for none."""
        return Index(self.files)

    def with_pages(self, pages: Iterable[Note], text: Callable[[str], str]) -> Vault:
        """The vault, were these some of its pages; ``text`` gives the text of any note. No file comes or goes."""
        other = copy.copy(self)
        changed = {page.path: page for page in pages}
        extras = {path: changed.pop(path) for path in [*changed] if path in self.extras}
        other.extras = {**self.extras, **extras}
        other.notes = ChainMap(changed, self.notes)  # type: ignore[arg-type]  # only the first of them is written to
        other.around = msgspec.structs.replace(self.around, text=text)
        other._anchors = {}
        other.__dict__.pop("alias_owners", None)
        return other

    def with_new(self, note: Note, text: Callable[[str], str]) -> Vault:
        """The vault with one more note; ``text`` gives the text of any note."""
        notes = _by_path([*self.notes.values(), note])
        around = msgspec.structs.replace(self.around, text=text)
        return Vault(notes, self.files, around, self.extras.values())

    def without(self, path: str) -> Vault:
        """The vault without one of its notes."""
        notes = _by_path(note for note in self.notes.values() if note.path != path)
        return Vault(notes, self.files - {path}, self.around, self.extras.values())

    def resolve(self, link: Link, source: str) -> Resolution:
        """The files that the link may mean, in Obsidian's order, seen from the note ``source``."""
        if link.kind == "card":  # a card names a full vault path
            return self.index.resolve("/" + link.link.lstrip("/"), source)
        return self.index.resolve(link.link, source)

    def page(self, path: str) -> Note | None:
        """The note, canvas or extra page at a path."""
        return self.notes.get(path) or self.extras.get(path)

    def has_anchor(self, path: str, subpath: str) -> bool | None:
        """Whether a file has what the subpath asks for; None where there is nothing to check."""
        if not anchors.parts(subpath):
            return None
        found = self.anchors(path)
        return None if found is None else found.find(subpath) is not None

    def anchors(self, path: str) -> Anchors | None:
        """What of a note can be linked to; None for what is no note and for one that could not be read."""
        note = self.notes.get(path)
        if note is None or not note.is_markdown or note.problem:
            return None
        known = self._anchors.get(path)
        if known is None:
            known = self._anchors[path] = Anchors(note.document)
        return known

    def links(self) -> Iterator[tuple[Note, Link, Resolution]]:
        """Every link that Obsidian records, with how it resolves, by note in path order."""
        for note in self.notes.values():
            for link in note.document.links:
                yield note, link, self.resolve(link, note.path)

    def in_repository(self, link: Link, source: str) -> str | None:
        """The repository path of an existing file or folder that a Markdown link names as a forge reads it.

        Read from the note's folder, or from the repository's top when it begins with ``/``. None where it
        names nothing there or leaves the repository. A query is no part of the name, save where Obsidian would
        find the file without it.
        """
        if link.syntax != "markdown" or not link.link:
            return None
        from vaulttool.text.url import fully_decoded

        written = fully_decoded(link.link)
        base = "" if written.startswith("/") else (self.around.prefix + source).rpartition("/")[0]
        path = _normal(base, written)
        if path and self.around.exists(path):
            return path
        plain = _normal(base, written.partition("?")[0]) if "?" in written else None
        beyond = plain and plain.removeprefix(self.around.prefix) not in self.files
        return plain if plain and beyond and self.around.exists(plain) else None

    @cached_property
    def file_names(self) -> FileNames:
        """Its files, to be searched by what their names look like."""
        from vaulttool.model.file_names import FileNames  # only where a link is broken

        return FileNames(self.files)

    @cached_property
    def alias_owners(self) -> Mapping[str, Sequence[str]]:
        """For each front-matter alias, in lower case, the paths of the notes that have it, in order."""
        found: dict[str, list[str]] = {}
        for note in self.notes.values():
            for alias in note.aliases:
                found.setdefault(alias, []).append(note.path)
        return found


def _by_path(notes: Iterable[Note]) -> Mapping[str, Note]:
    return {note.path: note for note in sorted(notes, key=lambda note: note.path)}


def _normal(base: str, written: str) -> str | None:
    """A path worked out from a base folder; None where it climbs out or is empty."""
    steps = [step for step in base.split("/") if step]
    for step in written.split("/"):
        if step == "..":
            if not steps:
                return None
            steps.pop()
        elif step not in ("", "."):
            steps.append(step)
    return "/".join(steps) or None
