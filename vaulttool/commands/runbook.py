"""``vaulttool runbook``: writes a new page from a unit file, with what follows from it elsewhere."""

from __future__ import annotations

import posixpath
import sys
from collections.abc import Mapping
from datetime import date

import click

from vaulttool.commands._new_page import Made, made, refuse_other, refuse_place
from vaulttool.commands._options import Given, vault_options
from vaulttool.commands._regenerating import differences, write
from vaulttool.commands._run import Run, tell
from vaulttool.commands._runbook_front import Asked
from vaulttool.commands._runbook_page import written
from vaulttool.commands._runbook_place import place
from vaulttool.commands._runbook_reasons import reasons
from vaulttool.commands._runbook_subject import About, Wanted, about
from vaulttool.errors import ConfigurationError, VaultError
from vaulttool.model.new_era import day
from vaulttool.model.procedure.endpoint_file import NewEndpoint, endpoint_file
from vaulttool.model.shortest import shortest
from vaulttool.reporters.text import safe
from vaulttool.storage.writing import Writer
from vaulttool.text.difference import difference


@click.command()
@click.argument("unit", metavar="UNIT")
@click.option("--run", "runs", metavar="RUN", multiple=True, help="A run whose figures belong on the page; repeatable.")
@click.option("--page", "-o", metavar="FILE", help="The page. Default: named for UNIT, in the folder of runbooks.")
@click.option("--host", metavar="NAME", help="The host. Default: that of the runs, or of the endpoint.")
@click.option("--endpoint", metavar="NAME", help="The endpoint that UNIT serves. Default: found by UNIT, or its name.")
@click.option("--since", metavar="DATE", help="Since when UNIT serves in this form, for the data of a new endpoint.")
@click.option("--user", "manager", flag_value="user", help="The user's systemd runs it. Default: as UNIT tells.")
@click.option("--system", "manager", flag_value="system", help="The system's systemd runs it.")
@click.option("--env", metavar="FILE", multiple=True, help="An env file of the repository that UNIT reads; repeatable.")
@click.option("--owner", metavar="NAME", help="Who answers for the page. Default: as on the runbooks beside it.")
@click.option("--tag", "tags", metavar="TAG", multiple=True, help="One more tag of the page; repeatable.")
@click.option("--set", "sets", metavar="NAME=TEXT", multiple=True, help="A property of the page; repeatable.")
@click.option("--template", metavar="FILE", help="A template in the place of the shipped or configured one.")
@click.option("--on", metavar="DATE", help="The day that the page bears. Default: today.")
@click.option("--dry-run", is_flag=True, help="Write nothing; show what would be written.")
@vault_options
def runbook(
    unit: str,
    runs: tuple[str, ...],
    page: str | None,
    host: str | None,
    endpoint: str | None,
    since: str | None,
    manager: str | None,
    env: tuple[str, ...],
    owner: str | None,
    tags: tuple[str, ...],
    sets: tuple[str, ...],
    template: str | None,
    on: str | None,
    dry_run: bool,
    given: Given,
) -> None:
    """Write a new runbook from UNIT, a Quadlet or systemd unit of the repository.

    The page has what the unit declares, the figures of the runs, how it is started, how it is seen to work, and how one
    goes back; a person has to confirm it. What is not known is said to be so. Written with it: the data file of an
    endpoint that has none, and the rows of indexes that list the page.

    Nothing is run and nothing outside the repository is read. A page that is there is never overwritten; a runbook that
    was broken off is completed by the same command.

    Exit status: 0 done, 1 "vaulttool check" reports something that it did not report before, 2 could not run.
    """
    since = day(since, "--since") if since else ""
    run = Run((), given)
    wanted = Wanted(unit, runs, host or "", endpoint or "", manager or "", since, env)
    subject = about(run, wanted)
    today = day(on, "--on") if on else date.today().isoformat()
    asked = Asked(owner or "", tags, _properties(sets), template or "", today)
    path = place(run, subject, page or "", asked)
    if not on:
        asked = asked._replace(today=_day_of(run, path) or today)
    refuse_place(run, path)
    data = _data(run, subject, path)
    text = written(run.after(data).with_new(path, ""), subject, path, asked)
    done = made(run, data, path, text, reasons(run, subject))
    is_there = refuse_other(run, path, done.text)
    _tell(run, subject, text)
    if dry_run:
        _show(run, done, data, is_there)
    else:
        with run.changing() as writer:
            _write(run, done, data, is_there, writer)
    _report(done)
    sys.exit(1 if done.found else 0)


