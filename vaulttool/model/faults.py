"""What is wrong with a link: one fault at most, the first that fits, so that no link is reported twice."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from vaulttool.model import anchors
from vaulttool.model.anchors import AnchorKind
from vaulttool.model.resolve import Resolution
from vaulttool.model.vault import Note, Vault
from vaulttool.parsing.document import Link
from vaulttool.text.url import fully_decoded


class Fault(Enum):
    """The faults in the order in which they are looked for; each value is the name of a rule."""

    UNDECODED = "undecoded-link"
    BOGUS = "bogus-property-link"
    SPACED = "spaced-anchor"
    OUTSIDE = "outside-vault"
    CARD = "missing-card-file"
    BROKEN = "broken-link"
    NO_HEADING = "missing-heading"
    NO_BLOCK = "missing-block"
    UNSTABLE = "unstable-link"
    AMBIGUOUS = "ambiguous-link"


class Faulty(NamedTuple):
    """A link with its fault; ``detail`` is the path or target that would do, where there is one."""

    link: Link
    fault: Fault
    resolution: Resolution
    detail: str | None = None


def faults(vault: Vault, note: Note) -> Iterator[Faulty]:
    """The faulty links of a note. Links that a template fills in later have none."""
    path, index = note.path, vault.index
    for link in note.document.links:
        resolution = index.resolve(link.link, path) if link.kind != "card" else vault.resolve(link, path)
        if (len(resolution.candidates) == 1 and not link.subpath) or link.templated:
            continue
        faulty = _resolved(vault, link, resolution) if resolution.candidates else _unresolved(vault, note, link)
        if faulty:
            fault, detail = faulty
            yield Faulty(link, fault, resolution, detail)


def counts_as_unresolved(vault: Vault, note: Note, faulty: Faulty) -> bool:
    """Whether a faulty link counts in the number of unresolved ones.

    Markdown links to what exists in the repository do not, and links that a template fills in later have no fault.
    """
    return not faulty.resolution.candidates and is_unresolved(vault, note, faulty.link)


def is_unresolved(vault: Vault, note: Note, link: Link) -> bool:
    """Whether a link without a target counts so, likewise."""
    return not link.templated and vault.in_repository(link, note.path) is None


def _unresolved(vault: Vault, note: Note, link: Link) -> tuple[Fault, str | None]:
    """The fault of a link that leads nowhere."""
    if link.syntax == "markdown" and "%" in link.link:
        plain = vault.index.resolve(fully_decoded(link.link), note.path).target
        if plain:
            return Fault.UNDECODED, plain
    if link.kind == "property" and ("]]" in link.whole or "[[" in link.whole):
        return Fault.BOGUS, None
    if link.subpath and link.link != link.link.rstrip():
        plain = vault.index.resolve(link.link.rstrip(), note.path).target
        if plain:
            return Fault.SPACED, plain
    if outside := vault.in_repository(link, note.path):
        return Fault.OUTSIDE, outside
    return (Fault.CARD if link.kind == "card" else Fault.BROKEN), None


def _resolved(vault: Vault, link: Link, resolution: Resolution) -> tuple[Fault, str | None] | None:
    """The fault of a link whose file is there: its anchor, missing in every file that it may equally mean, or
    that it may mean more than one file."""
    tied = resolution.tied
    if all(vault.has_anchor(path, link.subpath) is False for path in tied):
        heading = anchors.kind(link.subpath) is AnchorKind.HEADING
        return (Fault.NO_HEADING if heading else Fault.NO_BLOCK), resolution.target
    if len(tied) > 1:
        return Fault.UNSTABLE, None
    return (Fault.AMBIGUOUS, None) if len(resolution.candidates) > 1 else None
