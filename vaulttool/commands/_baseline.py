"""What a baseline knows of the present findings, for the commands that leave these out or write it."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from vaulttool.commands._run import Run
from vaulttool.commands._said import Choice
from vaulttool.errors import VaultError
from vaulttool.model.baseline import Comparison, Entry, compared, entries
from vaulttool.reporters._report import Known, Report
from vaulttool.storage.baseline import NAME, stored
from vaulttool.storage.bounds import require_inside
from vaulttool.storage.disk import printable

if TYPE_CHECKING:
    from vaulttool.model.finding import Finding


class Beside(NamedTuple):
    """A baseline beside the present findings: ``now`` has the entries of these, ``unseen`` are entries that this run
    cannot speak of, since their rule did not run or their note was left out."""

    comparison: Comparison
    now: Sequence[Entry]
    unseen: Sequence[Entry]


def file_of(run: Run, named: str | None) -> str:
    """Where the baseline of a run is: the file that the command line names, else the one of the configuration, else
    the usual one beside it."""
    if named:
        return os.path.abspath(named)
    place = run.place
    if place.config.baseline:
        require_inside(place.config.baseline, "baseline", place.config_file, place.base, place.repository)
    return os.path.normpath(place.base / (place.config.baseline or NAME))


def less_known(run: Run, report: Report, file: str, choice: Choice, spoken: Collection[str] | None) -> Report:
    """A report without the findings that the baseline in a file knows; ``spoken`` are the paths of the notes that the
    run tells all of, None for every one. ``VaultError`` where there is no such file."""
    run.baseline = file
    known = stored(file, run.disk)
    if known is None:
        raise VaultError(f'no baseline is at "{file}"', 'write one with "vaulttool baseline", or give --no-baseline')
    findings = [one.finding for one in report.findings]
    with run.course.part("baseline"):
        found = beside(run, known.entries, findings, choice, spoken and {*spoken, *run.covered()})
    return msgspec.structs.replace(
        report,
        findings=tuple(report.findings[one] for one in found.comparison.new),
        baseline=Known(shown(file), len(found.comparison.known), tuple(found.comparison.gone)),
    )


def beside(
    run: Run,
    known: Sequence[Entry],
    findings: Sequence[Finding],
    choice: Choice,
    spoken: Collection[str] | None = None,
) -> Beside:
    """The entries of a baseline beside findings. ``spoken`` are the paths that the run speaks of, None for all."""
    now = entries(findings, run.text, printable)
    found = compared(known, now, lambda path: _is_there(run, path))
    silent = _rules_that_were_silent(run, choice) if found.gone else frozenset[str]()
    paths = None if spoken is None else {printable(path) for path in spoken}
    gone: list[Entry] = []
    unseen: list[Entry] = []
    for one in found.gone:
        is_seen = one.rule not in silent and (paths is None or one.path in paths)
        (gone if is_seen else unseen).append(one)
    return Beside(found._replace(gone=gone), now, unseen)


def shown(file: str) -> str:
    """A file as the user can open it."""
    return printable(os.path.relpath(file).replace(os.sep, "/"))


def _is_there(run: Run, path: str) -> bool:
    """Whether a file of an entry is still there. A name that JSON could not hold is that of no file."""
    return path in run.vault.files or run.sources.length(path) is not None


def _rules_that_were_silent(run: Run, choice: Choice) -> frozenset[str]:
    """The rules that did not run; one that there is no more is not among them."""
    from vaulttool import engine  # only for what is gone: the rules take time to import
    from vaulttool.commands._findings import active

    ran = {one.rule.name for one in active(run, choice.select, choice.ignore) if one.told}
    return frozenset(engine.rules().keys() - ran)
