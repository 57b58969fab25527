"""What rules say of the notes: worked out, of all of them or of those that changed since the last run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from vaulttool.commands._findings import active, findings, shared_of
from vaulttool.commands._run import Run
from vaulttool.commands._said import Choice, Said
from vaulttool.model.faults import counts_as_unresolved
from vaulttool.model.rule import Shared
from vaulttool.reporters._report import locate
from vaulttool.rules import broken_link


def anew(run: Run, choice: Choice, paths: Sequence[str]) -> Said:
    """All that is to be said of the notes at these paths."""
    with run.course.part("rules"):
        on = active(run, choice.select, choice.ignore)
    shared = shared_of(run, paths)
    found = locate(findings(run, on, paths, shared), run.text, _as_it_is)
    return Said(found, *_counted(run, paths, shared))


def again(run: Run, choice: Choice, paths: Sequence[str], before: Said, changed: Collection[str]) -> Said | None:
    """What was said before, with what is to be said now of the notes that changed. None where they may bear upon what
    is said of others."""
    on = active(run, choice.select, choice.ignore)
    spoken = [path for path in paths if path in changed]
    shared = shared_of(run, spoken)
    fresh = findings(run, [one for one in on if one.rule.scope == "notes"], spoken, shared) if spoken else ()
    kept = [one for one in before.findings if one.finding.path not in changed]
    found = sorted([*kept, *locate(fresh, run.text, _as_it_is)], key=lambda one: one.finding.order)
    if any(related.path in changed for one in kept for related in one.finding.related):
        return None
    if sum(one.finding.rule == broken_link.check.name for one in found) > broken_link.MOST_SUGGESTIONS:
        return None  # suggestions go to those that come first
    links, unresolved = list(before.links), list(before.unresolved)
    places = [place for place, path in enumerate(paths) if path in changed]
    for place, *counts in zip(places, *_counted(run, spoken, shared), strict=True):
        links[place], unresolved[place] = counts
    return Said(found, links, unresolved)


def depends_on_notes_alone(run: Run, choice: Choice) -> bool:
    """Whether no rule weighs all notes against one another, and nothing in them is generated."""
    on = active(run, choice.select, choice.ignore)
    if any(one.rule.scope == "vault" and one.rule.unconfigured == "off" for one in on):
        return False
    return not any(note.document.regions or note.document.figures for note in run.vault.notes.values())


def _counted(run: Run, paths: Sequence[str], shared: Shared) -> tuple[list[int], list[int]]:
    """How many links each note has, and how many of them are unresolved."""
    unresolved: Counter[str] = Counter()
    for faulty_links in shared.faults.values():
        unresolved.update(note.path for note, one in faulty_links if counts_as_unresolved(run.vault, note, one))
    return [shared.survey.links[path] for path in paths], [unresolved[path] for path in paths]


def _as_it_is(path: str) -> str:
    return path
