"""How what is found is told again: on a terminal the whole in place of what was there, in a pipe a line for each
finding that came or went."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, NoReturn

import click

from vaulttool.commands._followed import Change, Followed
from vaulttool.commands._options import Given
from vaulttool.commands._printing import FOR_PEOPLE, Wanted, report_to
from vaulttool.commands._progress import watched
from vaulttool.commands._run import Run
from vaulttool.commands._said import Choice, Said
from vaulttool.commands._watching import Watch
from vaulttool.errors import VaulttoolError
from vaulttool.reporters._report import Located, Report
from vaulttool.reporters.text import heading, safe
from vaulttool.storage.root import Place, find

Key = tuple[str, str, str, str, int]


class Retelling(NamedTuple):
    """What `check` was asked for, told until somebody interrupts. ``on`` is the day to take for the present one, empty
    for that of the clock; ``made`` makes a report of what is said of some notes."""

    paths: Sequence[str]
    given: Given
    choice: Choice
    on: str
    gitignore: bool
    made: Callable[[Run, Sequence[str], Said], Report]
    wanted: Wanted

    def go_on(self) -> NoReturn:
        """Tell what is found, and again after each change."""
        told = _Told(self.made, self.wanted)
        select, ignore, _ = self.choice
        Watch(self._place, self._begin, select, ignore, told.tell, told.complain).go_on()

    def _place(self) -> Place:
        return find(self.paths, self.given.vault, self.given.config, not self.given.no_config)

    def _begin(self) -> Run:
        with watched() as course:
            run = Run(self.paths, self.given, course=course)
            run.on = self.on
            run.gitignore = self.gitignore
            run.reported(self.gitignore)  # which says where there is nothing to speak of
            return run


class _Told:
    """What was told last, and where."""

    def __init__(self, made: Callable[[Run, Sequence[str], Said], Report], wanted: Wanted) -> None:
        self.made = made
        self.wanted = wanted
        self.redraws = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
        self.followed: Followed | None = None
        self.report: Report | None = None
        self.is_behind = False  # whether changes were told since that was made
        self.complaint = ""

    def tell(self, followed: Followed, changes: Iterable[Change] | None) -> None:
        """Tell what is said after some changes (None where all was read anew), as far as it is something else than
        before."""
        self.complaint = ""
        if changes is not None and self._is_told_by_change():
            for change in changes:
                self._print(*([one.shown(followed.run.shown) for one in some] for some in change))
            self.is_behind = True
            return
        before = self._last()
        for _ in changes or ():
            pass
        self.followed, self.report, self.is_behind = followed, self._made(followed), False
        if before is None or (self.redraws and _content(self.report) != _content(before)):
            self._draw(followed.run, self.report)
        elif not self.redraws:
            self._print(before.findings, self.report.findings)

    def complain(self, error: VaulttoolError) -> None:
        """Tell once what a person can put right; what was found before stands as it is."""
        if error.message != self.complaint:
            click.echo(f"error: {safe(error.message)}", err=True)
            if error.remedy:
                click.echo(f"    help: {safe(error.remedy)}", err=True)
        self.complaint = error.message

    def _is_told_by_change(self) -> bool:
        """Whether what changed can be told without a look at the rest, as where no baseline leaves something out."""
        return not self.redraws and self.report is not None and self.report.baseline is None

    def _last(self) -> Report | None:
        """What was told until now."""
        return self._made(self.followed) if self.is_behind and self.followed else self.report

    def _made(self, followed: Followed) -> Report:
        return self.made(followed.run, followed.pages, followed.said)

    def _print(self, before: Sequence[Located], after: Sequence[Located]) -> None:
        for line in differences(before, after):
            click.echo(line)

    def _draw(self, run: Run, report: Report) -> None:
        if self.redraws:
            click.clear()
        report_to(run, report, self.wanted, can_mend=True)
        if self.redraws:
            click.echo("watching; Ctrl-C ends it", err=True)


def refuse(wanted: Wanted, **others: Any) -> None:
    """A usage error for what cannot be told again and again: some formats, and ``others``, options by name."""
    if wanted.form not in FOR_PEOPLE:
        raise click.UsageError(f"--watch cannot be given with --format {wanted.form}.")
    for name, value in {"output": wanted.output, **others}.items():
        if value:
            raise click.UsageError(f"--watch and --{name} exclude each other.")


def differences(before: Iterable[Located], after: Iterable[Located]) -> Iterator[str]:
    """A line for each finding that has gone or come. One that only stands on another line now is none of them."""
    old, new = _by_content(before), _by_content(after)
    yield from (f"gone: {heading(old[key])}" for key in old if key not in new)
    yield from (f"new: {heading(new[key])}" for key in new if key not in old)


def _content(report: Report) -> object:
    return report.notes, report.links, report.unresolved, report.findings, report.baseline


def _by_content(located: Iterable[Located]) -> dict[Key, Located]:
    """The findings by all but their places; the last part of a key counts equal ones."""
    found: dict[Key, Located] = {}
    counted: Counter[tuple[str, str, str, str]] = Counter()
    for one in located:
        key = (one.path, one.finding.rule, one.finding.severity, one.finding.message)
        found[*key, counted[key]] = one
        counted[key] += 1
    return found
