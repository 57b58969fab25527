"""``vaulttool graph``: the shape of the vault: orphans, dead ends, components, cycles."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import click

from vaulttool.commands._options import Given, vault_options
from vaulttool.commands._run import Run
from vaulttool.model.graph import Shape, shape
from vaulttool.model.graph import graph as drawn
from vaulttool.reporters._report import as_json
from vaulttool.reporters.text import safe, several

MOST_LISTED = 20


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@vault_options
@click.option(
    "--format", "form", type=click.Choice(("text", "json")), default="text", show_default=True, help="Output format."
)
@click.option("--no-gitignore", is_flag=True, help="Draw notes that git ignores, too.")
def graph(paths: tuple[str, ...], given: Given, form: str, no_gitignore: bool) -> None:
    """Show the shape of the vault: orphans, dead ends, components, cycles.

    Notes and canvases are its nodes, resolved links its edges. PATHs narrow the graph to the notes that they
    cover. The text lists the first entries of each kind, the JSON all of them.
    """
    run = Run(paths, given)
    found = shape(drawn(run.vault, set(run.reported(gitignore=not no_gitignore))))
    if form == "json":
        click.echo(as_json(found, indent=2))
        return
    for line in _lines(found, run.shown):
        click.echo(safe(line))


def _lines(found: Shape, shown: Callable[[str], str]) -> Iterator[str]:
    """The shape for people, who see paths from where they stand."""
    yield f"{several(found.notes, 'note')}, {several(found.edges, 'edge')}"
    yield from _listed("orphans (nothing links to them)", [shown(path) for path in found.orphans])
    yield from _listed("dead ends (they link to no other note)", [shown(path) for path in found.dead_ends])
    whole = [f"{len(group)} notes around {shown(group[0])}" for group in found.components if len(group) > 1]
    alone = sum(len(group) == 1 for group in found.components)
    yield from _listed(f"components of several notes ({alone} stand alone)", whole)
    yield from _listed("cycles (each note reaches every other)", [_cycle(group, shown) for group in found.cycles])


def _listed(title: str, entries: list[str]) -> Iterator[str]:
    yield f"{len(entries)} {title}"
    yield from (f"    {entry}" for entry in entries[:MOST_LISTED])
    if len(entries) > MOST_LISTED:
        yield f"    ... and {len(entries) - MOST_LISTED} more (--format json lists all)"


def _cycle(group: tuple[str, ...], shown: Callable[[str], str]) -> str:
    return f"{len(group)} notes: {', '.join(map(shown, group[:5]))}{' ...' if len(group) > 5 else ''}"
