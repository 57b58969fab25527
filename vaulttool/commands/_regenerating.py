"""What index does, for the commands that regenerate pages: find it, write or show it, tell what is left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import click

from vaulttool import engine, indexing
from vaulttool.commands._findings import claims_of, on_in_index
from vaulttool.commands._run import Run, tell
from vaulttool.errors import VaultError
from vaulttool.indexing import Change, Work
from vaulttool.model.edits import edited
from vaulttool.model.finding import Finding
from vaulttool.model.html_pages import SUFFIXES
from vaulttool.model.outputs import SUMS
from vaulttool.parsing.document import Document
from vaulttool.parsing.html import parse_html
from vaulttool.parsing.note import parse
from vaulttool.reporters import text as reporter
from vaulttool.reporters._report import Report, locate
from vaulttool.reporters.text import safe, several
from vaulttool.storage.writing import Writer
from vaulttool.text.difference import difference


def work_of(run: Run, discard: bool = False, resolve: bool = False, tells: bool = True) -> Work:
    """What index would do to the pages that PATHs cover, by the rules that `check` runs. Where that is nothing at all,
    a word says so, unless it is not to be told."""
    paths = {*run.reported(), *run.covered()}
    if run.sources.config_file:
        paths.add(run.sources.config_file)
    shared = engine.shared_of(run.sources, claims_of(run), paths)
    found = [
        finding
        for finding in engine.findings(shared, on_in_index(run))
        if finding.path in paths and (finding.path != run.sources.config_file or run.speaks_of(finding))
    ]
    if tells and not (found or shared.regions or shared.figures or shared.outputs):
        where = "that PATHs name" if run.narrowed else "that was read"
        tell(f"no page {where} has a region or figure, so there is nothing to write")
    return indexing.work(shared, found, discard, resolve)


def write(run: Run, changes: Sequence[Change], writer: Writer) -> None:
    """Each file in one step, and a line for each thing that changed in it."""
    writer.require(run.place_of(change.path) for change in changes)
    for change in changes:
        before, after = texts(run, change)
        place = run.place_of(change.path)
        writer.replace(place, None if before is None else before.encode("utf-8"), after.encode("utf-8"))
        for line in change.told:
            click.echo(safe(f"{run.shown(change.path)}: {line}"))


def texts(run: Run, change: Change) -> tuple[str | None, str]:
    """A file's text before and after; None where it is new."""
    if change.whole is not None:
        return run.sources.files.text(run.sources.files.from_base(change.path)), change.whole
    before = run.text(change.path)
    page = run.vault.page(change.path)
    if page is None or read_again(change.path, before) != page.document:  # places of another text would cut words
        raise VaultError(f'"{run.shown(change.path)}" has changed since it was read', "run it again")
    return before, edited(before, change.edits)


def read_again(path: str, text: str) -> Document:
    """What a page says, from its text."""
    return parse_html(text) if path.lower().endswith(SUFFIXES) else parse(text)


def differences(run: Run, changes: Iterable[Change]) -> Iterator[str]:
    """The unified differences of what would be written."""
    for change in changes:
        before, after = texts(run, change)
        yield from map(safe, difference(before or "", after, run.shown(change.path)))


def report(run: Run, work: Work) -> None:
    """What is left, as `check` tells it, and below an edited region how it differs from what belongs there."""
    for located in locate(work.left, run.text, run.shown):
        *lines, _ = reporter.render(Report("", 0, 0, 0, (located,), run.shown), colour=False)
        for line in lines:
            click.echo(line)
        for line in _edit(work, located.finding):
            click.echo(safe(f"    {line}"))


def _edit(work: Work, finding: Finding) -> Iterator[str]:
    """The difference that an edit made; `-` is what belongs there, `+` what stands there."""
    there = work.edits.get((finding.path, finding.span)) if finding.rule == "edited-region" else None
    if there is not None:
        present, written = there
        yield from list(difference(written, present, ""))[2:]


def counted(work: Work, wrote: bool) -> str:
    """The last line: how much was written, and how much is left."""
    files = [change for change in work.changes if not change.path.endswith(SUMS)]
    parts = sum(len(change.told) for change in files)
    done = "written" if wrote else "to be written"
    return f"{several(len(files), 'file')} {done}, {several(parts, 'part')}; {len(work.left)} left"
