"""What keeps a vault in order: generated parts and their state, suppressions, the baseline."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from vaulttool.model.state import State
from vaulttool.site.material import Material
from vaulttool.site.names import address, title
from vaulttool.text.span import Lines


class Generated(NamedTuple):
    """A region, or a whole file, with its state; ``page`` is empty where the site has none for it."""

    what: str
    where: str
    page: str
    state: str
    is_fresh: bool
    why: str


class Suppression(NamedTuple):
    """A comment that silences rules in a note, with its reason."""

    where: str
    page: str
    line: int
    rules: str
    reach: str
    reason: str


def generated(material: Material) -> list[Generated]:
    """Every generated part, those that are not fresh first."""
    pages = frozenset(material.pages)
    found = [
        Generated(
            one.region.name,
            title(one.page.path),
            address(one.page.path) if one.page.path in pages else "",
            one.state.value,
            one.state is State.FRESH,
            one.error.message if one.error else "",
        )
        for one in material.regions
    ]
    found += [
        Generated(
            "whole file",
            one.output.path,
            "",
            one.state.value,
            one.state is State.FRESH,
            one.error.message if one.error else "",
        )
        for one in material.outputs
    ]
    return sorted(found, key=lambda one: (one.is_fresh, one.where, one.what))


def suppressions(material: Material) -> Iterator[Suppression]:
    """Every suppression, by note."""
    for path in material.pages:
        note = material.sources.vault.notes[path]
        if note.document.allowances:
            lines = Lines(material.text(path))
            for one in note.document.allowances:
                yield Suppression(
                    title(path),
                    address(path),
                    lines.position(one.span.start).line,
                    ", ".join(one.rules) or "every rule",
                    "the whole file" if one.whole else "a stretch" if one.end else "one place",
                    one.reason,
                )
