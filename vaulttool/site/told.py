"""The findings as rows of a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from vaulttool.model.finding import Severity
from vaulttool.reporters._report import Located
from vaulttool.site.context import Shown, context
from vaulttool.site.material import Material
from vaulttool.site.names import address, title
from vaulttool.text.span import Lines

TOP = "(top)"  # the folder of notes that lie in none
AGES = ((7, "this week"), (30, "this month"), (365, "this year"))
OLDER, UNKNOWN = "longer ago", "git does not know"


class Told(NamedTuple):
    """A finding as it is shown. ``page`` is the site's page for its file, empty where there is none; ``lines`` are its
    own and those around it; ``age`` says when its file last changed."""

    number: int
    rule: str
    severity: Severity
    folder: str
    path: str
    title: str
    page: str
    place: str
    message: str
    help: str
    lines: Sequence[Shown]
    related: Sequence[str]
    day: str
    age: str
    has_fix: bool


class Tally(NamedTuple):
    """How many findings have something in common, errors among them."""

    name: str
    findings: int
    errors: int


def told(material: Material) -> list[Told]:
    """Every finding, in order."""
    lines: dict[str, Lines] = {}
    pages = frozenset(material.pages)
    return [_told(number, located, material, lines, pages) for number, located in enumerate(material.findings, start=1)]


def _told(number: int, located: Located, material: Material, lines: dict[str, Lines], pages: frozenset[str]) -> Told:
    finding = located.finding
    path = finding.path
    if path not in lines:
        lines[path] = Lines(material.text(path))
    day = material.changed.get(path, "")
    return Told(
        number,
        finding.rule,
        finding.severity,
        folder(path),
        located.path,
        title(path),
        address(path) if path in pages else "",
        f"{located.start.line}:{located.start.column}",
        finding.message,
        finding.help or "",
        context(lines[path], finding.span),
        [f"{shown}:{place.line}: {message}" for shown, place, message in located.related],
        day,
        age(day, material.today),
        finding.fix is not None,
    )


def folder(path: str) -> str:
    """The first folder that a file lies in."""
    first, slash, _ = path.partition("/")
    return first if slash else TOP


def age(day: str, today: str) -> str:
    """How long ago a day was, roughly."""
    if not day:
        return UNKNOWN
    passed = (date.fromisoformat(today) - date.fromisoformat(day)).days
    return next((name for most, name in AGES if passed <= most), OLDER)


def ages() -> list[str]:
    """All ages, the youngest first."""
    return [*(name for _, name in AGES), OLDER, UNKNOWN]


def tallies(found: Iterable[Told], field: str, order: Sequence[str] = ()) -> list[Tally]:
    """How many findings there are by rule, folder or age: most first, or in a given order."""
    all_of: Counter[str] = Counter()
    errors: Counter[str] = Counter()
    for one in found:
        name = getattr(one, field)
        all_of[name] += 1
        errors[name] += one.severity == "error"
    names = [name for name in order if name in all_of] or sorted(all_of, key=lambda name: (-all_of[name], name))
    return [Tally(name, all_of[name], errors[name]) for name in names]


def by_page(found: Iterable[Told]) -> Mapping[str, list[Told]]:
    """The findings by the site's page for their file."""
    pages: dict[str, list[Told]] = {}
    for one in found:
        pages.setdefault(one.page, []).append(one)
    return pages
