"""What rules say of the notes: worked out, of all of them or of those that changed since the last run."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from vaulttool.commands._findings import active, findings, shared_of
from vaulttool.commands._parts import counted, located, said_of_parts
from vaulttool.commands._run import Run
from vaulttool.commands._said import Choice, Said, only_notes_matter
from vaulttool.model import guesses
from vaulttool.rules import broken_link


def anew(run: Run, choice: Choice, paths: Sequence[str]) -> Said:
    """All that is to be said of the notes at these paths."""
    with run.course.part("rules"):
        on = active(run, choice.select, choice.ignore)
    shared = shared_of(run, paths)
    shared.leaves_out |= choice.leaves_out
    if only_notes_matter(run, choice):
        return said_of_parts(run, on, paths, shared)
    return Said(located(run, findings(run, on, paths, shared)), *counted(shared, paths))


def again(run: Run, choice: Choice, paths: Sequence[str], before: Said, changed: Collection[str]) -> Said | None:
    """What was said before, with what is to be said now of the notes that changed. None where they may bear upon what
    is said of others."""
    on = active(run, choice.select, choice.ignore)
    spoken = [path for path in paths if path in changed]
    shared = shared_of(run, spoken)
    shared.leaves_out |= choice.leaves_out
    fresh = findings(run, [one for one in on if one.rule.scope != "vault"], spoken, shared) if spoken else ()
    kept = [one for one in before.findings if one.finding.path not in changed]
    found = sorted([*kept, *located(run, fresh)], key=lambda one: one.finding.order)
    if any(related.path in changed for one in kept for related in one.finding.related):
        return None
    if sum(one.finding.rule == broken_link.check.name for one in found) > guesses.MOST:
        return None  # suggestions go to those that come first
    links, unresolved = list(before.links), list(before.unresolved)
    places = [place for place, path in enumerate(paths) if path in changed]
    for place, *counts in zip(places, *counted(shared, spoken), strict=True):
        links[place], unresolved[place] = counts
    return Said(found, links, unresolved, before.alone)
