"""What parsing a note yields: frozen records, each with its span of characters in the text as read."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from vaulttool.text.span import Span

LinkKind = Literal["link", "embed", "property", "card"]
Syntax = Literal["wiki", "markdown", "canvas"]


def is_templated(text: str) -> bool:
    """Whether a text holds a placeholder of a template."""
    return ("{{" in text and "}}" in text) or ("<%" in text and "%>" in text)


class Record(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """The base of everything that is kept of a note."""


class Property(Record, frozen=True):
    """A top-level property of the front matter; ``value`` holds plain YAML 1.2 data, dates as strings."""

    span: Span
    value_span: Span
    name: str
    value: Any

    @property
    def templated(self) -> bool:
        """Whether a template fills the value in later, so that no rule speaks of it."""
        return isinstance(self.value, str) and is_templated(self.value)


class Heading(Record, frozen=True):
    """A heading; ``title`` is its raw source without marks. Only ``top`` ones can be linked to."""

    span: Span
    level: int
    title: str
    top: bool


class Block(Record, frozen=True):
    """A block id (``^id``), in the case in which it is written; it is looked up without case."""

    span: Span
    id: str


class Link(Record, frozen=True):
    """A link that Obsidian records.

    ``link`` is the cleaned linkpath, ``subpath`` begins with ``#`` or is empty. ``target_span`` covers what
    is written for both, ``anchor_start`` is where the ``#`` stands in the text (the end of ``target_span``
    where there is none). ``kind`` is link, embed, property or card; ``syntax`` wiki, markdown or canvas.
    """

    span: Span
    target_span: Span
    anchor_start: int
    link: str
    subpath: str
    display: str | None
    kind: LinkKind
    syntax: Syntax

    @property
    def whole(self) -> str:
        """The cleaned text with its subpath."""
        return self.link + self.subpath

    @property
    def templated(self) -> bool:
        """Whether a template fills the link in later, so that no rule speaks of it."""
        return is_templated(self.link + self.subpath)


class Tag(Record, frozen=True):
    """A tag without its ``#``, from the body or from the property ``tags``."""

    span: Span
    name: str


class Footnote(Record, frozen=True):
    """The definition of a footnote."""

    span: Span
    id: str


class Allowance(Record, frozen=True):
    """A suppression comment: ``rules`` (empty for all) are silent for what begins in ``covers``.

    ``names`` are where the rules are named; ``reason`` is what stands behind a dash. ``end`` has the comment that ends
    a range and where it names the rules again, and is empty for others. ``whole`` says that it is for the whole file.
    """

    span: Span
    rules: tuple[str, ...]
    covers: Span
    names: tuple[Span, ...] = ()
    reason: str = ""
    end: tuple[Span, ...] = ()
    whole: bool = False


class Region(Record, frozen=True):
    """A generated stretch of a page, from its begin marker to its end marker.

    ``begin`` and ``end`` are the markers, ``body`` what stands between their lines; ``text`` is that with LF line
    ends. ``sum`` is the checksum in the end marker, empty where there is none; ``newline`` the line end after the
    begin marker. ``conflict`` says that git left a conflict in it; if that holds the end markers of both sides,
    ``end`` covers it, and in any case ``text`` goes on to where ``end`` ends.
    """

    span: Span
    begin: Span
    body: Span
    end: Span
    kind: str
    arguments: tuple[tuple[str, str], ...]
    sum: str
    text: str
    newline: str
    conflict: bool

    @property
    def name(self) -> str:
        """What tells it from others of its page: its kind, and its id if it has one."""
        id = dict(self.arguments).get("id")
        return f"{self.kind}#{id}" if id else self.kind


class Figure(Record, frozen=True):
    """A number in prose with the address of its datum behind it: ``span`` covers the number, ``marker`` the comment.

    ``unit`` is the unit's word between the two, empty where there is none.
    """

    span: Span
    marker: Span
    printed: str
    unit: str
    address: str


class Trouble(Record, frozen=True):
    """Something that the text itself shows to be wrong; ``kind`` is the name of the rule that speaks of it."""

    span: Span
    kind: str
    detail: str


class Document(Record, frozen=True):
    """All that is known of one note from its text alone; ``length`` is that of the text in characters."""

    properties: tuple[Property, ...] = ()
    headings: tuple[Heading, ...] = ()
    blocks: tuple[Block, ...] = ()
    links: tuple[Link, ...] = ()
    tags: tuple[Tag, ...] = ()
    footnotes: tuple[Footnote, ...] = ()
    allowances: tuple[Allowance, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    regions: tuple[Region, ...] = ()
    figures: tuple[Figure, ...] = ()
    length: int = 0

    def property(self, name: str) -> Property | None:
        """The property of that name, compared without case, as Obsidian does for ``aliases`` and ``tags``."""
        wanted = name.lower()
        for found in self.properties:
            if found.name == name or found.name.lower() == wanted:
                return found
        return None
