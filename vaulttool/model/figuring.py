"""All arithmetic of a page: what does not hold, unless the page says so itself or counts in another way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from vaulttool.model.arithmetic import Broken, broken_equation, is_hyphenated
from vaulttool.model.bands import BAND, beyond_band, beyond_bands, may_band
from vaulttool.model.bases import wrong_bases
from vaulttool.model.columns import broken_columns
from vaulttool.model.compared_numbers import broken_comparison
from vaulttool.model.noise import beyond_noise
from vaulttool.model.quantities import between, scaled, size, unit
from vaulttool.model.tables import broken_tables
from vaulttool.parsing.amounts import Amount, amounts, pieces
from vaulttool.parsing.comparisons import comparisons, may_compare
from vaulttool.parsing.counted import counted_lists, may_count
from vaulttool.parsing.equations import equations, may_equate
from vaulttool.parsing.grids import Grid
from vaulttool.parsing.prose import Prose, words
from vaulttool.text.intervals import Interval
from vaulttool.text.sentences import sentence_at
from vaulttool.text.span import Span

TABLE = re.compile(r"\|[ \t]*:?-")
DENIED = re.compile(
    r"\b(?:not|never|isn|doesn|don|wrong(?:ly)?|false|incorrect|mistak\w+|erroneous|nonsense|untrue|absurd|invalid"
    r"|instead of|should (?:be|have been)|joke|riddle|puzzle|synerg\w+|pretend|suppose|imagine|orwell\w*|claims?"
    r"|claimed|tells?|told|thought|believ\w+|guess\w*|hallucinat\w+|answered|replied|contradiction|paradox\w*"
    r"|fallacy|disagree|adds? up)\b|n[’']t\b|\?\?",
    re.IGNORECASE,
)
OTHER_ARITHMETIC = re.compile(
    r"\b(?:mod|modul[aoiu]\w*|binary|hex(?:adecimal)?|octal|base[ -]?(?:\d+|two|three|eight|twelve|sixteen)|xor|bitwise"
    r"|clock arithmetic|ternary|finite field|galois|boolean|floating[- ]point|overflow|concatenat\w+|roman numerals?"
    r")\b",
    re.IGNORECASE,
)
ASKED = re.compile(r"\b(?:exercises?|homework|quiz|worksheet|true or false|jokes?|riddles?|puzzles?)\b", re.IGNORECASE)

IN_TABLES = (broken_tables, broken_columns, beyond_noise, beyond_bands, wrong_bases)


class Kinds(NamedTuple):
    """Which kinds of arithmetic a text may have, by tests that cost little."""

    equations: bool
    comparisons: bool
    tables: bool
    bands: bool
    lists: bool


def kinds(text: str) -> Kinds:
    """The kinds of arithmetic that a text may have."""
    return Kinds(
        may_equate(text),
        may_compare(text),
        TABLE.search(text) is not None,
        may_band(text),
        may_count(text),
    )


def broken(prose: Prose, wanted: Kinds) -> Iterator[Broken]:
    """What does not hold on a page, in order of kinds; each place once."""
    seen: set[Span] = set()
    for one in _all(prose, wanted):
        if one.span not in seen:
            seen.add(one.span)
            yield one


def _all(prose: Prose, wanted: Kinds) -> Iterator[Broken]:
    if wanted.equations:
        yield from _equations(prose)
    for comparison in comparisons(prose) if wanted.comparisons else ():
        found = broken_comparison(comparison, prose.text)
        if found is not None and not _is_denied(prose, comparison.passage, found):
            yield found
    if wanted.tables:
        yield from _tables(prose)
    if wanted.bands:
        yield from _bands(prose)
    for one in counted_lists(prose) if wanted.lists else ():
        if len(one.items) != one.number:
            message = f'"{one.span.of(prose.text)}" is announced, and the list has {len(one.items)} items'
            yield Broken(one.span, message, (one.items[0], one.items[-1]), "correct the number or the list")


def _tables(prose: Prose) -> Iterator[Broken]:
    """What does not hold in tables; each kind looks first whether there is anything of it."""
    for table in prose.tables:
        grid = Grid(prose, table)
        for broken_in in IN_TABLES:
            yield from broken_in(grid, prose.text)


def _equations(prose: Prose) -> Iterator[Broken]:
    wrong = [(one, found) for one in equations(prose) if (found := broken_equation(one, prose.text)) is not None]
    ranges = [one for one, _ in wrong if is_hyphenated(one, prose.text)]
    for equation, found in wrong:
        if (equation in ranges and len(ranges) > 1) or _is_denied(prose, equation.passage, found):
            continue  # 100 - 90 = 4, 89 - 80 = 3: a scale, and no differences
        headings = " ".join(heading.title for heading in prose.above(found.span.start))
        around = f"{headings} {words(prose.plain, equation.passage)}"
        if not ASKED.search(headings) and not OTHER_ARITHMETIC.search(around):
            yield found


def _bands(prose: Prose) -> Iterator[Broken]:
    """Bands in sentences whose listed values lie outside."""
    for passage in prose.passages:
        if passage.kind != "cell":
            for band in BAND.finditer(prose.plain, passage.span.start, passage.span.end):
                around = sentence_at(prose.plain, passage.span, band.start())
                yield from beyond_band(band, pieces(prose, around), prose.text)


def _is_denied(prose: Prose, passage: Span, found: Broken) -> bool:
    """Whether the page knows: the sentence says that something is wrong, or the block states the right result."""
    if DENIED.search(words(prose.plain, sentence_at(prose.plain, passage, found.span.start))):
        return True
    if found.computed is None:
        return False
    others = [one for one in amounts(pieces(prose, passage)) if one.span not in (found.span, *found.inputs)]
    return any(_says(one, found.computed) for one in others)


def _says(amount: Amount, computed: Interval) -> bool:
    """Whether an amount is a result, by no fewer than two digits."""
    digits = len(amount.number.value.as_tuple().digits)
    return digits > 1 and scaled(between(amount), size(unit(amount))).meets(computed)
