"""An estimate or a prediction that stands where a measurement has settled it.

Speaks of data: a figure of `quality: estimated` in a run, where a run of the same endpoint and era that is not older
has measured the same metric of the same arm, statistic and unit, with no other setting that both tell. `settled_by` in
the estimate names the measured figure; it is then told only of places that go on citing the estimate: inline figures
and regions that do not cite the measured one beside it, and figures of an era. Speaks of the claimed pages of eras,
too: of a prediction ("acceptance may drop") and of an estimated number where a run of that era has measured the metric
that the sentence or row names by its title. What speaks of conditions, of the past or of another shape, what has a day
of its own, and sentences that cite a figure are left alone.

Bad, `Lisbon.md`:

    # Two cards

    The drafter was made for another model, so acceptance may drop.

Good, `Lisbon.md`:

    # Two cards

    The drafter was made for another model; acceptance is 58.3 %<!-- =run/accept#acceptance -->. It may drop again
    when prompts are random.

With `data/runs/accept.yaml`:

    run: accept
    title: The drafter on this model
    kind: acceptance
    date: 2026-09-22
    host: atlas
    endpoint: lisbon
    era: two-cards
    source: {document: Lisbon.md, line: 1}
    results: {acceptance: {value: 58.3, unit: "%"}}

With `data/metrics.yaml`:

    metrics:
      acceptance: {title: Acceptance, unit: "%"}

With `data/endpoints/lisbon.yaml`:

    endpoint: lisbon
    host: atlas
    owner_page: "[[Lisbon]]"
    eras:
      - {id: two-cards, title: Two cards, start: 2026-09-21, page: "[[Lisbon]]"}

With `data/hosts/atlas.yaml`:

    host: atlas
    facts: []

With `vaulttool.toml`:

    data = "data"
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from vaulttool.model.finding import Finding, Related
from vaulttool.model.rule import Context, rule
from vaulttool.text.span import Span

if TYPE_CHECKING:
    from vaulttool.model.citations import Citation, Measured
    from vaulttool.model.estimates import Settled
    from vaulttool.model.vault import Note

HELP = "write what was measured"
EMPTY_LINE = re.compile(r"(?:\r\n|\n|\r)[ \t>]*+[\r\n]")


@rule("warning", scope="vault")
def check(context: Context) -> Iterator[Finding]:
    """Report the estimates of the data, what cites them, and what pages of eras still expect."""
    if not context.sources.has_data or not context.sources.data.runs:
        return
    from vaulttool.model.estimates import settled  # only where there are runs

    found = settled(context.sources.data)
    for one in found.values():
        if not one.is_told:
            path, span = _place(context, one.estimate)
            message = f'"{one.estimate.metric}" is an estimate, and {_measured(context, one.measurement)}'
            help = 'cite the measured figure, and name it in "settled_by" of the estimate'
            yield context.finding(path, span, message, help, (_related(context, one.measurement),))
    if found:
        yield from _cited(context, found)
        yield from _of_eras(context, found)
    yield from _in_prose(context)


def _cited(context: Context, found: Mapping[str, Settled]) -> Iterator[Finding]:
    """What pages cite though it is settled."""
    from vaulttool.model.citations import citations

    for page in context.shared.pages:
        if not (page.document.figures or page.document.regions):
            continue
        cited = [one for one in citations(page, context.sources.data) if one.measured]
        for one in cited:
            settled = found.get(one.measured.address) if one.measured else None
            if settled is None:
                continue
            beside = [other.measured for other in cited if other.measured and _is_near(context, page, one, other)]
            if all(other.address != settled.measurement.address for other in beside):
                yield _finding(context, page.path, one.span, settled)


def _is_near(context: Context, page: Note, one: Citation, other: Citation) -> bool:
    """Whether two figures stand in one region, or inline in one block, without an empty line between them."""
    if not (one.is_inline and other.is_inline):
        return one.span == other.span
    first, last = sorted((one.span, other.span))
    between = context.sources.page_text(page)[first.end : last.start]
    return EMPTY_LINE.search(between) is None


def _of_eras(context: Context, found: Mapping[str, Settled]) -> Iterator[Finding]:
    """The figures of eras that are settled estimates."""
    data = context.sources.data
    for name, endpoint in sorted(data.endpoints.items()):
        for index, era in enumerate(endpoint.eras):
            for at, address in enumerate(era.figures):
                if address in found and found[address].measurement.address not in era.figures:
                    path = context.sources.files.from_vault(data.paths["endpoint", name])
                    span = context.sources.place(path, ("eras", index, "figures", at))
                    yield _finding(context, path, span, found[address])


def _in_prose(context: Context) -> Iterator[Finding]:
    """What pages of eras expect and a run of the era has measured."""
    from vaulttool.model.predictions import overtaken

    for note in context.claimed:
        if note.path in context.sources.statuses.eras:
            for one in overtaken(context.sources, note, context.prose(note)):
                text = " ".join(one.text.split())
                message = f'"{text}" is expected here, and {_measured(context, one.by)}'
                yield context.finding(note.path, one.span, message, HELP, (_related(context, one.by),))


def _finding(context: Context, path: str, span: Span, one: Settled) -> Finding:
    message = f'"{one.estimate.address}" is an estimate, and {_measured(context, one.measurement)}'
    return context.finding(path, span, message, HELP, (_related(context, one.measurement),))


def _measured(context: Context, one: Measured) -> str:
    return f'"{one.address}" has measured {context.sources.data.figure(one.address).text}'


def _related(context: Context, one: Measured) -> Related:
    return Related(*_place(context, one), "what was measured")


def _place(context: Context, one: Measured) -> tuple[str, Span]:
    path = context.sources.files.from_vault(context.sources.data.paths["run", one.run.run])
    return path, context.sources.place(path, one.keys)
