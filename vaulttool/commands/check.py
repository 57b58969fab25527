"""``vaulttool check``: what is broken or untrue in the vault."""

from __future__ import annotations

import functools
import importlib
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from vaulttool import registry
from vaulttool.commands._options import Given, vault_options
from vaulttool.commands._printing import Wanted, printing_options, report_to, rules, shown_in
from vaulttool.commands._progress import watched
from vaulttool.commands._run import Run
from vaulttool.commands._said import Choice, Said, said
from vaulttool.commands._unsaved import read_instead, report_aside, stdin_option
from vaulttool.course import Course
from vaulttool.model.finding import Severity
from vaulttool.model.vault import is_markdown
from vaulttool.reporters._report import Report

if TYPE_CHECKING:
    from vaulttool.commands._changed import Changed

LEAST_SHOWN = 0.001  # seconds


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@vault_options
@printing_options
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
@click.option(
    "--baseline",
    metavar="FILE",
    is_flag=False,
    flag_value="",
    help="Leave out the findings that a baseline knows. Default: the one that the configuration names, else "
    "vaulttool-baseline.json beside it.",
)
@click.option("--no-baseline", is_flag=True, help="Leave nothing out, though the configuration names a baseline.")
@click.option("--on", metavar="DATE", help="The day to take for the present one. Default: today.")
@click.option(
    "--against",
    metavar="REF",
    help="Compare with the commit where the work left REF (a branch, tag or commit): also report notes that lost most "
    "of their text since then, and rows of tables and lists that are gone without a word in a commit message.",
)
@stdin_option
@click.option("--fix", is_flag=True, help="Mend what can be mended safely, then report what is left.")
@click.option("--unsafe-fixes", is_flag=True, help="With --fix or --diff: also mend what somebody should look at.")
@click.option("--diff", is_flag=True, help="Write nothing; show what --fix would write.")
@click.option("--exit-non-zero-on-fix", "strict", is_flag=True, help="With --fix: exit with 1 if anything was mended.")
@click.option("--watch", is_flag=True, help="Go on, and tell what is found again each time that a file changes.")
@click.option("--timing", is_flag=True, help="Say on standard error where the time went.")
def check(
    paths: Sequence[str],
    given: Given,
    wanted: Wanted,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    fail_on: Severity,
    exit_zero: bool,
    no_gitignore: bool,
    staged: bool,
    changed: str | None,
    baseline: str | None,
    no_baseline: bool,
    on: str | None,
    against: str | None,
    stdin: str | None,
    fix: bool,
    unsafe_fixes: bool,
    diff: bool,
    strict: bool,
    watch: bool,
    timing: bool,
) -> None:
    """Say what is broken or untrue in the vault.

    PATHs narrow what is reported and mended, never what is read; - is a file whose text is on standard input. Exit
    status: 0 nothing found, or nothing left by --fix, 1 findings (with --diff: or something to mend), 2 could not run.
    """
    if unsafe_fixes and not (fix or diff):
        raise click.UsageError("--unsafe-fixes goes with --fix or --diff.")
    if staged and changed is not None:
        raise click.UsageError("--staged and --changed exclude each other.")
    by_commit = staged or changed is not None
    paths, disk = read_instead(paths, stdin, staged=staged, changed=changed, watch=watch)
    choice, day = Choice(select, ignore, against is not None), _day(on) if on is not None else ""

    def made(run: Run, pages: Sequence[str], told: Said) -> Report:
        report = _report(run, pages, told, wanted, fail_on, exit_zero)
        spoken = () if by_commit else pages if paths else None
        return report if no_baseline else _less_known(run, report, baseline, choice, spoken)

    if watch:
        from vaulttool.commands._retelling import Retelling, refuse  # only where it is asked for

        refuse(wanted, staged=staged, changed=changed, against=against, fix=fix, diff=diff, timing=timing)
        Retelling(paths, given, choice, day, not no_gitignore, made, wanted).go_on()
    with watched() as course:
        course.meanwhile = _load_rules
        change = _changed(paths, given, None if staged else changed, course) if by_commit else None
        run = change.run if change else Run(paths, given, course=course, disk=disk)
        run.on = day
        if against is not None:
            from vaulttool.commands._earlier import earlier  # only where it is asked for

            run.sources.earlier = earlier(run, against)
        pages = run.reported(gitignore=not no_gitignore)
        told = None
        if change:
            pages, told = change.said(choice, pages, not no_gitignore)
        changes = False
        if fix or diff:
            run, told, changes = _mended(run, choice, pages, told, unsafe_fixes, diff, stdin)
        told = said(run, choice, pages) if told is None else told
        report = made(run, pages, told)
    if not diff:
        with course.part("report"), report_aside(fix and stdin is not None):
            report_to(run, report, wanted, can_mend=not fix and stdin is None)
    if timing:
        _print_times(course)
    sys.exit(1 if (diff or strict) and changes and not exit_zero else report.status)


def _mended(
    run: Run, choice: Choice, pages: Sequence[str], told: Said | None, unsafe: bool, diff: bool, stdin: str | None
) -> tuple[Run, Said, bool]:
    """The run after what was mended in it, written or only shown, what is said of it then, and whether anything was
    mended. ``told`` is what was said before, where only a part of what is found is to be spoken of."""
    from vaulttool.commands import _fixing  # only where it is asked for: it takes time to import

    done = _fixing.fixed(run, choice, pages, told, unsafe)
    if diff:
        for line in _fixing.differences(done):
            click.echo(line)
    else:
        _fixing.write(done, stdin)
    return done.after, _fixing.left(done, choice, pages, told), bool(done.mended.texts)


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


def _report(run: Run, paths: Sequence[str], told: Said, wanted: Wanted, fail_on: Severity, exit_zero: bool) -> Report:
    """What is said, with paths as those can open them who read it."""
    shown = functools.cache(shown_in(run, wanted.form))  # many findings stand in one file
    return Report(
        vault=shown(""),
        notes=sum(map(is_markdown, paths)),
        links=sum(told.links),
        unresolved=sum(told.unresolved),
        findings=tuple(one.shown(shown) for one in told.findings),
        shown=shown,
        text=run.text,
        rules=rules,
        fail_on=fail_on,
        exit_zero=exit_zero,
    )


def _less_known(run: Run, report: Report, baseline: str | None, choice: Choice, spoken: Sequence[str] | None) -> Report:
    """A report without what a baseline knows, where one is named. ``spoken`` are the notes that the run tells all of,
    None for every one."""
    if baseline is None and not run.place.config.baseline:
        return report
    from vaulttool.commands._baseline import file_of, less_known  # only where a baseline is asked for

    return less_known(run, report, file_of(run, baseline), choice, spoken)


def _print_times(course: Course) -> None:
    """Where the time went, on standard error."""
    whole = sum(course.took.values())
    for name, seconds in course.took.items():
        if seconds >= LEAST_SHOWN:
            click.echo(f"{seconds:8.3f} s {100 * seconds / whole:5.1f} %  {name}", err=True)
    click.echo(f"{whole:8.3f} s in all, parts below {LEAST_SHOWN * 1000:g} ms left out", err=True)
