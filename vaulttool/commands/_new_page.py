"""A page that is to be made: written in memory with its regions, with what follows from it elsewhere, and tried."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from vaulttool.commands._findings import active, findings
from vaulttool.commands._regenerating import texts, work_of
from vaulttool.commands._run import Run
from vaulttool.errors import VaultError
from vaulttool.indexing import Change
from vaulttool.model.edits import edited
from vaulttool.model.finding import Finding
from vaulttool.storage import git


class Made(NamedTuple):
    """A new page with its whole text, what is to be written to pages that list it, and what a check says of all that
    and did not say before. ``run`` is over the vault with all of it, ``unlisted`` over one in which only the page is
    new."""

    path: str
    text: str
    changes: tuple[Change, ...]
    found: tuple[Finding, ...]
    run: Run
    unlisted: Run


def made(run: Run, data: Mapping[str, str | None], path: str, text: str, reasons: Mapping[str, list[str]]) -> Made:
    """A page at a path from the vault's root, its regions empty as yet. ``data`` are data files that are new with it;
    ``reasons`` has for each region of settings, by its id, the words for the last cell of its rows."""
    then = run.after(data).with_new(path, text)
    without = run.after(dict.fromkeys(data)).without(path)  # what was broken off is there in part
    before = work_of(without, tells=False).changes
    changes = []
    for change in work_of(then, tells=False).changes:
        if change.path == path:
            text = edited(text, change.edits)
        elif (left := _less(change, before)) is not None:
            changes.append(left)
    text = _with_reasons(path, text, reasons)
    after = run.after(data).with_new(path, text)
    rewritten = after.with_texts({one.path: texts(then, one)[1] for one in changes})
    return Made(path, text, tuple(changes), tuple(_new(without, rewritten)), rewritten, after)


def _less(change: Change, before: Sequence[Change]) -> Change | None:
    """A change without what was to be written before the page was there; None where nothing is left."""
    known = next((one for one in before if one.path == change.path), None)
    if known is None:
        return change
    if change.whole is not None:
        return None if change.whole == known.whole else change
    left = [pair for pair in zip(change.edits, change.told, strict=True) if pair[0] not in known.edits]
    return (
        change._replace(edits=tuple(edit for edit, _ in left), told=tuple(told for _, told in left)) if left else None
    )


def refuse_place(run: Run, path: str) -> None:
    """``VaultError`` for a page that no row could speak of: one that is excluded, or that git ignores."""
    if git.top(run.place.root) and git.would_ignore(run.place.root, [path]):
        raise VaultError(f'git ignores "{run.shown(path)}"', "name another page with --page")
    if not run.sources.listed(path):
        raise VaultError(f'the configuration excludes "{run.shown(path)}"', "name another page with --page")


def refuse_other(run: Run, path: str, text: str) -> bool:
    """Whether the page is there just as it would be written; ``VaultError`` where another one is."""
    place = os.path.join(run.place.root, path)
    if not os.path.lexists(place):
        return False
    try:
        with open(place, "rb") as file:
            if file.read() == text.encode("utf-8"):
                return True
    except OSError:
        pass
    raise VaultError(f'"{run.shown(path)}" is there already, and is never overwritten', "name another one with --page")


def _with_reasons(path: str, text: str, reasons: Mapping[str, list[str]]) -> str:
    """The text with these words in the cells of settings that belong to people: they are no part of a region's sum."""
    from vaulttool.commands._regenerating import read_again
    from vaulttool.text.table import is_separator, row, split

    for region in reversed(read_again(path, text).regions):
        words = iter(reasons.get(dict(region.arguments).get("id", ""), ())) if region.kind == "settings" else iter(())
        lines, below = [], False
        for line in region.body.of(text).split("\n"):
            cells = split(line)
            if below and cells is not None:
                line = row([*cells[:-1], next(words, cells[-1])])
            below = below or (cells is not None and is_separator(line))
            lines.append(line)
        text = text[: region.body.start] + "\n".join(lines) + text[region.body.end :]
    return text


def _new(before: Run, after: Run) -> list[Finding]:
    """What a check says then and does not say now."""
    known = Counter(map(_key, findings(before, active(before), before.reported())))
    found = []
    for finding in findings(after, active(after), after.reported()):
        known[_key(finding)] -= 1
        if known[_key(finding)] < 0:
            found.append(finding)
    return found


def _key(finding: Finding) -> tuple[str, str, str]:
    return finding.path, finding.rule, finding.message
