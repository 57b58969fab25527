"""Finds the inline figures of a page: a number with the address of its datum in a comment behind it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from vaulttool.parsing.document import Figure, Trouble
from vaulttool.parsing.places import RULE, Places, is_inside
from vaulttool.text.span import Span

# A comment such as <!-- ===== Part two ===== --> is none: an address begins with a known word, or is one word.
FIGURE = re.compile(
    r"""
    <!--\s*+=[ \t]*+
    (?P<address>
        (?P<certain> (?:run|host|count)/ ) (?: (?!<!--|-->)[^\r\n] )*+
      | [A-Za-z0-9][A-Za-z0-9._-]*+ [/#] (?: (?!-->)\S )*+
    )
    \s*+(?P<closed>-->)?
    """,
    re.VERBOSE,
)


def inline_figures(
    text: str, start: int, places: Places, regions: Sequence[Span], conflicts: Sequence[Span]
) -> Iterator[Figure | Trouble]:
    """The inline figures from ``start`` on, outside regions and conflicts; a trouble for what is meant as one."""
    for found in FIGURE.finditer(text, start):
        span = Span(found.start(), found.end())
        is_meant = found["closed"] or found["certain"]
        if is_meant and not (is_inside(span, regions) or is_inside(span, conflicts) or places.hidden(span.start)):
            yield _read(text, found, places)


def _read(text: str, found: re.Match[str], places: Places) -> Figure | Trouble:
    """A figure as it is written, or why it is none."""
    from vaulttool.text.numbers import last_number  # only where there are figures: it takes time to import

    span, address = Span(found.start(), found.end()), found["address"].rstrip()
    if not found["closed"]:
        return Trouble(Span(span.start, found.end("address")), RULE, f"figure-open {address}")
    if places.stands_alone(span.start):
        return Trouble(span, RULE, f"figure-first {address}")
    if places.in_heading(span.start):
        return Trouble(span, RULE, f"figure-in-heading {address}")
    number = last_number(text, span.start)
    if number is None:
        return Trouble(span, RULE, f"no-number {address}")
    return Figure(number[0], span, number[1].text, number[1].unit, address)
