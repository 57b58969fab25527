"""The keys of vaulttool's configuration, for its manual.

Arguments: `only` keeps the keys that begin with one of these words.

Writes, in `Settings.md`, for `settings-reference only="status.property"`:

    | Key | Default | Meaning |
    | --- | --- | --- |
    | `status.property` | `"status"` | The property that holds the status. |
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from vaulttool.model.cannot import CannotGenerate
from vaulttool.model.generator import Request, generator
from vaulttool.text.table import code, table

HEADINGS = ("Key", "Default", "Meaning")


class Arguments(msgspec.Struct, frozen=True):
    """Arguments of `settings-reference`."""

    only: tuple[str, ...] = ()


@generator()
def lines(request: Request[Arguments]) -> Iterator[str]:
    """The table."""
    only = request.arguments.only
    keys = [key for key in request.sources.product.settings() if not only or key.name.startswith(only)]
    if not keys:
        raise CannotGenerate(f'no key begins with "{" or ".join(only)}"', 'see "vaulttool explain settings"')
    yield from table(HEADINGS, [(code(key.name), key.detail, key.summary) for key in keys])