def _day_of(run: Run, path: str) -> str:
    """The day that the page bears if it is there, so that one which was broken off is completed on another day."""
    there = run.vault.notes.get(path)
    told = there.document.property("timestamp") if there else None
    try:
        return day(told.value, "timestamp") if told and isinstance(told.value, str) else ""
    except VaultError:
        return ""


def _properties(sets: tuple[str, ...]) -> Mapping[str, str]:
    found = {}
    for one in sets:
        name, equal, value = one.partition("=")
        if not equal or not name.strip():
            raise ConfigurationError(f'--set is "{one}"', "write NAME=TEXT")
        found[name.strip()] = value.strip()
    return found


def _data(run: Run, subject: About, path: str) -> Mapping[str, str | None]:
    """The data file of a new endpoint, by its path from the configuration's folder."""
    if not subject.is_new:
        return {}
    vault = run.with_new(path, "").vault
    new = NewEndpoint(
        name=subject.endpoint,
        host=subject.host,
        address=(subject.known_host.address if subject.known_host else None) or "",
        link=shortest(vault.index, path, ""),
        era=subject.era,
        since=subject.since,
        env=subject.env,
    )
    file = posixpath.join(run.data.folder, "endpoints", f"{subject.endpoint}.yaml")
    if file in run.data.files:
        message = f'the data of the endpoint "{subject.endpoint}", in "{file}", cannot be used'
        raise VaultError(message, 'mend what "vaulttool check" says of it first')
    return {file: endpoint_file(subject.family, new)}


def _tell(run: Run, subject: About, text: str) -> None:
    """What a person should know that the page cannot say."""
    if run.place.config.data is not None and not subject.host and not subject.endpoint:
        tell("nothing tells the host, so no data of an endpoint are written: give --host")
    if "owner: unknown" in text:
        tell("nobody answers for the page as yet: give --owner, or write it there")


def _write(run: Run, done: Made, data: Mapping[str, str | None], is_there: bool, writer: Writer) -> None:
    """The data first, then the page, then what lists it: what is broken off in between is completed by the same
    command."""
    for path, text in data.items():
        writer.replace(str(run.place.base / path), None, (text or "").encode("utf-8"))
        click.echo(safe(f"{_shown(run, path)}: a new endpoint"))
    if not is_there:
        writer.replace(str(run.place.root / done.path), None, done.text.encode("utf-8"))
        click.echo(safe(f"{run.shown(done.path)}: a new page"))
    write(done.unlisted, done.changes, writer)
    if is_there and not data and not done.changes:
        tell(f"{run.shown(done.path)} is there as it would be written, so there is nothing to do")


def _show(run: Run, done: Made, data: Mapping[str, str | None], is_there: bool) -> None:
    new = [(_shown(run, path), text or "") for path, text in data.items()]
    new += [] if is_there else [(run.shown(done.path), done.text)]
    for path, text in new:
        for line in difference("", text, path):
            click.echo(safe(line))
    for line in differences(done.unlisted, done.changes):
        click.echo(line)


def _shown(run: Run, path: str) -> str:
    return run.shown(run.files.from_vault(path))


def _report(done: Made) -> None:
    """What a check says then."""
    from vaulttool.reporters import text as reporter
    from vaulttool.reporters._report import Report, locate

    run = done.run
    for located in locate(list(done.found), run.text, run.shown):
        *lines, _ = reporter.render(Report("", 0, 0, 0, (located,), run.shown), colour=False)
        for line in lines:
            click.echo(line)
