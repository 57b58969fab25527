"""``vaulttool index``: writes the generated parts of pages anew from data."""

from __future__ import annotations

import sys

import click

from vaulttool.commands._options import Given, vault_options
from vaulttool.commands._regenerating import counted, differences, report, work_of, write
from vaulttool.commands._run import Run


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@vault_options
@click.option("--check", is_flag=True, help="Write nothing; show the difference, and exit with 1 if there is one.")
@click.option("--diff", is_flag=True, help="Write nothing; show what would be written.")
@click.option("--discard", is_flag=True, help="Write edited regions too: the edits are thrown away.")
@click.option("--exit-non-zero-on-fix", "strict", is_flag=True, help="Exit with 1 if anything was written: for hooks.")
@click.option("--resolve", is_flag=True, help="Drop both sides of a git conflict in a region, and write it anew.")
def index(
    paths: tuple[str, ...],
    given: Given,
    check: bool,
    diff: bool,
    discard: bool,
    strict: bool,
    resolve: bool,
) -> None:
    """Write the generated parts of pages anew from data.

    Regions, inline figures and whole generated files whose data have moved on are written; edited regions are left
    alone and reported. PATHs narrow what is written. Exit status: 0 all is fresh or written, 1 something is left (with
    --check: or would be written), 2 could not run.
    """
    run = Run(paths, given)
    work = work_of(run, discard, resolve)
    if check or diff:
        for line in differences(run, work.changes):
            click.echo(line)
    else:
        with run.changing() as writer:
            write(run, work.changes, writer)
    if work.left:
        report(run, work)
    if not diff or work.left:
        click.echo(counted(work, wrote=not (check or diff)))
    wrote = bool(work.changes) and not (check or diff)
    sys.exit(1 if work.left or (check and work.changes) or (strict and wrote) else 0)
