"""What rules say of the notes: worked out, of all of them or of those that changed since the last run."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from vaulttool.commands._findings import active, findings
from vaulttool.commands._run import Run
from vaulttool.commands._said import Choice, Said
from vaulttool.model.faults import counts_as_unresolved
from vaulttool.reporters._report import locate
from vaulttool.rules import broken_link


def anew(run: Run, choice: Choice, paths: Sequence[str]) -> Said:
    """All that is to be said of the notes at these paths."""
    with run.course.part("count"):
        counts = [_counted(run, path) for path in paths]
    on = active(run, choice.select, choice.ignore)
    found = locate(findings(run, on, paths), run.text, _as_it_is)
    return Said(found, [links for links, _ in counts], [unresolved for _, unresolved in counts])


def again(run: Run, choice: Choice, paths: Sequence[str], before: Said, changed: Collection[str]) -> Said | None:
    """What was said before, with what is to be said now of the notes that changed. None where they may bear upon what
    is said of others."""
    on = active(run, choice.select, choice.ignore)
    spoken = [path for path in paths if path in changed]
    fresh = findings(run, [one for one in on if one.rule.scope == "notes"], spoken) if spoken else ()
    kept = [one for one in before.findings if one.finding.path not in changed]
    found = sorted([*kept, *locate(fresh, run.text, _as_it_is)], key=lambda one: one.finding.order)
    if any(related.path in changed for one in kept for related in one.finding.related):
        return None
    if sum(one.finding.rule == broken_link.check.name for one in found) > broken_link.MOST_SUGGESTIONS:
        return None  # suggestions go to those that come first
    links, unresolved = list(before.links), list(before.unresolved)
    for place, path in enumerate(paths):
        if path in changed:
            links[place], unresolved[place] = _counted(run, path)
    return Said(found, links, unresolved)


def depends_on_notes_alone(run: Run, choice: Choice) -> bool:
    """Whether no rule weighs all notes against one another, and nothing in them is generated."""
    on = active(run, choice.select, choice.ignore)
    if any(one.rule.scope == "vault" and one.rule.unconfigured == "off" for one in on):
        return False
    return not any(note.document.regions or note.document.figures for note in run.vault.notes.values())


def _counted(run: Run, path: str) -> tuple[int, int]:
    """How many links a note has, and how many of them are unresolved."""
    note, unresolved = run.vault.notes[path], 0
    for link in note.document.links:
        resolution = run.vault.resolve(link, path)
        if not resolution.candidates:
            unresolved += counts_as_unresolved(run.vault, note, link, resolution)
    return len(note.document.links), unresolved


def _as_it_is(path: str) -> str:
    return path
