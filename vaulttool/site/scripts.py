"""Data as scripts, which a page can load from a file, too."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

HEAVIEST = 240_000  # bytes of one script


def script(receiver: str, content: Any) -> bytes:
    """A script that hands plain data to a function of the site's own."""
    return f"vaulttool.{receiver}({_json(content)});\n".encode("ascii")


def scripts(receiver: str, entries: Iterable[Any], heaviest: int = HEAVIEST) -> Iterator[bytes]:
    """A list of entries in as many scripts as it takes; at least one."""
    written: list[str] = []
    weight = 0
    for entry in entries:
        one = _json(entry)
        if written and weight + len(one) > heaviest:
            yield _joined(receiver, written)
            written, weight = [], 0
        written.append(one)
        weight += len(one) + 1
    yield _joined(receiver, written)


def _joined(receiver: str, written: list[str]) -> bytes:
    return f"vaulttool.{receiver}([{','.join(written)}]);\n".encode("ascii")


def _json(content: Any) -> str:
    return json.dumps(content, ensure_ascii=True, separators=(",", ":"))
