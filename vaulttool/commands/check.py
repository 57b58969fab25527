"""``vaulttool check``: what is broken or untrue in the vault."""

from __future__ import annotations

import importlib
import os
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import click
import msgspec

from vaulttool import registry
from vaulttool.commands._options import Given, vault_options
from vaulttool.commands._progress import watched
from vaulttool.commands._run import Run
from vaulttool.commands._said import Choice, Said, said
from vaulttool.commands._unsaved import read_instead, stdin_option
from vaulttool.course import Course
from vaulttool.model.finding import Finding
from vaulttool.model.vault import is_markdown
from vaulttool.reporters._report import Report

if TYPE_CHECKING:
    from vaulttool.commands._changed import Changed

AT_ONCE = 100  # lines written together
LEAST_SHOWN = 0.001  # seconds
FORMATS = ("text", "json", "github")


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@vault_options
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="Output format.")
@click.option("--select", metavar="RULE", multiple=True, help="Run only this rule. May be given again.")
@click.option("--ignore", metavar="RULE", multiple=True, help="Do not run this rule. May be given again.")
@click.option(
    "--fail-on",
    type=click.Choice(("error", "warning")),
    default="error",
    show_default=True,
    help="The least severity for which the exit status is 1.",
)
@click.option("--exit-zero", is_flag=True, help="Exit with 0 whatever is found.")
@click.option("--statistics", is_flag=True, help="Count the findings by rule instead of listing them.")
@click.option("--no-gitignore", is_flag=True, help="Report notes that git ignores, too.")
@click.option(
    "--staged",
    is_flag=True,
    help="Report what the next commit can break: all that is found in what it changes, and elsewhere what was not "
    "found before it. What is staged is read, not the work tree.",
)
@click.option(
    "--changed",
    metavar="COMMIT",
    is_flag=False,
    flag_value="HEAD",
    help="Report what the changes since COMMIT (default HEAD) can have broken, likewise.",
)
@click.option("--on", metavar="DATE", help="The day to take for the present one. Default: today.")
@click.option(
    "--against",
    metavar="REF",
    help="Compare with the commit where the work left REF (a branch, tag or commit): also report notes that lost most "
    "of their text since then, and rows of tables and lists that are gone without a word in a commit message.",
)
@click.option(
    "--color/--no-color", "colour", default=None, help="Colour the text. Default: on a terminal without NO_COLOR."
)
@stdin_option
@click.option("--timing", is_flag=True, help="Say on standard error where the time went.")
def check(
    paths: Sequence[str],
    given: Given,
    form: str,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    fail_on: str,
    exit_zero: bool,
    statistics: bool,
    no_gitignore: bool,
    staged: bool,
    changed: str | None,
    on: str | None,
    against: str | None,
    colour: bool | None,
    stdin: str | None,
    timing: bool,
) -> None:
    """Say what is broken or untrue in the vault.

    PATHs narrow what is reported, never what is read; - is a file whose text is on standard input. Exit status:
    0 nothing found, 1 findings, 2 could not run.
    """
    if staged and changed is not None:
        raise click.UsageError("--staged and --changed exclude each other.")
    by_commit = staged or changed is not None
    paths, disk = read_instead(paths, stdin, staged=staged, changed=changed)
    with watched() as course:
        course.meanwhile = _load_rules
        change = _changed(paths, given, None if staged else changed, course) if by_commit else None
        run = change.run if change else Run(paths, given, course=course, disk=disk)
        run.on = _day(on) if on is not None else ""
        if against is not None:
            from vaulttool.commands._earlier import earlier  # only where it is asked for

            run.sources.earlier = earlier(run, against)
        pages = run.reported(gitignore=not no_gitignore)
        choice = Choice(select, ignore, against is not None)
        pages, told = change.said(choice, pages, not no_gitignore) if change else (pages, said(run, choice, pages))
        report = _report(run, pages, told)
    with course.part("report"):
        if statistics:
            _print_statistics([one.finding for one in report.findings], form)
        else:
            _print(report, form, _coloured(colour))
    if timing:
        _print_times(course)
    failing = report.summary["error"] + (report.summary["warning"] if fail_on == "warning" else 0)
    sys.exit(1 if failing and not exit_zero else 0)


def _load_rules() -> None:
    """What is needed after the notes are read, and takes time to import."""
    importlib.import_module("vaulttool.commands._saying")
    registry.modules("vaulttool.rules")


def _day(written: str) -> str:
    """A day that was given on the command line."""
    from vaulttool.model.new_era import day  # only where one was given: it takes time to import

    return day(written, "--on")


def _changed(paths: Sequence[str], given: Given, since: str | None, course: Course) -> Changed:
    """The change since a commit, or without one that of the next."""
    from vaulttool.commands._changed import Changed  # only where it is asked for

    return Changed(paths, given, since, course)


def _report(run: Run, paths: Sequence[str], told: Said) -> Report:
    """What is said, with paths as the user can open them."""
    return Report(
        vault=run.shown(""),
        notes=sum(map(is_markdown, paths)),
        links=sum(told.links),
        unresolved=sum(told.unresolved),
        findings=tuple(one.shown(run.shown) for one in told.findings),
        shown=run.shown,
    )


def _print(report: Report, form: str, colour: bool) -> None:
    """The report in a format, many lines at once: one by one they take longer."""
    lines = [*registry.modules("vaulttool.reporters")[form].render(report, colour=colour)]
    for start in range(0, len(lines), AT_ONCE):
        click.echo("\n".join(lines[start : start + AT_ONCE]), color=True)


def _print_statistics(found: Iterable[Finding], form: str) -> None:
    """How often each rule speaks, most often first; as a list of objects where JSON is asked for."""
    counted = Counter((finding.rule, finding.severity) for finding in found)
    rows = sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    if form == "json":
        listed = [{"rule": rule, "severity": severity, "count": number} for (rule, severity), number in rows]
        click.echo(msgspec.json.format(msgspec.json.encode(listed), indent=2).decode())
        return
    for (rule, severity), number in rows:
        click.echo(f"{number:6}  {severity:7}  {rule}")
    click.echo(f"{sum(counted.values()):6}  in all")


def _print_times(course: Course) -> None:
    """Where the time went, on standard error."""
    whole = sum(course.took.values())
    for name, seconds in course.took.items():
        if seconds >= LEAST_SHOWN:
            click.echo(f"{seconds:8.3f} s {100 * seconds / whole:5.1f} %  {name}", err=True)
    click.echo(f"{whole:8.3f} s in all, parts below {LEAST_SHOWN * 1000:g} ms left out", err=True)


def _coloured(asked: bool | None) -> bool:
    """Whether to colour: as asked, else on a terminal where NO_COLOR is not set."""
    terminal = sys.stdout is not None and sys.stdout.isatty()
    return asked if asked is not None else terminal and not os.environ.get("NO_COLOR")
