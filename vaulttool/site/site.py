"""The whole site, file by file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from importlib.resources import files as package_files
from typing import Any, NamedTuple

from markupsafe import Markup

from vaulttool.site import scripts
from vaulttool.site.board import board
from vaulttool.site.drawing import Drawn, drawn
from vaulttool.site.material import Material
from vaulttool.site.measured import measured
from vaulttool.site.names import address, title
from vaulttool.site.notes import MOST_BACKLINKS, NotePage, Pages, shown
from vaulttool.site.paper import Paper
from vaulttool.site.sheets import sheets
from vaulttool.site.timeline import timeline
from vaulttool.site.told import Told, ages, by_page, tallies, told
from vaulttool.site.upkeep import generated, suppressions

ASSETS = ("site.css", "site.js", "findings.js", "search.js", "graph.js")
MOST_WORDS = 400  # characters of a note that are searched beside its title and path


class File(NamedTuple):
    """A file of the site by its place in it."""

    place: str
    content: bytes


class Listed(NamedTuple):
    """A note in the list of all."""

    title: str
    page: str
    path: str
    status: str
    day: str
    findings: int
    backlinks: int


def site(material: Material) -> Iterator[File]:
    """Every file, in a fixed order: the same material gives the same bytes."""
    paper = Paper(material.name, material.today, material.version)
    found = told(material)
    yield from _assets(material)
    yield from _findings(paper, found)
    drawing = drawn(material, Counter(one.finding.path for one in material.findings))
    yield from _graph(paper, material, drawing)
    yield from _measured(paper, material)
    yield from _endpoints(paper, material)
    yield from _upkeep(paper, material)
    yield from _notes(paper, material, found)
    yield from _search(paper, material)
    yield File("index.html", paper.page("index.html", "index.html", "Summary", **_summary(material, found, drawing)))


def _assets(material: Material) -> Iterator[File]:
    folder = package_files("vaulttool.site") / "assets"
    for name in ASSETS:
        yield File(f"assets/{name}", (folder / name).read_bytes())
    if material.drawing:
        yield File("assets/d3.js", material.drawing)


def _summary(material: Material, found: list[Told], drawing: Drawn) -> dict[str, Any]:
    data = material.sources.data
    errors = sum(one.severity == "error" for one in found)
    return {
        "notes": material.notes,
        "links": material.links,
        "unresolved": material.unresolved,
        "errors": errors,
        "warnings": len(found) - errors,
        "affected": len({one.path for one in found}),
        "rules": tallies(found, "rule"),
        "folders": tallies(found, "folder"),
        "ages": tallies(found, "age", ages()),
        "knows_ages": bool(material.changed),
        "endpoints": len(data.endpoints),
        "runs": len(data.runs),
        "regions": len(material.regions) + len(material.outputs),
        "stale": sum(not one.is_fresh for one in generated(material)),
        "baseline": material.baseline,
        "hubs": drawing.hubs,
    }


def _findings(paper: Paper, found: list[Told]) -> Iterator[File]:
    """The list of findings on its pages, and once more as data for those who filter it."""
    pieces = [paper.piece("finding", one, "", False) for one in found]
    rules, folders = sorted({one.rule for one in found}), sorted({one.folder for one in found})
    entries = [
        [rules.index(one.rule), folders.index(one.folder), int(one.severity == "error"), one.age, str(piece)]
        for one, piece in zip(found, pieces, strict=True)
    ]
    chunks = list(scripts.scripts("findings", entries)) if found else []
    for sheet in sheets("findings.html", pieces):
        given = {
            "sheet": sheet,
            "count": len(found),
            "rules": tallies(found, "rule"),
            "rule_names": rules,
            "folder_names": folders,
            "folders": tallies(found, "folder"),
            "ages": tallies(found, "age", ages()),
            "knows_ages": any(one.day for one in found),
            "chunks": len(chunks),
        }
        yield File(sheet.place, paper.page("findings.html", sheet.place, "Findings", **given))
    for number, chunk in enumerate(chunks, start=1):
        yield File(f"data/findings-{number}.js", chunk)


def _graph(paper: Paper, material: Material, drawing: Drawn) -> Iterator[File]:
    given = {"drawing": drawing, "can_draw": bool(material.drawing)}
    yield File("graph.html", paper.page("graph.html", "graph.html", "Graph", **given))
    yield File("data/graph.js", scripts.script("graph", drawing.data))


def _measured(paper: Paper, material: Material) -> Iterator[File]:
    series = measured(material.sources.data)
    pieces = [paper.piece("series", one) for one in series]
    for sheet in sheets("measured.html", pieces):
        yield File(
            sheet.place,
            paper.page("measured.html", sheet.place, "Measured", sheet=sheet, count=len(series)),
        )


def _endpoints(paper: Paper, material: Material) -> Iterator[File]:
    standing = board(material)
    drawings = {one.endpoint: timeline(one, material.today) for one in material.sources.data.endpoints.values()}
    pieces = [paper.piece("endpoint", one, drawings[one.name]) for one in standing]
    for sheet in sheets("endpoints.html", pieces):
        given = {"sheet": sheet, "standing": standing}
        yield File(sheet.place, paper.page("endpoints.html", sheet.place, "Endpoints", **given))


def _upkeep(paper: Paper, material: Material) -> Iterator[File]:
    parts = generated(material)
    silenced = list(suppressions(material))
    pieces = [
        *(paper.piece("generated", one) for one in parts),
        *(paper.piece("suppression", one) for one in silenced),
    ]
    left = len(parts)
    for sheet in sheets("upkeep.html", pieces):
        split = min(left, len(sheet.pieces))
        left -= split
        given = {
            "sheet": sheet,
            "parts": sheet.pieces[:split],
            "silenced": sheet.pieces[split:],
            "part_count": len(parts),
            "silenced_count": len(silenced),
            "states": Counter(one.state for one in parts).most_common(),
            "baseline": material.baseline,
        }
        yield File(sheet.place, paper.page("upkeep.html", sheet.place, "Upkeep", **given))


def _notes(paper: Paper, material: Material, found: list[Told]) -> Iterator[File]:
    """Each note's page, those of long lists of backlinks, the pictures, the list of all."""
    pages = Pages(material)
    said = by_page(found)
    listed = []
    for note in pages:
        own = said.get(note.page, [])
        yield from _note(paper, note, own)
        listed.append(Listed(note.title, note.page, note.path, note.status, note.day, len(own), len(note.backlinks)))
    for path, place in sorted(pages.pictures.items()):
        content = material.picture(path) if place else None
        if content is not None:
            yield File(place, content)
    pieces = [paper.piece("listed", one) for one in listed]
    for sheet in sheets("notes.html", pieces):
        yield File(sheet.place, paper.page("notes.html", sheet.place, "Notes", sheet=sheet, count=len(listed)))


