"""``vaulttool report``: the health of a vault as a static site."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import click

from vaulttool.commands._options import Given, vault_options
from vaulttool.commands._run import Run, tell
from vaulttool.reporters.text import safe, several


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@vault_options
@click.option("--output", "-o", metavar="DIR", required=True, help="Where to write it: a new folder, or an old report.")
@click.option("--on", metavar="DATE", help="The day to take for the present one. Default: today.")
@click.option("--no-gitignore", is_flag=True, help="Take in notes that git ignores, too.")
@click.option("--no-baseline", is_flag=True, help="Leave nothing out, though the configuration names a baseline.")
def report(
    paths: Sequence[str], given: Given, output: str, on: str | None, no_gitignore: bool, no_baseline: bool
) -> None:
    """Write the health of the vault as a static site, to be opened from a file or put on any web server.

    It has a summary, every finding with its line, the endpoints with their eras on a timeline, measured figures, the
    graph of links, generated parts and suppressions, and each note with what links to it. It needs no network, and no
    note can run anything in it. The texts of the notes and the pictures that they show are in it: whoever can open the
    site can read them. PATHs narrow what it speaks of.

    An old report in DIR is brought up to date; a folder with anything else in it is refused. Exit status: 0 written,
    2 could not run.
    """
    from vaulttool.commands._report_material import material  # not for other commands: it takes time to import
    from vaulttool.commands._report_place import refuse_place
    from vaulttool.site.site import site
    from vaulttool.storage.lock import locked
    from vaulttool.storage.report_folder import ReportFolder

    run = Run(paths, given)
    run.on = _day(on)
    refuse_place(run, output)
    folder = ReportFolder(output)
    made = material(run, not no_gitignore, not no_baseline)
    if not made.drawing:
        tell("this installation has no script that draws, so the page of the graph has none: build it where npm is")
    with locked(Path(output)):
        for place, content in site(made):
            folder.write(place, content)
        folder.finish()
    notes = several(made.notes, "note")
    click.echo(safe(f"{os.path.join(output, 'index.html')}: {notes}, {several(len(made.findings), 'finding')}"))


def _day(on: str | None) -> str:
    """The day of the report."""
    from datetime import date

    from vaulttool.model.new_era import day

    return day(on, "--on") if on is not None else date.today().isoformat()
