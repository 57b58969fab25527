"""A reason for a setting that names no measurement and does not say that there is none.

Off unless the configuration turns it on. Speaks of the column *Why* of regions of kind `settings`: a reason should cite
a figure or a run (`run/RUN`), lead to a page, or say `unmeasured`.

Options: `words` are those that say that nothing was measured (`unmeasured`, `not measured`, `not A/B measured`);
`empty = true` asks for a reason where none stands, too (`false`); `without` names settings to leave alone.

Bad, `Lisbon.md`:

    <!-- vaulttool:begin settings file="lisbon.env" -->

    | Setting | Value | Why |
    | --- | --- | --- |
    | `CHUNK` | `8192` | leaves more room |
    | `PORT` | `7770` | |

    <!-- vaulttool:end settings sum=0123456789 -->

Good, `Lisbon.md`:

    <!-- vaulttool:begin settings file="lisbon.env" -->

    | Setting | Value | Why |
    | --- | --- | --- |
    | `CHUNK` | `8192` | unmeasured; leaves more room |
    | `PORT` | `7770` | |

    <!-- vaulttool:end settings sum=0123456789 -->

With `lisbon.env`:

    CHUNK=8192
    PORT=7770

With `vaulttool.toml`:

    [rules]
    unmeasured-knob = "warning"
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule
from vaulttool.parsing.document import Region
from vaulttool.text.span import Span

KIND = "settings"
WHY = "Why"
SOURCE = re.compile(r"<!--[ ]*=|\brun/[a-z0-9]|\[\[|\]\(|://|\[\^", re.IGNORECASE)
LINE = re.compile(r"[^\r\n]++")
BAR = re.compile(r"(?<!\\)\|")


class Options(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """Options of `unmeasured-knob`."""

    words: tuple[str, ...] = ("unmeasured", "not measured", "not A/B measured")
    empty: bool = False
    without: tuple[str, ...] = ()


@rule("off")
def check(context: Context) -> Iterator[Finding]:
    """Report each reason without a source."""
    for page in context.shared.pages:
        for region in page.document.regions:
            for name, cell in _reasons(context.sources.page_text(page), region) if region.kind == KIND else ():
                text = cell.of(context.sources.page_text(page))
                if is_open(name, text, context.options):
                    message = f'the reason for "{name}" names no measurement' if text else f'"{name}" has no reason'
                    help = f'cite a figure, a run or a page, or write "{context.options.words[0]}"'
                    yield context.finding(page.path, cell, message, help)


def is_open(name: str, reason: str, options: Options) -> bool:
    """Whether the reason for a setting lacks a source, and none need not be given."""
    if name in options.without:
        return False
    if not reason:
        return options.empty
    return not SOURCE.search(reason) and not any(word.casefold() in reason.casefold() for word in options.words)


def _reasons(text: str, region: Region) -> Iterator[tuple[str, Span]]:
    """The settings of a region with the cell of their reason."""
    column: int | None = None
    for line in LINE.finditer(text, region.body.start, region.body.end):
        cells = _cells(text, Span(*line.span()))
        words = [cell.of(text) for cell in cells]
        if column is None:
            column = words.index(WHY) if WHY in words else None
        elif column < len(cells) and words[0].strip("-: "):
            yield words[0].strip("`"), cells[column]


def _cells(text: str, line: Span) -> Sequence[Span]:
    """The cells of a line of a table, without the blanks around them."""
    bars = [bar.start() for bar in BAR.finditer(text, line.start, line.end)]
    found = []
    for before, after in pairwise(bars):
        inner = text[before + 1 : after]
        start = before + 1 + len(inner) - len(inner.lstrip())
        found.append(Span(start, start + len(inner.strip())) if inner.strip() else Span(before + 1, before + 1))
    return found
