"""``vaulttool baseline``: writes down the present findings, so that a check can tell the new ones."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import click

from vaulttool.commands._baseline import Beside, beside, file_of, shown
from vaulttool.commands._options import Given, vault_options
from vaulttool.commands._progress import watched
from vaulttool.commands._run import Run
from vaulttool.commands._said import Choice, said
from vaulttool.errors import VaultError
from vaulttool.model.baseline import Entry
from vaulttool.reporters._report import Located
from vaulttool.reporters.text import lines, safe, several
from vaulttool.storage.baseline import stored, write


@click.command()
@vault_options
@click.option(
    "--file",
    "named",
    metavar="FILE",
    help="The baseline. Default: the one that the configuration names, else vaulttool-baseline.json beside it.",
)
@click.option("--grow", is_flag=True, help="Take in new findings, too.")
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 if something would be taken out or left out.")
@click.option("--no-gitignore", is_flag=True, help="Take notes that git ignores, too.")
def baseline(given: Given, named: str | None, grow: bool, check: bool, no_gitignore: bool) -> None:
    """Write down the present findings, so that `check --baseline` tells only new ones.

    Where there is a baseline already, what is gone is taken out of it, and new findings are printed and left out: it
    grows with --grow alone. Exit status: 0 it knows all present findings, 1 there are new ones (with --check: or some
    in it are gone), 2 could not run.
    """
    if grow and check:
        raise click.UsageError("--grow and --check exclude each other.")
    with watched() as course:
        run = Run((), given, course=course)
        choice = Choice((), ())
        found = said(run, choice, run.reported(gitignore=not no_gitignore)).findings
        file = file_of(run, named)
        before = stored(file)
        if before is None and check:
            raise VaultError(f'no baseline is at "{file}"', 'write one with "vaulttool baseline"')
        now = beside(run, before.entries if before else (), [one.finding for one in found], choice)
    takes_in = grow or before is None
    if check:
        _tell_of_gone(now.comparison.gone)
    else:
        kept = [*now.comparison.known, *(now.comparison.new if takes_in else ())]
        with run.changing(*([Path(file).parent] if named else [])) as writer:
            write(writer, file, before, [*(now.now[one] for one in kept), *now.unseen])
    if not takes_in:
        _tell_of_new([found[one].shown(run.shown) for one in now.comparison.new])
    click.echo(_counted(file, now, before is None, takes_in, check))
    sys.exit(1 if (now.comparison.new and not takes_in) or (check and now.comparison.gone) else 0)


def _tell_of_gone(gone: Iterable[Entry]) -> None:
    """The entries that nothing stands for any more."""
    for entry in gone:
        click.echo(safe(f'{entry.path}: "{entry.text}" [{entry.rule}] is gone'))


def _tell_of_new(findings: Iterable[Located]) -> None:
    """The new findings, as `check` tells them."""
    for located in findings:
        for line in lines(located):
            click.echo(line)


def _counted(file: str, now: Beside, is_first: bool, takes_in: bool, only_looks: bool) -> str:
    """How much the baseline knows, and what has changed in it."""
    new, known, gone = now.comparison
    if is_first:
        return f"{safe(shown(file))}: {several(len(new), 'finding')} written down"
    told = [f"{several(len(known) + len(now.unseen), 'known finding')}"]
    if new:
        told.append(f"{len(new)} new and {'taken in' if takes_in else 'left out: mend them, or give --grow'}")
    if gone:
        told.append(f"{len(gone)} gone{'' if only_looks else ' and taken out'}")
    return f"{safe(shown(file))}: {'; '.join(told)}"
