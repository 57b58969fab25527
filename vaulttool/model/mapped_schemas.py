"""Which notes of a vault could be held to which schema: by their type, or without types by their folder."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from vaulttool.model.inferred_schema import FEWEST, inferred
from vaulttool.model.left_out import anchored
from vaulttool.parsing.document import Document

NAME = re.compile(r"[^\W_]+")
FEWEST_IN_A_FOLDER = 10
Fits = Callable[[str, Collection[str]], bool]


class Mapped(NamedTuple):
    """A schema for some notes: the table of ``[schemas]`` that maps it (types or paths) and its key there, its name,
    its content (None for a shipped one), why, and the notes."""

    table: str
    key: str
    name: str
    content: Mapping[str, Any] | None
    reason: str
    notes: Sequence[str]


class Few(NamedTuple):
    """A type that too few notes have for anything to be inferred."""

    kind: str
    notes: int


def mapped_schemas(
    documents: Mapping[str, Document], declared: Mapping[str, str], shipped: Collection[str], fits: Fits
) -> tuple[list[Mapped], list[Few]]:
    """The schemas for these notes, by path, and the types without one.

    ``shipped`` are the names of schemas that are there already; one that has the name of a type is taken where its
    notes fit it, as ``fits`` tells, and its name is given to no other.
    """
    types = by_type(documents)
    if not types:
        return list(_by_folder(documents, declared, _Names(shipped))), []
    names = _Names(shipped)
    found, few = [], []
    for kind, paths in types.items():
        if kind in shipped and fits(kind, paths):
            reason = f"{_notes(paths)}; all fit the schema that vaulttool has for it"
            found.append(Mapped("types", kind, kind, None, reason, paths))
        elif len(paths) < FEWEST:
            few.append(Few(kind, len(paths)))
        else:
            why = f'Inferred by "vaulttool init" from the {len(paths)} notes of the type "{kind}".'
            content = inferred(kind, why, [documents[path] for path in paths], declared, kind)
            found.append(Mapped("types", kind, names.new(kind), content, f"{_notes(paths)}, inferred", paths))
    return found, few


def by_type(documents: Mapping[str, Document]) -> dict[str, list[str]]:
    """The paths of notes by the value of their property ``type``, the most frequent first."""
    found: dict[str, list[str]] = {}
    for path, document in documents.items():
        kind = document.property("type")
        if kind is not None and isinstance(kind.value, str) and kind.value.strip() and not kind.templated:
            found.setdefault(kind.value, []).append(path)
    return dict(sorted(found.items(), key=lambda one: (-len(one[1]), one[0])))


def _by_folder(documents: Mapping[str, Document], declared: Mapping[str, str], names: _Names) -> Iterator[Mapped]:
    """A schema for each folder at the top whose notes all have a property in common."""
    folders = Counter(path.partition("/")[0] for path in documents if "/" in path)
    for folder in sorted(folders):
        paths = [path for path in documents if path.startswith(folder + "/")]
        why = f'Inferred by "vaulttool init" from the {len(paths)} notes in the folder "{folder}".'
        content = inferred(folder, why, [documents[path] for path in paths], declared)
        if "required" in content and len(paths) >= FEWEST_IN_A_FOLDER:
            reason = f"{_notes(paths)}, inferred"
            yield Mapped("paths", anchored(folder) + "/**", names.new(folder), content, reason, paths)


class _Names:
    """Names of schemas, none given twice, whatever the case: they are names of files."""

    def __init__(self, taken: Collection[str]) -> None:
        self.taken = {name.casefold() for name in taken}

    def new(self, title: str) -> str:
        """A name like the title."""
        plain = "-".join(NAME.findall(title.lower())) or "notes"
        candidates = [plain, *(f"{plain}-{number}" for number in range(2, len(self.taken) + 3))]
        name = next(one for one in candidates if one.casefold() not in self.taken)
        self.taken.add(name.casefold())
        return name


def _notes(paths: Collection[str]) -> str:
    return f"{len(paths)} note{'' if len(paths) == 1 else 's'}"