def _note(paper: Paper, note: NotePage, found: list[Told]) -> Iterator[File]:
    beyond = note.backlinks[MOST_BACKLINKS:]
    stem = note.page.removesuffix(".html")
    more = sheets(f"{stem}-links.html", [paper.piece("reference", one) for one in note.backlinks]) if beyond else []
    given = {
        "note": note,
        "body": Markup(note.body),
        "found": shown(found),
        "found_count": len(found),
        "backlinks": note.backlinks[:MOST_BACKLINKS],
        "more": more[0].place.rpartition("/")[2] if more else "",
    }
    yield File(note.page, paper.page("note.html", note.page, note.title, **given))
    for sheet in more:
        yield File(
            sheet.place, paper.page("backlinks.html", sheet.place, f"Links to {note.title}", note=note, sheet=sheet)
        )


def _search(paper: Paper, material: Material) -> Iterator[File]:
    """The page that searches, and what is searched: title, page, path and words of each note."""
    entries = []
    for path in material.pages:
        document = material.sources.vault.notes[path].document
        words = [
            *material.sources.vault.notes[path].aliases,
            *(f"#{tag}" for tag in dict.fromkeys(tag.name for tag in document.tags)),
            *(heading.title for heading in document.headings),
        ]
        entries.append([title(path), address(path), path, " · ".join(words)[:MOST_WORDS]])
    chunks = list(scripts.scripts("notes", entries))
    for number, chunk in enumerate(chunks, start=1):
        yield File(f"data/notes-{number}.js", chunk)
    yield File("search.html", paper.page("search.html", "search.html", "Search", chunks=len(chunks)))
