"""``vaulttool rename``: gives a file, folder, heading, block or tag another name, and rewrites the links to it."""

from __future__ import annotations

import sys

import click

from vaulttool.commands._options import Given, vault_options
from vaulttool.commands._regenerating import counted, report, work_of, write
from vaulttool.commands._rename_disk import place_after, places
from vaulttool.commands._rename_names import asked
from vaulttool.commands._rename_plan import Plan, has_generated, plan
from vaulttool.commands._run import Run, tell
from vaulttool.indexing import Work
from vaulttool.reporters.text import safe, several
from vaulttool.storage.writing import Writer
from vaulttool.text.difference import difference


@click.command()
@click.argument("old", metavar="OLD")
@click.argument("new", metavar="NEW")
@click.option("--record", metavar="DATE", help="Tell in names.yaml that the name was given up on this day.")
@click.option("--dry-run", is_flag=True, help="Write nothing; show what would be written.")
@vault_options
def rename(old: str, new: str, record: str | None, dry_run: bool, given: Given) -> None:
    """Give a file, folder, heading, block or tag another name, and rewrite every link to it.

    OLD is a note, attachment or folder, by its path or, where only one has it, its name; or NOTE#HEADING,
    NOTE#^BLOCK or #TAG. NEW is the new path, heading, block id or tag; ".md" may be left out.

    Links keep the way in which they are written; those that would lead elsewhere by the new name are made longer. A
    rename that was broken off is completed by the same command.

    Exit status: 0 done, 1 something is left that "vaulttool index" reports, 2 could not run.
    """
    run = Run((), given)
    done = plan(run, asked(run, old, new), _day(record) if record else None)
    for notice in done.notices:
        tell(notice)
    generated = has_generated(run)
    if dry_run:
        _show(run, done)
        if generated:
            tell("generated parts that follow are written by the same run, and not shown here")
    else:
        with run.changing() as writer:
            _write(run, done, writer)
    work = _regenerated(given) if generated and not dry_run else None
    files, places = several(len(done.changes), "file"), several(sum(one.parts for one in done.changes), "place")
    click.echo(f"{places} in {files} {'to be ' if dry_run else ''}written")
    sys.exit(1 if work is not None and work.left else 0)


def _day(written: str) -> str:
    from vaulttool.model.new_era import day  # only where one was given: it takes time to import

    return day(written, "--record")


def _show(run: Run, done: Plan) -> None:
    """What would be moved, and the differences that would be written."""
    if done.move is not None:
        click.echo(safe(f"{run.shown(done.move.old)} -> {run.shown(done.move.new)}"))
    for one in done.changes:
        for line in difference(one.before or "", one.after, run.shown(one.path), run.shown(one.new_path)):
            click.echo(safe(line))


def _write(run: Run, done: Plan, writer: Writer) -> None:
    """The move comes first: it is what is most likely to be refused, and nothing else is changed then. From there on
    the old name is gone and the new one there, by which the same command knows that it has only to go on."""
    writer.require(run.place_of(one.path) for one in done.changes)
    if done.move is not None:
        writer.move(*places(run, done.move))
        click.echo(safe(f"{run.shown(done.move.old)} -> {run.shown(done.move.new)}"))
    for one in done.changes:
        before = None if one.before is None else one.before.encode("utf-8")
        writer.replace(place_after(run, done.move, one), before, one.after.encode("utf-8"))
        click.echo(safe(f"{run.shown(one.new_path)}: {several(one.parts, 'place')}"))


def _regenerated(given: Given) -> Work:
    """The generated parts, written anew from the vault as it is now, and what is left of them."""
    run = Run((), given)
    work = work_of(run)
    with run.changing() as writer:
        write(run, work.changes, writer)
    if work.left:
        report(run, work)
    if work.changes or work.left:
        click.echo(counted(work, wrote=True))
    return work
