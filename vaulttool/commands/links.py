"""``vaulttool links``: every link that Obsidian records, and where it leads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click
import msgspec

from vaulttool.commands._options import Given, vault_options
from vaulttool.commands._run import Run
from vaulttool.commands._unsaved import read_instead, stdin_option
from vaulttool.model.resolve import Resolution
from vaulttool.model.vault import Note, Vault
from vaulttool.parsing.document import Link
from vaulttool.reporters._report import as_json
from vaulttool.reporters.text import safe
from vaulttool.text.span import Lines, Position


class Row(msgspec.Struct, frozen=True):
    """One link as ``--format jsonl`` prints it; the form is a contract (``schemas/link.schema.json``)."""

    source: str
    line: int
    column: int
    kind: str
    syntax: str
    link: str
    target: str | None
    anchor: bool | None
    candidates: int


@click.command()
@click.argument("notes", nargs=-1, metavar="[NOTE]...")
@vault_options
@click.option(
    "--format", "form", type=click.Choice(("jsonl", "text")), default="text", show_default=True, help="Output format."
)
@stdin_option
@click.option("--no-gitignore", is_flag=True, help="List the links of notes that git ignores, too.")
def links(notes: Sequence[str], given: Given, form: str, stdin: str | None, no_gitignore: bool) -> None:
    """List every link that Obsidian records, and where it leads.

    External links are not among them. NOTEs (files or folders) narrow the list; - is the note whose text is on standard
    input.
    """
    notes, disk = read_instead(notes, stdin)
    run = Run(notes, given, disk=disk)
    for path in run.reported(gitignore=not no_gitignore):
        note = run.vault.notes[path]
        shown = run.shown(note.path)
        lines = [as_json(row) if form == "jsonl" else _line(row, shown) for row in rows(run.vault, note)]
        if lines:
            click.echo("\n".join(lines))


def rows(vault: Vault, note: Note) -> Iterator[Row]:
    """The links of a note in the order in which they stand."""
    if not note.document.links:
        return
    lines = Lines(vault.around.text(note.path))
    for link in sorted(note.document.links, key=lambda link: link.span):
        resolution = vault.resolve(link, note.path)
        yield _row(vault, note, link, resolution, lines.position(link.span.start))


def _row(vault: Vault, note: Note, link: Link, resolution: Resolution, position: Position) -> Row:
    target = resolution.target
    anchor = vault.has_anchor(target, link.subpath) if target and link.subpath else None
    return Row(
        note.path,
        position.line,
        position.column,
        link.kind,
        link.syntax,
        link.whole,
        target,
        anchor,
        len(resolution.candidates),
    )


def _line(row: Row, shown: str) -> str:
    """One link for people, in the file as they name it."""
    target = f'"{row.target}"' if row.target else "nothing"
    missing = ", where the anchor is missing" if row.anchor is False else ""
    others = f" ({row.candidates} candidates)" if row.candidates > 1 else ""
    return safe(f'{shown}:{row.line}:{row.column}: {row.kind} "{row.link}" -> {target}{missing}{others}')
