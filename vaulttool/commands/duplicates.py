"""``vaulttool duplicates``: passages that stand in several notes, and which note could keep each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from vaulttool.commands._options import Given, vault_options
from vaulttool.commands._run import Run
from vaulttool.model.duplicates import FEWEST, LIKENESS, Copy, Duplicate, compared
from vaulttool.model.duplicates import duplicates as found_in
from vaulttool.reporters._report import as_json
from vaulttool.reporters.text import safe, several
from vaulttool.text.globs import Globs
from vaulttool.text.span import Lines

MOST_PASSAGES, MOST_PLACES = 50, 8
REASONS = {"most": "has most of it", "linked": "most linked", "long": "the longest note", "first": "the first"}


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@vault_options
@click.option(
    "--min-words",
    type=click.IntRange(5),
    default=FEWEST,
    show_default=True,
    help="How many words a passage has at least.",
)
@click.option(
    "--likeness",
    type=click.FloatRange(0.5, 1),
    default=LIKENESS,
    show_default=True,
    help="How much of a passage must be the same: 1 for all of it.",
)
@click.option("--code", is_flag=True, help="Compare blocks of code, too.")
@click.option(
    "--format", "form", type=click.Choice(("text", "json")), default="text", show_default=True, help="Output format."
)
@click.option("--no-gitignore", is_flag=True, help="Compare notes that git ignores, too.")
def duplicates(
    paths: tuple[str, ...],
    given: Given,
    min_words: int,
    likeness: float,
    code: bool,
    form: str,
    no_gitignore: bool,
) -> None:
    """Find passages that stand in several notes, and propose which note keeps each.

    Case, punctuation and Markdown's marks make no difference, a few other words are passed over. Front matter, blocks
    of code, comments, embeds, generated regions and templates are left out. PATHs narrow the list to passages
    that stand there; they are looked for in the whole vault. Those with the most words in all their copies come first.
    """
    run = Run(paths, given)
    asked = set(run.reported(gitignore=not no_gitignore))
    notes = compared(run.vault, _listed(run, no_gitignore))
    found = [one for one in found_in(run.vault, notes, min_words, likeness, code) if not asked.isdisjoint(one.paths)]
    shown = _Shown(run, found)
    if form == "json":
        click.echo(as_json({"notes": len(notes), "duplicates": [shown.record(one) for one in found]}, indent=2))
        return
    for line in shown.lines(len(notes), min_words):
        click.echo(safe(line))


def _listed(run: Run, no_gitignore: bool) -> Iterator[str]:
    """The notes that may be spoken of."""
    excluded = Globs(run.place.config.exclude)
    for path in run.vault.notes:
        if run.sources.listed(path) or (no_gitignore and not excluded.match(*run.names(path))):
            yield path


class _Shown:
    """Duplicates as they are printed."""

    def __init__(self, run: Run, found: list[Duplicate]) -> None:
        self.run = run
        self.found = found
        self.known: dict[str, Lines] = {}

    def lines(self, notes: int, fewest: int) -> Iterator[str]:
        """For people, who see paths from where they stand."""
        number, long = len(self.found), f"of {fewest} words or more"
        count = (
            f"1 passage {long} stands" if number == 1 else f"{f'{number:,}' if number else 'no'} passages {long} stand"
        )
        yield f"{count} in several of {notes:,} notes"
        for one in self.found[:MOST_PASSAGES]:
            yield ""
            yield from self._duplicate(one)
        if len(self.found) > MOST_PASSAGES:
            yield ""
            yield f"... and {len(self.found) - MOST_PASSAGES:,} more (--format json lists all)"

    def record(self, one: Duplicate) -> dict[str, Any]:
        """For programs."""
        return {
            "words": one.owner.length,
            "notes": one.notes,
            "exact": one.exact,
            "whole": one.whole,
            "boilerplate": one.boilerplate,
            "beginning": one.beginning,
            "owner": None if one.boilerplate else {"path": one.owner.path, "reason": one.reason, "links": one.links},
            "copies": [self._copy(copy) for copy in one.copies],
        }

    def _duplicate(self, one: Duplicate) -> Iterator[str]:
        kind = "boilerplate: " if one.boilerplate else "whole notes: " if one.whole else ""
        yield f'{kind}{one.owner.length:,} words in {one.notes:,} notes: "{one.beginning}"'
        for copy in one.copies[:MOST_PLACES]:
            is_owner = copy is one.owner and not one.boilerplate
            yield f"    {self._place(copy)}{self._owner(one) if is_owner else self._difference(one, copy)}"
        if one.boilerplate:
            yield "    ..."
        elif len(one.copies) > MOST_PLACES:
            yield f"    ... and {len(one.copies) - MOST_PLACES:,} more (--format json lists all)"

    def _place(self, copy: Copy) -> str:
        first, last = self._span(copy)
        return f"{self.run.shown(copy.path)}:{first}" + (f"-{last}" if last > first else "")

    def _owner(self, one: Duplicate) -> str:
        links = f" ({several(one.links, 'note')})" if one.reason == "linked" else ""
        return f" <- proposed owner: {REASONS[one.reason]}{links}"

    def _difference(self, one: Duplicate, copy: Copy) -> str:
        if copy.words == copy.length == one.owner.length:
            return ""
        if copy.words == one.owner.length:
            return f" (all of the words, and {copy.length - copy.words:,} more between)"
        return f" ({copy.words:,} of the words)"

    def _copy(self, copy: Copy) -> dict[str, Any]:
        first, last = self._span(copy)
        exact = copy.words == copy.length
        return {"path": copy.path, "line": first, "end_line": last, "words": copy.words, "exact": exact}

    def _span(self, copy: Copy) -> tuple[int, int]:
        """The first and the last line of a copy."""
        if copy.path not in self.known:
            self.known[copy.path] = Lines(self.run.text(copy.path))
        lines = self.known[copy.path]
        return lines.position(copy.span.start).line, lines.position(copy.span.end).line
