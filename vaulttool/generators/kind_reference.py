"""The kinds of region and the readers of vaulttool, for its manual.

Arguments: `of` is `kinds` or `readers`; `style` is `table` (name and first sentence) or `pages`.

Writes, in `Generators.md`, for `kind-reference only="backlinks"`:

    | Kind | What it writes |
    | --- | --- |
    | `backlinks` | The notes that link to this one, as a list. |
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from vaulttool.generators._named import named
from vaulttool.generators._unwrapped import unwrapped
from vaulttool.model.cannot import CannotGenerate
from vaulttool.model.generator import Request, generator
from vaulttool.text.table import code, table

HEADINGS = {"kinds": ("Kind", "What it writes"), "readers": ("Reader", "What it reads")}


class Arguments(msgspec.Struct, frozen=True):
    """Arguments of `kind-reference`."""

    of: str = "kinds"
    style: str = "table"
    only: tuple[str, ...] = ()


@generator()
def lines(request: Request[Arguments]) -> Iterator[str]:
    """The table, or the pages."""
    asked = request.arguments
    if asked.of not in HEADINGS or asked.style not in ("table", "pages"):
        raise CannotGenerate("there is no such reference", 'write of="kinds" or "readers", style="table" or "pages"')
    product = request.sources.product
    found = product.kinds() if asked.of == "kinds" else product.readers()
    entries = named(found, asked.only)
    if asked.style == "table":
        yield from table(HEADINGS[asked.of], [(code(one.name), one.summary) for one in entries])
        return
    for one in entries:
        yield from ("", f"## {one.name}", "")
        yield from unwrapped(one.manual)
