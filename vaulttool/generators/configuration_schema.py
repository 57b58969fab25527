"""The JSON Schema of vaulttool's configuration: a whole file of `[[outputs]]`.

Writes, in `schema.json`, for `configuration-schema`:

    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "vaulttool.toml",
    ...
"""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.model.generator import NoArguments, Request, generator


@generator()
def lines(request: Request[NoArguments]) -> Iterator[str]:
    """The JSON text."""
    yield from request.sources.product.schema().split("\n")
