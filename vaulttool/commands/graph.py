"""``vaulttool graph``: the shape of the vault: hubs, bridges, what stands apart, what surrounds a note, what took the
place of what."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from vaulttool.commands._graph_text import near_lines, shape_lines, succession_lines
from vaulttool.commands._options import Given, vault_options
from vaulttool.commands._run import Run, tell
from vaulttool.errors import VaultError
from vaulttool.model.drawing import picture_of_links, picture_of_succession
from vaulttool.model.graph import between, edges, graphml, neighbourhood, shape
from vaulttool.model.graph import graph as drawn
from vaulttool.model.lineage import Succession, lineage
from vaulttool.model.picture import Picture
from vaulttool.reporters import _dot, _mermaid
from vaulttool.reporters._report import as_json
from vaulttool.reporters.text import safe
from vaulttool.text.names import nearest

if TYPE_CHECKING:
    import networkx as nx

FORMATS = ("text", "json", "dot", "graphml", "mermaid")


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@vault_options
@click.option("--around", metavar="NOTE", help="Only the notes around this one: a path, or what a wikilink would say.")
@click.option(
    "--depth", type=click.IntRange(1), default=1, show_default=True, help="How many links away from NOTE, either way."
)
@click.option("--succession", is_flag=True, help="Which page or era took the place of which, instead of the links.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="Output format.")
@click.option("--no-gitignore", is_flag=True, help="Draw notes that git ignores, too.")
def graph(
    paths: tuple[str, ...],
    given: Given,
    around: str | None,
    depth: int,
    succession: bool,
    form: str,
    no_gitignore: bool,
) -> None:
    """Show the shape of the vault: hubs, bridges, orphans, dead ends, components, cycles, successions.

    Notes and canvases are its nodes, resolved links its edges. PATHs narrow the graph to the notes that they
    cover. The text lists the first entries of each kind, the JSON all of them; dot, graphml and mermaid draw
    the notes and links themselves.
    """
    if around is not None and succession:
        raise click.UsageError("--around and --succession draw different things: give one of them")
    run = Run(paths, given)
    only = set(run.reported(gitignore=not no_gitignore))
    steps = lineage(run.sources, only)
    if succession:
        _print(_succession(steps, form, run))
    else:
        whole = drawn(run.vault, only)
        _print(_links(run, whole, steps, form) if around is None else _around(run, whole, steps, form, around, depth))


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(line)


def _links(run: Run, whole: nx.DiGraph, steps: Sequence[Succession], form: str) -> Iterator[str]:
    """The whole graph."""
    found = shape(whole)
    if form == "text":
        yield from map(safe, shape_lines(found, steps, run.shown))
    elif form == "json":
        more = {"succession": [_record(step) for step in steps], "links": _records(whole)}
        yield as_json({**msgspec.structs.asdict(found), **more}, indent=2)
    else:
        yield from _rendered(picture_of_links(run.vault, found.hubs, edges(whole), steps), form)


def _around(
    run: Run, whole: nx.DiGraph, steps: Sequence[Succession], form: str, around: str, depth: int
) -> Iterator[str]:
    """The part of the graph around a note. Ranks are those of the whole graph."""
    near = neighbourhood(whole, _note(run, whole, around), depth)
    part = between(whole, [one.path for one in near])
    if form == "text":
        yield from map(safe, near_lines(near, part.number_of_edges(), part.has_edge, run.shown))
    elif form == "json":
        yield as_json({"around": near[0].path, "depth": depth, "notes": near, "links": _records(part)}, indent=2)
    else:
        hubs = [hub for hub in shape(whole).hubs if hub.path in part]
        yield from _rendered(picture_of_links(run.vault, hubs, edges(part), steps, near), form)


def _succession(steps: Sequence[Succession], form: str, run: Run) -> Iterator[str]:
    """What took the place of what."""
    if form == "text":
        yield from map(safe, succession_lines(steps, run.shown))
    elif form == "json":
        yield as_json({"succession": [_record(step) for step in steps]}, indent=2)
    else:
        yield from _rendered(picture_of_succession(steps), form)


def _rendered(picture: Picture, form: str) -> Iterator[str]:
    """A picture in one of the formats that draw."""
    if form == "graphml":
        yield graphml(picture)
    elif form == "dot":
        yield from _dot.render(picture)
    else:
        text = "\n".join(_mermaid.render(picture))
        if _mermaid.too_large(picture, text):
            limits = f"{_mermaid.MOST_EDGES} edges or {_mermaid.MOST_CHARACTERS:,} characters"
            tell(f"Mermaid draws no more than {limits} unless told to: narrow with PATH or --around")
        yield text


def _note(run: Run, whole: nx.DiGraph, named: str) -> str:
    """The vault path of a note that a user names: a file as seen from here, a vault path, or a wikilink's words."""
    link = named.removeprefix("[[").removesuffix("]]")
    path = _vault_path(run, named) or (named if named in run.vault.notes else run.vault.index.resolve(link, "").target)
    if path is not None and path in whole:
        return path
    if path in run.vault.notes:
        raise VaultError(
            f'"{named}" is not in the graph', "PATHs leave it out, the configuration excludes it, or git ignores it"
        )
    names = {note.rpartition("/")[2].removesuffix(".md"): note for note in whole}
    found = nearest(link, names) or nearest(link, whole)
    raise VaultError(f'no note is named "{named}"', f'did you mean "{found}"?' if found else "give its path")


def _vault_path(run: Run, named: str) -> str | None:
    """The note that lies at a path, seen from the working directory."""
    here = Path(os.path.abspath(named))
    return (
        next((path for path in run.vault.notes if Path(run.place_of(path)) == here), None) if here.is_file() else None
    )


def _records(part: nx.DiGraph) -> list[dict[str, Any]]:
    return [{"source": source, "target": target, "links": links} for source, target, links in edges(part)]


def _record(step: Succession) -> dict[str, Any]:
    return {"kind": step.kind, "source": step.source, "target": step.target}
