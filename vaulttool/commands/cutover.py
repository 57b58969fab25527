"""``vaulttool cutover``: closes an era, opens the next, and brings all that follows from it up to date."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import click

from vaulttool.commands._options import Given, vault_options
from vaulttool.commands._regenerating import counted, differences, read_again, report, texts, work_of, write
from vaulttool.commands._run import Run, tell
from vaulttool.errors import ConfigurationError, VaultError
from vaulttool.generators import log
from vaulttool.indexing import Work
from vaulttool.model.cannot import CannotGenerate
from vaulttool.model.cutover import FileChange, Plan, Wanted, plan, refuse_new_problems
from vaulttool.model.mentions import Mention, Term
from vaulttool.model.new_era import day, new_era
from vaulttool.model.old_shape import flags_of, spoken, terms_of
from vaulttool.model.records import Era
from vaulttool.model.vault import Note
from vaulttool.reporters.text import safe, several
from vaulttool.storage import disk
from vaulttool.storage.writing import Writer
from vaulttool.text.difference import difference
from vaulttool.text.span import Lines


@click.command()
@click.argument("endpoint")
@click.option(
    "--era", "file", required=True, metavar="NEW.yaml", help="A file that holds the new era and nothing else."
)
@click.option("--on", metavar="DATE", help="The day of the cutover. Default: the start in NEW.yaml.")
@click.option("--name", metavar="NEW", help="A new name for the endpoint; its data file moves there.")
@click.option("--named-on", metavar="DATE", help="The first day of the new name. Default: the day of the cutover.")
@click.option("--retire", is_flag=True, help="The old era is retired, not superseded by the new one.")
@click.option("--dry-run", is_flag=True, help="Write nothing; show what would be written.")
@vault_options
def cutover(
    endpoint: str,
    file: str,
    on: str | None,
    name: str | None,
    named_on: str | None,
    retire: bool,
    dry_run: bool,
    given: Given,
) -> None:
    """Close the open era of an endpoint, open the next, and regenerate all that follows from it.

    In the data file of ENDPOINT the open era gets its end and the new one is put behind it, as NEW.yaml has it;
    all else there stays as it is. Then regions, figures and whole generated files are written as by "vaulttool index".
    A cutover that was broken off is completed by the same command.

    What people wrote stays. The places outside regions that still speak of the old shape (image, model, flags, figures,
    title, and with --name the old name) are listed. History is not: logs (type: log), pages whose eras have all ended,
    the sections of ended eras on other pages, and, for names, the files in keep_in of names.yaml.

    Exit status: 0 done, 1 something is left that "vaulttool index" reports, 2 could not run.
    """
    run = Run((), given)
    wanted = _wanted(run, endpoint, file, on, name, named_on, retire)
    done = plan(run.data, wanted)
    after = run.after(done.texts)
    refuse_new_problems(run.sources, after.sources, done, file)
    work = work_of(after)
    for notice in done.notices:
        tell(notice)
    written = {} if dry_run else _texts(after, work)
    if dry_run:
        _show(after, done, work)
    else:
        with after.changing() as writer:
            _write(after, done, work, writer)
    if work.left:
        report(after, work)
    _tell_of_the_log(after, done, wanted.era.start)
    found = list(_mentions(after, done, written))
    _list(after, done, found)
    files = several(len(done.changes), "data file")
    click.echo(f"{files}, {counted(work, wrote=not dry_run)}, {several(len(found), 'mention')}")
    sys.exit(1 if work.left else 0)


def _wanted(
    run: Run, endpoint: str, file: str, on: str | None, name: str | None, named_on: str | None, retire: bool
) -> Wanted:
    """What is asked for, with the new era read."""
    if run.place.config.data is None:
        raise ConfigurationError("no folder of data is configured", 'add data = "..." to vaulttool.toml')
    if named_on is not None:
        if name is None:
            raise ConfigurationError("--named-on says since when a name is in use, and there is none", "give --name")
        named_on = day(named_on, "--named-on")
    try:
        text = disk.read(file)
    except UnicodeDecodeError as error:
        raise VaultError(f"{file}: byte {error.start + 1} is no UTF-8", "save it as UTF-8") from error
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise VaultError(f'"{file}" cannot be read: {reason}', "name the file of the new era") from error
    return Wanted(endpoint, new_era(text, file, on, run.data.schemas), file, retire, name, named_on)


def _write(run: Run, done: Plan, work: Work, writer: Writer) -> None:
    """The data first, then the pages: what is broken off in between is completed by the same command."""
    writer.require(str(run.place.base / change.path) for change in done.changes if change.after is not None)
    writer.require(run.place_of(change.path) for change in work.changes)
    for change in done.changes:
        place = str(run.place.base / change.path)
        if change.after is None:
            writer.remove(place, (change.before or "").encode("utf-8"))
        else:
            before = None if change.before is None else change.before.encode("utf-8")
            writer.replace(place, before, change.after.encode("utf-8"))
        for line in change.told:
            click.echo(safe(f"{_shown(run, change.path)}: {line}"))
    write(run, work.changes, writer)


def _show(run: Run, done: Plan, work: Work) -> None:
    """The differences that would be written; of a file that moves, that to the one whose place it takes."""
    moved = {change.moved for change in done.changes}
    for change in done.changes:
        if change.path not in moved:
            for line in _difference(run, done, change):
                click.echo(safe(line))
    for line in differences(run, work.changes):
        click.echo(line)


def _difference(run: Run, done: Plan, change: FileChange) -> Iterator[str]:
    old = next((one.before for one in done.changes if one.path == change.moved), change.before)
    path = _shown(run, change.path)
    return difference(old or "", change.after or "", path, _shown(run, change.moved) if change.moved else None)


def _shown(run: Run, path: str) -> str:
    return run.shown(run.files.from_vault(path))


def _tell_of_the_log(run: Run, done: Plan, start: str) -> None:
    """A word where no page has a log of those days: the entry is made by a region of that kind."""
    if not any(_covers(run, done, region.kind, dict(region.arguments), start) for region in _asked(run)):
        tell(f"no page has a region of kind log for {start[:7]}, so the work log has no entry")


class _Asked(NamedTuple):
    kind: str
    arguments: tuple[tuple[str, str], ...]


def _asked(run: Run) -> Iterator[_Asked]:
    """All regions and whole files that are generated."""
    for page in (*run.vault.notes.values(), *run.vault.extras.values()):
        yield from (_Asked(region.kind, region.arguments) for region in page.document.regions)
    yield from (_Asked(output.kind, tuple(output.arguments.items())) for output in run.sources.outputs)


def _covers(run: Run, done: Plan, kind: str, arguments: Mapping[str, str], start: str) -> bool:
    """Whether a region tells of the cutover."""
    if kind != log.lines.name:
        return False
    try:
        asked = log.lines.parsed(arguments)
        known = run.data.by_name
        mine = not asked.endpoint or known.get(asked.endpoint) is known[done.endpoint]
        return mine and log.covers(asked, start)
    except CannotGenerate:
        return False


class _Found(NamedTuple):
    """A mention on its page, with the lines of that."""

    path: str
    lines: Lines
    mention: Mention


def _mentions(run: Run, done: Plan, written: Mapping[str, str]) -> Iterator[_Found]:
    """The places that still speak of the old shape, in the texts as they are on the disk now."""
    terms = _terms(run, done)
    sources = run.sources
    generated = {sources.files.from_vault(output.path) for output in sources.outputs}
    for note in sorted((*run.vault.notes.values(), *run.vault.extras.values()), key=lambda note: note.path):
        if terms and note.path not in generated and sources.listed(note.path):
            text = written.get(note.path, run.text(note.path))
            page = Note(note.path, read_again(note.path, text)) if note.path in written else note
            lines = Lines(text)
            yield from (_Found(note.path, lines, one) for one in spoken(sources, page, text, terms))


def _terms(run: Run, done: Plan) -> list[Term]:
    """What speaks of the shape before; nothing where there was none."""
    old, new = _before(run.data.endpoints[done.endpoint].eras, done.era)
    if old is None:
        return []
    flags = flags_of(run.sources, old), flags_of(run.sources, new)
    return terms_of(run.data, old, new, flags, done.old_name or "")


def _before(eras: tuple[Era, ...], id: str) -> tuple[Era | None, Era]:
    """The era before the one of that id, and that one."""
    index = [era.id for era in eras].index(id)
    return eras[index - 1] if index else None, eras[index]


def _texts(run: Run, work: Work) -> dict[str, str]:
    """The texts of the pages that are written."""
    return {change.path: texts(run, change)[1] for change in work.changes if run.vault.page(change.path)}


def _list(run: Run, done: Plan, found: list[_Found]) -> None:
    """What is left for people."""
    if not found:
        return
    click.echo(f'left for you, since it still speaks of the old shape of "{done.endpoint}":')
    for one in found:
        place = one.lines.position(one.mention.span.start)
        said = " ".join(one.mention.span.of(one.lines.text).split())
        where = f"{run.shown(one.path)}:{place.line}:{place.column}"
        click.echo(safe(f'{where}: {one.mention.term.kind} "{said}"'))
