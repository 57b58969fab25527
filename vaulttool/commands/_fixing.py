"""What `check` does to mend what it finds: the fixes of the vault, worked out, shown, and written."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

import click
import msgspec

from vaulttool.commands._findings import active, findings
from vaulttool.commands._run import Run, tell
from vaulttool.commands._said import Choice, Said
from vaulttool.commands._saying import anew
from vaulttool.errors import VaultError
from vaulttool.fixing import Mended, mended
from vaulttool.model.finding import Finding
from vaulttool.reporters.text import safe, several
from vaulttool.storage.reading import page
from vaulttool.text.difference import difference


class Fixed(NamedTuple):
    """A run as it was, the same run over the new texts, and what was mended."""

    before: Run
    after: Run
    mended: Mended


def fixed(run: Run, choice: Choice, paths: Sequence[str], told: Said | None, unsafe: bool) -> Fixed:
    """What the chosen rules find in the notes at these paths, and in what else the run speaks of, mended in memory;
    where ``told`` is given, only what it tells.

    No other file is changed; no fix is kept that raises a finding of any rule that is on, in any note.
    """
    run.mending = True
    chosen = {one.rule.name for one in active(run, choice.select, choice.ignore)}
    spoken_of = {*paths, *(run.covered() if told is None else _paths(told))}
    known = None if told is None else _keys(told)
    first = _first_names(run)

    def may(finding: Finding) -> bool:
        edited = {edit.path for edit in finding.fix.edits} if finding.fix else set()
        is_told = known is None or _key(finding) in known
        return is_told and finding.rule in chosen and {finding.path, *edited} <= spoken_of and all(map(first, edited))

    done = mended(_check(run, choice, paths), run.text, may, unsafe)
    return Fixed(run, run.with_texts(done.texts), done)


def left(done: Fixed, choice: Choice, paths: Sequence[str], told: Said | None) -> Said:
    """What is said afterwards; where ``told`` is given, of what it tells."""
    now = anew(done.after, choice, paths)
    if told is None:
        return now
    known = _keys(told)
    return msgspec.structs.replace(now, findings=[one for one in now.findings if _key(one.finding) in known])


def write(done: Fixed, stdin: str | None = None) -> None:
    """Each file that changes, in one step, and on standard error a line for each thing that was mended.

    The file of that name whose text was on standard input goes to standard output, whether or not it changes.
    """
    texts = list(_texts(done))
    if stdin is not None:
        mended = [after.encode("utf-8") for _, _, after in texts]
        click.echo(mended[0] if mended else done.before.disk.content(os.path.abspath(stdin)), nl=False)
    else:
        with done.before.changing() as writer:
            writer.require(done.before.place_of(path) for path, _, _ in texts)
            for path, before, after in texts:
                writer.replace(done.before.place_of(path), before.encode("utf-8"), after.encode("utf-8"))
    for finding in done.mended.mended:
        title = finding.fix.title if finding.fix else ""
        click.echo(f"mended: {safe(done.before.shown(finding.path))}: {safe(title)} [{finding.rule}]", err=True)
    tell(f"{_counted(done)} mended")


def differences(done: Fixed) -> Iterator[str]:
    """The unified differences of what would be written."""
    for path, before, after in _texts(done):
        yield from map(safe, difference(before, after, done.before.shown(path)))
    tell(f"{_counted(done)} would be mended")


def _paths(told: Said) -> set[str]:
    return {one.finding.path for one in told.findings}


def _keys(told: Said) -> set[object]:
    """What findings are known by whose places have moved."""
    return {_key(one.finding) for one in told.findings}


def _key(finding: Finding) -> object:
    return finding.path, finding.rule, finding.message


def _counted(done: Fixed) -> str:
    findings, files = len(done.mended.mended), len(done.mended.texts)
    return f"{several(findings, 'finding')} in {several(files, 'file')}"


def _check(run: Run, choice: Choice, paths: Sequence[str]) -> Callable[[Mapping[str, str]], Sequence[Finding]]:
    """What is found, were these the texts of some files: what is spoken of first, since names are suggested to a number
    of links only, then all other notes."""
    chosen = active(run, choice.select, choice.ignore)
    names = {one.rule.name for one in chosen}
    on = [*chosen, *(one for one in active(run) if one.rule.name not in names)]
    spoken_of: Collection[str] = {*paths}
    others = [path for path in run.vault.notes if path not in spoken_of]

    def check(texts: Mapping[str, str]) -> Sequence[Finding]:
        then = run.with_texts(texts)
        found = findings(then, on, paths)
        if others:
            found += [one for one in findings(then, on, others) if one.path not in spoken_of]
        return list(dict.fromkeys(found))

    return check


def _first_names(run: Run) -> Callable[[str], bool]:
    """Tells of a path whether it is the first name of its file: one with two names is changed under one only."""
    known: dict[str, str] = {}

    def is_first(path: str) -> bool:
        place = os.path.realpath(run.place_of(path))
        return known.setdefault(place, path) == path

    return is_first


def _texts(done: Fixed) -> Iterator[tuple[str, str, str]]:
    """The path of each file that changes, and its text before and after."""
    for path, after in done.mended.texts.items():
        before, there = done.before.text(path), done.before.vault.page(path)
        if there is not None and page(path, before).document != there.document:  # places of another text cut words
            raise VaultError(f'"{done.before.shown(path)}" has changed since it was read', "run it again")
        yield path, before, after
