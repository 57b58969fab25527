"""Figures of one metric that mean different things and stand side by side.

The `definition` of a result says which of several meanings it has: an accept length with or without the bonus token, an
average over a lifetime or of one request. Told are figures of one metric with different definitions, or an ambiguous
one beside another: in the arms of a run, in a run and its baseline, in an expression that computes with both, and among
the inline figures and regions of a claimed page. A page that says so in words ("bonus") is left alone, and so are
figures without a definition.

An accept length is checked against the acceptance rate beside it, too: a draft of N tokens at a rate r makes N × r
tokens, and one more with the bonus token. In data the definition must fit; on a page that gives one draft depth, two
accept lengths must fit the same definition.

Bad, `Lisbon.md`:

    Easy text came to 7.00<!-- =run/ab#easy.accept_length --> tokens per draft,
    the older test to 2.6<!-- =run/old#accept_length -->.

Good, `Lisbon.md`:

    Easy text came to 7.00<!-- =run/ab#easy.accept_length --> tokens per draft with the bonus token,
    the older test to 2.6<!-- =run/old#accept_length --> without it.

With `data/runs/ab.yaml`:

    run: ab
    title: Easy text
    kind: acceptance
    date: 2026-09-22
    host: atlas
    source: {document: Lisbon.md, line: 1}
    arms:
      easy: {results: {accept_length: {value: 7.00, unit: tok/draft, as_printed: "7.00", definition: with-bonus}}}

With `data/runs/old.yaml`:

    run: old
    title: Older test
    kind: acceptance
    date: 2026-09-20
    host: atlas
    source: {document: Lisbon.md, line: 1}
    results: {accept_length: {value: 2.6, unit: tok/draft, definition: without-bonus}}

With `data/hosts/atlas.yaml`:

    host: atlas
    page: "[[Lisbon]]"
    facts: []

With `vaulttool.toml`:

    data = "data"
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from vaulttool.model.finding import Finding, Related
from vaulttool.model.rule import Context, rule
from vaulttool.text.span import Span

if TYPE_CHECKING:
    from vaulttool.model.accept_lengths import Reading
    from vaulttool.model.citations import Measured
    from vaulttool.model.records import Run
    from vaulttool.model.vault import Note

HELP = "compare figures of one definition, or say in words what each counts"


@rule("warning", scope="vault")
def check(context: Context) -> Iterator[Finding]:
    """Report the figures of runs that mean something else than those beside them, then those of pages."""
    if context.sources.has_data:
        for _, run in sorted(context.sources.data.runs.items()):
            yield from _of_run(context, run)
    for note in context.claimed:
        yield from _cited(context, note)
        yield from _in_words(context, note)


def _of_run(context: Context, run: Run) -> Iterator[Finding]:
    """What is mixed in one run, and accept lengths that their rates contradict."""
    from vaulttool.model.definitions import misread, mixed_in_run  # only where there are runs, as below

    path = context.sources.files.from_vault(context.sources.data.paths["run", run.run])
    for keys, mixed in mixed_in_run(context.sources.data, run):
        message = f'"{mixed.one.metric}" {_meaning(mixed.one)}, and {_meaning(mixed.other)} in "{mixed.other.address}"'
        yield context.finding(path, context.sources.place(path, keys), message, HELP, (_datum(context, mixed.other),))
    for found in misread(run):
        rate, told = found.rate, found.one.result
        message = (
            f'"{found.one.metric}" is said to be {told.definition}, and {told.of} × "{rate.metric}" '
            f"makes it {found.fits}"
        )
        span = context.sources.place(path, (*found.one.keys, "definition"))
        help = "correct the definition, the depth, or one of the two figures"
        yield context.finding(path, span, message, help, (_datum(context, rate),))


def _cited(context: Context, note: Note) -> Iterator[Finding]:
    """What a page cites that means something else than what it cited before."""
    if not context.sources.has_data or not (note.document.figures or note.document.regions):
        return
    from vaulttool.model.definitions import mixed_on_page

    for one, first in mixed_on_page(context.prose(note), note, context.sources.data):
        assert one.measured is not None and first.measured is not None
        message = (
            f'"{one.measured.metric}" {_meaning(one.measured)} in "{one.measured.address}", '
            f'and {_meaning(first.measured)} in "{first.measured.address}" on this page'
        )
        related = (Related(note.path, first.span, "cited here"), _datum(context, one.measured))
        yield context.finding(note.path, one.span, message, HELP, related)


def _in_words(context: Context, note: Note) -> Iterator[Finding]:
    """The accept lengths in prose that another definition fits than the one before them."""
    text = context.sources.page_text(note)
    if "ccept" not in text:
        return
    from vaulttool.model.accept_lengths import readings

    first: Reading | None = None
    for one in readings(context.prose(note)):
        if first and one.fits != first.fits:
            message = (
                f'with a draft depth of {one.depth} the accept length "{one.text}" fits its rate only {_words(one)}, '
                f'"{first.text}" only {_words(first)}'
            )
            yield context.finding(
                note.path, one.span, message, HELP, (Related(note.path, first.span, "the other one"),)
            )
        first = first or one


def _words(one: Reading) -> str:
    return one.fits.replace("-", " the ") + " token"


def _meaning(one: Measured) -> str:
    return f'is "{one.result.definition}"'


def _datum(context: Context, one: Measured) -> Related:
    path = context.sources.files.from_vault(context.sources.data.paths["run", one.run.run])
    span: Span = context.sources.place(path, one.keys)
    return Related(path, span, f'"{one.address}"')
