"""What rules say of many notes, worked out part by part: in several processes, and with each note decoded once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

import msgspec

from vaulttool import engine
from vaulttool.commands._findings import findings
from vaulttool.commands._run import Run
from vaulttool.commands._said import Said
from vaulttool.model.faults import counts_as_unresolved
from vaulttool.model.finding import Finding
from vaulttool.model.rule import Shared
from vaulttool.reporters._report import Located, locate
from vaulttool.rules import broken_link
from vaulttool.storage import workers
from vaulttool.storage.disk import DISK
from vaulttool.storage.notes import fetch

CHECKING = workers.Task("check", "checked", 1000, 128)
BOUNDED = broken_link.check  # its suggestions go to the notes that come first


class Part(msgspec.Struct, frozen=True, array_like=True):
    """What is said of some notes, and for each the number of links and of unresolved ones.

    ``broken`` are the notes that the rule with bounds has to see, ``silenced`` those with suppressions; ``generated``
    says whether any has generated parts; ``folders`` are those beside the vault that the process has looked into so
    far.
    """

    findings: Sequence[Located]
    links: Sequence[int]
    unresolved: Sequence[int]
    broken: Sequence[str]
    silenced: Sequence[str]
    generated: bool
    folders: Sequence[bytes]


def said_of_parts(run: Run, on: Sequence[engine.Active], paths: Sequence[str], shared: Shared) -> Said:
    """All that is to be said of the notes at these paths, where nothing but the notes decides."""
    each = [one for one in on if one.rule.scope == "notes" and one.rule is not BOUNDED]

    @cache
    def of_all() -> Sequence[Located]:
        return located(run, findings(run, [one for one in on if one.rule.scope == "vault"], paths, shared))

    with run.course.part("names"):
        _ = run.vault.index  # worked out by one process for all, as what follows
    with run.course.part(CHECKING.name):
        fetch(run.vault.notes)
        _ = shared.claimed
        run.course.meanwhile = of_all
        jobs = run.jobs if run.disk is DISK else 1  # git answers one process
        parts = workers.spread_parts(
            paths, lambda part: _part(run, each, part, shared), Part, CHECKING, jobs, run.course
        )
        run.listing.look_into({folder for part in parts for folder in part.folders})
        broken = [path for part in parts for path in part.broken]
        bounded = findings(run, [one for one in on if one.rule is BOUNDED], broken, _shared_part(shared, broken))
        found = [*of_all(), *located(run, bounded), *(one for part in parts for one in part.findings)]
        found += located(run, _of_silenced(run, on, [path for part in parts for path in part.silenced], shared))
        return Said(
            sorted(found, key=lambda one: one.finding.order),
            [number for part in parts for number in part.links],
            [number for part in parts for number in part.unresolved],
            alone=not any(part.generated for part in parts) and not any(map(_weighs_all, on)),
        )


def _of_silenced(run: Run, on: Sequence[engine.Active], paths: Sequence[str], shared: Shared) -> list[Finding]:
    """What rules on the findings of others say of notes with suppressions: there all others are heard once more, but
    those that have seen all notes."""
    listening = {one.rule.name for one in on if one.rule.scope == "findings"}
    if not (listening and paths):
        return []
    part = _shared_part(shared, paths)
    again = findings(run, [one for one in on if one.rule.scope != "vault"], paths, part)
    return [finding for finding in again if finding.rule in listening]


def counted(shared: Shared, paths: Sequence[str]) -> tuple[list[int], list[int]]:
    """How many links each note has, and how many of them are unresolved."""
    unresolved: Counter[str] = Counter()
    for faulty_links in shared.faults.values():
        unresolved.update(note.path for note, one in faulty_links if counts_as_unresolved(shared.vault, note, one))
    return [shared.survey.links[path] for path in paths], [unresolved[path] for path in paths]


def located(run: Run, found: Iterable[Finding]) -> tuple[Located, ...]:
    """Findings with positions, under the vault paths of their notes."""
    return locate(found, run.text, lambda path: path)


def _part(run: Run, on: Sequence[engine.Active], paths: Sequence[str], shared: Shared) -> Part:
    """What these rules say of some notes."""
    part = _shared_part(shared, paths)
    found = located(run, findings(run, on, paths, part))
    links, unresolved = counted(part, paths)
    broken = dict.fromkeys(note.path for note, _ in part.faults.get(BOUNDED.name, ()))
    generated = bool(part.survey.with_regions or part.survey.with_figures)
    silenced = [note.path for note in part.survey.with_allowances]
    return Part(found, links, unresolved, [*broken], silenced, generated, run.listing.folders())


def _shared_part(shared: Shared, paths: Sequence[str]) -> Shared:
    return shared.part([shared.vault.notes[path] for path in paths])


def _weighs_all(one: engine.Active) -> bool:
    """Whether a rule weighs all notes against one another, whatever they claim."""
    return one.rule.scope == "vault" and one.rule.unconfigured == "off"
