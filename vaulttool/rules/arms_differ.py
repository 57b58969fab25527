"""Two sides of a comparison that differ in more than in what is compared, or a cause that both sides share.

Speaks of runs in the data, and compares the arms of a run, a run with its `baseline`, and a run with those of whose
figures of the same metric it computes a figure. Told are: a setting that is `controlled` and another one in an arm; a
setting that differs beside the variable; a metric that is a mean in one arm and a geomean in another, or per stream in
one and per card in another; a harness, a dataset, a flag such as `--ignore-eos` or another part of the method that
differs between two runs; and a setting that a verdict or a sentence blames although all arms share it.

What is compared stands in `variable`: names of settings and of parts of the method that differ on purpose, or are
known to differ. Where a run has none, a setting that its question or the titles of its arms speak of is what is
compared. What only one of two sides tells, the number of repeats, addresses and output files are left alone.

Bad, `data/runs/ab.yaml`:

    run: ab
    title: Two drafters
    kind: ab
    date: 2026-09-20
    host: atlas
    source: {document: Lisbon.md, line: 1}
    variable: [drafter]
    arms:
      dflash: {settings: {drafter: dflash, ignore_eos: true}, results: {decode_tps: {value: 100.0, unit: tok/s}}}
      mtp: {settings: {drafter: mtp, ignore_eos: false}, results: {decode_tps: {value: 85.9, unit: tok/s}}}

Good, `data/runs/ab.yaml`:

    run: ab
    title: Two drafters
    kind: ab
    date: 2026-09-20
    host: atlas
    source: {document: Lisbon.md, line: 1}
    variable: [drafter]
    controlled: {ignore_eos: true}
    arms:
      dflash: {settings: {drafter: dflash}, results: {decode_tps: {value: 100.0, unit: tok/s}}}
      mtp: {settings: {drafter: mtp}, results: {decode_tps: {value: 85.9, unit: tok/s}}}

With `data/hosts/atlas.yaml`:

    host: atlas
    facts: []

With `Lisbon.md`:

    A town on a river.

With `vaulttool.toml`:

    data = "data"
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from vaulttool.model.finding import Finding, Related
from vaulttool.model.rule import Context, rule

if TYPE_CHECKING:
    from vaulttool.model.causes import Blamed
    from vaulttool.model.records import Run
    from vaulttool.parsing.data import Keys

CURE = "name what differs between the arms"


@rule("warning", scope="vault")
def check(context: Context) -> Iterator[Finding]:
    """Report what differs beside what is compared, then the causes that cannot be."""
    if not context.sources.has_data or not context.sources.data.runs:
        return
    for _, run in sorted(context.sources.data.runs.items()):
        yield from _of_run(context, run)
    yield from _on_pages(context)


def _of_run(context: Context, run: Run) -> Iterator[Finding]:
    """What is wrong in the comparisons of one run."""
    from vaulttool.model.causes import blamed_in_verdict  # only where there are runs, as below
    from vaulttool.model.comparisons import differences

    path = _path(context, run)
    for one in differences(context.sources.data, run):
        related = _related(context, one.other, one.other_keys, "the other side")
        yield context.finding(path, context.sources.place(path, one.keys), one.message, one.help, (related,))
    for keys, blamed in blamed_in_verdict(run):
        span = context.sources.place(path, keys)
        yield context.finding(path, span, _message(blamed, run), CURE, (_shared(context, run, blamed),))


def _on_pages(context: Context) -> Iterator[Finding]:
    """The causes that sentences of pages give and that cannot be."""
    from vaulttool.model.causes import blamed_on_page

    for note in context.claimed:
        if note.document.figures or note.document.regions:
            for run, blamed in blamed_on_page(context.prose(note), note, context.sources.data):
                related = (_shared(context, run, blamed),)
                yield context.finding(note.path, blamed.span, _message(blamed, run), CURE, related)


def _message(blamed: Blamed, run: Run) -> str:
    return f'"{blamed.key}" is given as the cause, and is "{blamed.value}" in every arm of "{run.run}"'


def _shared(context: Context, run: Run, blamed: Blamed) -> Related:
    holder = "controlled" if blamed.key in run.controlled else "settings"
    keys: Keys = (holder, blamed.key) if blamed.key in getattr(run, holder) else ("arms",)
    return _related(context, run, keys, "what the arms share")


def _related(context: Context, run: Run, keys: Keys, message: str) -> Related:
    path = _path(context, run)
    return Related(path, context.sources.place(path, keys), message)


def _path(context: Context, run: Run) -> str:
    return context.sources.files.from_vault(context.sources.data.paths["run", run.run])
