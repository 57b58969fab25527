"""The rules of vaulttool, for its manual.

Arguments: `style` is `pages` (each rule with its page), `table` (name, severity and first sentence) or `rows` (the
same with links to the headings of this page).

Writes, in `Rules.md`, for `rule-reference only="spaced-anchor"`:

    | Rule | Severity | What it reports |
    | --- | --- | --- |
    | `spaced-anchor` | error | A wikilink with a space before its `#`. |
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from vaulttool.generators._named import named
from vaulttool.generators._unwrapped import unwrapped
from vaulttool.model.cannot import CannotGenerate
from vaulttool.model.generator import Request, generator
from vaulttool.model.product import Entry
from vaulttool.text.table import code, table

HEADINGS = ("Rule", "Severity", "What it reports")


class Arguments(msgspec.Struct, frozen=True):
    """Arguments of `rule-reference`."""

    style: str = "table"
    only: tuple[str, ...] = ()


@generator()
def lines(request: Request[Arguments]) -> Iterator[str]:
    """The table, or the pages."""
    asked = request.arguments
    rules = named(request.sources.product.rules(), asked.only)
    if asked.style == "pages":
        yield from pages(rules)
    elif asked.style in ("table", "rows"):
        linked = asked.style == "rows"
        names = [f"[[#{rule.name}|{rule.name}]]" if linked else code(rule.name) for rule in rules]
        yield from table(HEADINGS, [(name, rule.detail, rule.summary) for name, rule in zip(names, rules, strict=True)])
    else:
        raise CannotGenerate(f'"{asked.style}" is no style', "write pages, table or rows")


def pages(rules: Sequence[Entry]) -> Iterator[str]:
    """Each rule with its page, below a heading."""
    for rule in rules:
        yield from ("", f"## {rule.name}", "", f"Severity: {rule.detail}.", "")
        yield from unwrapped(rule.manual)
