"""Figures of one metric that mean different things: with or without the bonus token, of a lifetime or a request."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from vaulttool.model.citations import Citation, Measured, citations, measured, measured_at
from vaulttool.model.dataset import Dataset
from vaulttool.model.datum import result_interval
from vaulttool.model.expression import ExpressionError, parse
from vaulttool.model.records import Result, Run
from vaulttool.model.vault import Note
from vaulttool.parsing.data import Keys
from vaulttool.parsing.prose import Prose
from vaulttool.text.intervals import Interval, exact

AMBIGUOUS = "ambiguous"
LITTLE = frozenset(("with", "without", AMBIGUOUS, "request"))  # words of a definition that prose uses for other things


class Mixed(NamedTuple):
    """Two figures of one metric with different definitions; ``place`` is where the first of the two is used."""

    one: Measured
    other: Measured


def mixed_in_run(data: Dataset, run: Run) -> Iterator[tuple[Keys, Mixed]]:
    """The figures of a run that mean something else than those they stand beside: in another arm, in the baseline, in
    an expression."""
    own = list(measured(run))
    for index, one in enumerate(own):
        other = next((before for before in own[:index] if _clash(one, before)), None)
        if other:
            yield (*one.keys, "definition"), Mixed(one, other)
    baseline = data.runs.get(run.baseline or "")
    for one in own if baseline else ():
        other = next((before for before in measured(baseline) if _clash(one, before)), None) if baseline else None
        if other:
            yield (*one.keys, "definition"), Mixed(one, other)
    for name in run.derived:
        yield from ((("derived", name, "expr"), mixed) for mixed in _in_expression(data, run, name))


def _in_expression(data: Dataset, run: Run, name: str) -> Iterator[Mixed]:
    """The figures of other runs in an expression that mean something else than the first of their metric."""
    try:
        names = [word for word, *_ in parse(run.derived[name].expr).names]
    except ExpressionError:
        return
    addresses = [word if word.startswith("run/") else f"run/{run.run}#{word}" for word in names]
    figures = [one for address in dict.fromkeys(addresses) if (one := measured_at(data, address))]
    for index, one in enumerate(figures):
        other = next((before for before in figures[:index] if _clash(one, before)), None)
        if other and one.run is not other.run:  # within one run it is told of the arms
            yield Mixed(one, other)
            return


def mixed_on_page(page: Prose, note: Note, data: Dataset) -> Iterator[tuple[Citation, Citation]]:
    """What a page cites that means something else than what it cited before: each definition once, none where the
    page says that they differ."""
    cited = [one for one in citations(note, data) if one.measured and one.measured.result.definition]
    seen: dict[str, dict[str, Citation]] = {}
    for one in sorted(cited, key=lambda one: one.span):
        assert one.measured is not None
        before = seen.setdefault(one.measured.metric, {})
        definition = one.measured.result.definition or ""
        first = next(iter(before.values()), None)
        if first and definition not in before and not _is_told(page, (*before, definition)):
            yield one, first
        before.setdefault(definition, one)


def _clash(one: Measured, other: Measured) -> bool:
    """Whether two figures of a metric surely mean, or may mean, different things. Two ambiguous ones of one run were
    counted in the same way."""
    first, second = one.result.definition, other.result.definition
    if one.metric != other.metric or first is None or second is None:
        return False
    return first != second or (first == AMBIGUOUS and one.run is not other.run)


def _is_told(page: Prose, definitions: Sequence[str]) -> bool:
    """Whether the words of a page say what its figures mean: ``bonus`` of with-bonus and without-bonus."""
    words = {word for one in definitions for word in one.split("-") if word not in LITTLE}
    return any(re.search(rf"\b{re.escape(word)}\b", page.plain, re.IGNORECASE) for word in words)


class Misread(NamedTuple):
    """An accept length whose definition its rate contradicts: the definition that fits, and the rate."""

    one: Measured
    fits: str
    rate: Measured


def misread(run: Run) -> Iterator[Misread]:
    """The accept lengths of a run whose definition the acceptance rate beside them contradicts: a draft of N tokens at
    a rate r makes N × r tokens, and one more with the bonus token."""
    own = list(measured(run))
    for one in own:
        rates = [other for other in own if other.arm == one.arm and _is_rate(other)]
        if one.result.definition in ("with-bonus", "without-bonus") and one.result.of and len(rates) == 1:
            fits = fitting(interval_of(one.result), interval_of(rates[0].result), exact(one.result.of))
            if fits and fits != one.result.definition:
                yield Misread(one, fits, rates[0])


def fitting(length: Interval, rate: Interval, depth: Interval) -> str | None:
    """The definition of an accept length that fits a rate, a share of 1; None where both or neither do."""
    without, with_bonus = length.meets(depth * rate), length.meets(exact(1) + depth * rate)
    if with_bonus is without:
        return None
    return "with-bonus" if with_bonus else "without-bonus"


def interval_of(result: Result) -> Interval:
    """Between what a figure lies, shares as parts of 1."""
    found = result_interval(result)
    return found / exact(100) if result.unit == "%" else found


def _is_rate(one: Measured) -> bool:
    return one.metric.startswith("accept") and one.result.unit in ("%", "ratio")
